import { TriangleAlert } from 'lucide-react'
import { Component } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

interface BoundaryProps {
  readonly children: ReactNode
}

interface BoundaryState {
  readonly broken: boolean
}

interface BrokenProps {
  readonly onRetry: () => void
}

function Broken({ onRetry }: BrokenProps) {
  const { t } = useTranslation('app')
  return (
    <div role="alert">
      <EmptyState
        icon={<TriangleAlert />}
        title={t('broken.title')}
        action={<Button onClick={onRetry}>{t('broken.retry')}</Button>}
      >
        {t('broken.words')}
      </EmptyState>
    </div>
  )
}

/** Keeps a mistake in one section from taking the window down. A class, because React offers this to classes only. */
export class SectionBoundary extends Component<BoundaryProps, BoundaryState> {
  override readonly state: BoundaryState = { broken: false }

  static getDerivedStateFromError(): BoundaryState {
    return { broken: true }
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children
    return (
      <Broken
        onRetry={() => {
          this.setState({ broken: false })
        }}
      />
    )
  }
}
