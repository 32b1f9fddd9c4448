import { Component } from 'react'
import type { ReactNode } from 'react'
import { setPartMissing } from '../state/missing-part-store.ts'

interface QuietBoundaryProps {
  readonly children: ReactNode
}

interface QuietBoundaryState {
  readonly broken: boolean
}

/** Leaves out what has a mistake in it, and has the window say so: for what goes on behind the section. */
export class QuietBoundary extends Component<QuietBoundaryProps, QuietBoundaryState> {
  override readonly state: QuietBoundaryState = { broken: false }

  static getDerivedStateFromError(): QuietBoundaryState {
    return { broken: true }
  }

  override componentDidCatch(): void {
    setPartMissing()
  }

  override render(): ReactNode {
    return this.state.broken ? null : this.props.children
  }
}
