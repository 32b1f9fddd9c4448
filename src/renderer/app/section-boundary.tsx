import { TriangleAlert } from 'lucide-react'
import { Component } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PartNotLoaded } from '../ui/lazy-part.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

interface BoundaryState {
  /** The thrown value; null while there is none. */
  readonly error: unknown
}

function Broken({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation(['app', 'common'])
  return (
    <div role="alert">
      <EmptyState
        icon={<TriangleAlert />}
        title={t('broken.title')}
        action={<Button onClick={onRetry}>{t('common:retry')}</Button>}
      >
        {t('broken.words')}
      </EmptyState>
    </div>
  )
}

/** Keeps a mistake in one section from taking the window down. A class, because React offers this to classes only. */
export class SectionBoundary extends Component<{ readonly children: ReactNode }, BoundaryState> {
  override readonly state: BoundaryState = { error: null }

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error: error ?? new Error('nothing was thrown') }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    return (
      <Broken
        onRetry={() => {
          // Main keeps the section, and begins with it again.
          if (error instanceof PartNotLoaded) location.reload()
          else this.setState({ error: null })
        }}
      />
    )
  }
}
