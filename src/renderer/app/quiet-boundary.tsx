import { Component } from 'react'
import type { ReactNode } from 'react'
import { setPartMissing } from '../state/missing-part-store.ts'

interface QuietBoundaryProps {
  readonly children: ReactNode
}

interface QuietBoundaryState {
  readonly broken: boolean
}

/** Error boundary for background features: leaves the failed one out, and shows a notice in the window. */
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
