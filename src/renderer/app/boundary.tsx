import { Component } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { loadSectionCatalogues } from '../i18n/language.ts'
import { createWindowStore } from '../state/create-store.ts'
import { PartNotLoaded, lazyPart } from '../ui/lazy-part.tsx'

const useStore = createWindowStore<{ readonly isMissing: boolean }>({ isMissing: false })

/** Whether a part without a place of its own on screen could not be loaded: a background feature, a language. */
export const useIsPartMissing = (): boolean => useStore(({ isMissing }) => isMissing)

export function setPartMissing(): void {
  useStore.setState({ isMissing: true })
}

/** Code of a section, with its English texts: the first screen carries neither. */
export function lazySectionPart<Props extends object>(
  section: Parameters<typeof loadSectionCatalogues>[0],
  load: () => Promise<ComponentType<Props>>,
) {
  return lazyPart(async () => {
    const [shown] = await Promise.all([load(), loadSectionCatalogues(section)])
    return shown
  })
}

interface BoundaryProps {
  /** In the place of what failed; without it that is left out, and a notice shown in the window. */
  readonly broken?: (onRetry: () => void) => ReactNode
  readonly children: ReactNode
}

interface BoundaryState {
  /** The thrown value; null while there is none. */
  readonly error: unknown
}

/** Keeps a mistake in a part from taking the window down. A class, because React offers this to classes only. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override readonly state: BoundaryState = { error: null }

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error: error ?? new Error('nothing was thrown') }
  }

  override componentDidCatch(): void {
    if (this.props.broken === undefined) setPartMissing()
  }

  override render(): ReactNode {
    const { error } = this.state
    const { broken, children } = this.props
    if (error === null) return children
    return broken?.(() => {
      // Main keeps the section, and begins with it again.
      if (error instanceof PartNotLoaded) location.reload()
      else this.setState({ error: null })
    })
  }
}
