import { Component } from 'react'
import type { ReactNode } from 'react'

interface QuietBoundaryProps {
  readonly children: ReactNode
}

interface QuietBoundaryState {
  readonly broken: boolean
}

/** Leaves out what has a mistake in it: for what goes on behind the section, which shows its own. */
export class QuietBoundary extends Component<QuietBoundaryProps, QuietBoundaryState> {
  override readonly state: QuietBoundaryState = { broken: false }

  static getDerivedStateFromError(): QuietBoundaryState {
    return { broken: true }
  }

  override render(): ReactNode {
    return this.state.broken ? null : this.props.children
  }
}
