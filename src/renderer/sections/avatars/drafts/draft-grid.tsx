import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Draft } from '../../../../shared/schemas/avatar.ts'
import { useFailedAnalyses } from '../../../state/image-analysis-store.ts'
import { DraftCard } from './draft-card.tsx'
import type { DraftCardProps } from './draft-card.tsx'
import styles from './draft-grid.module.css'
import { useCardGrid } from './use-card-grid.ts'

export interface DraftGridProps extends Pick<DraftCardProps, 'onAction' | 'onFix'> {
  readonly drafts: readonly Draft[]
}

/** The list of draft cards, of any length. */
export function DraftGrid({ drafts, onAction, onFix }: DraftGridProps) {
  const { t } = useTranslation('avatars')
  const list = useRef<HTMLUListElement>(null)
  const grid = useCardGrid(drafts, list)
  const failed = useFailedAnalyses()
  return (
    <ul ref={list} className={styles.list} style={grid.style} aria-label={t('drafts.list')}>
      {grid.shown.map(({ draft, index, place, measures }) => (
        <DraftCard
          key={draft.id}
          {...(measures === null ? {} : { ref: grid.measure })}
          draft={draft}
          position={index + 1}
          count={drafts.length}
          line={place?.line ?? null}
          column={place?.column ?? null}
          measures={measures}
          failure={failed.get(draft.id) ?? null}
          onAction={onAction}
          onFix={onFix}
        />
      ))}
    </ul>
  )
}
