import { Component, Suspense } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { loadSectionCatalogues } from '../i18n/language.ts'
import { createWindowStore } from '../state/create-store.ts'
import { lazyPart } from '../ui/lazy-part.ts'

const useStore = createWindowStore<{ readonly isMissing: boolean }>({ isMissing: false })

/** Whether a part without a place of its own on screen could not be loaded: a background feature, a language. */
export const useIsPartMissing = (): boolean => useStore(({ isMissing }) => isMissing)

export function setPartMissing(): void {
  useStore.setState({ isMissing: true })
}

/** Code of a section, with its English texts: the first screen carries neither. */
export function lazySectionPart<Props>(
  section: Parameters<typeof loadSectionCatalogues>[0],
  load: () => Promise<ComponentType<Props>>,
) {
  return lazyPart(async () => {
    const [shown] = await Promise.all([load(), loadSectionCatalogues(section)])
    return shown
  })
}

interface QuietBoundaryState {
  readonly broken: boolean
}

/** Around background features: waits for their code, leaves a failed one out, and shows a notice in the window. */
export class QuietBoundary extends Component<{ readonly children: ReactNode }, QuietBoundaryState> {
  override readonly state: QuietBoundaryState = { broken: false }

  static getDerivedStateFromError(): QuietBoundaryState {
    return { broken: true }
  }

  override componentDidCatch(): void {
    setPartMissing()
  }

  override render(): ReactNode {
    return this.state.broken ? null : <Suspense fallback={null}>{this.props.children}</Suspense>
  }
}
