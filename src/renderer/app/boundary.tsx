import { Component } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { loadSectionCatalogues } from '../i18n/language.ts'
import { createWindowStore } from '../state/create-store.ts'
import { PartNotLoaded, lazyPart } from '../ui/lazy-part.tsx'

const useStore = createWindowStore<{ readonly isMissing: boolean }>({ isMissing: false })

/** True when a part without its own place on screen could not be loaded, such as a background feature or a language. */
export const useIsPartMissing = (): boolean => useStore(({ isMissing }) => isMissing)

export function setPartMissing(): void {
  useStore.setState({ isMissing: true })
}

/** Loads a section's code together with its English texts, because the first screen contains neither. */
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
  /** Shown in place of the failed part. Without it, the part is left out and the window shows a notice. */
  readonly broken?: (onRetry: () => void) => ReactNode
  readonly children: ReactNode
}

interface BoundaryState {
  /** The thrown value; null while there is none. */
  readonly error: unknown
}

/**
 * Keeps an error in a part from breaking the whole window. A class, because React supports error boundaries only as
 * classes.
 */
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
      // Main remembers the section, so the page opens it again after the reload.
      if (error instanceof PartNotLoaded) location.reload()
      else this.setState({ error: null })
    })
  }
}
