import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { KnownSession } from '../../../../shared/schemas/inbox.ts'
import { Button } from '../../../ui/button.tsx'
import type { CloseMany } from '../closing/use-close-many.ts'
import { Row } from '../../../ui/layout.tsx'
import styles from './inbox.module.css'
import type { SessionChanges } from './use-session-changes.ts'

export interface SelectionBarProps {
  readonly selected: readonly KnownSession[]
  readonly canClose: boolean
  readonly closing: CloseMany
  readonly changes: SessionChanges
  readonly onClear: () => void
}

const isLive = ({ endedAt }: KnownSession): boolean => endedAt === null

/** In place of the head: what can be done to the selected sessions; only those on screen count. */
export function SelectionBar({ selected, canClose, closing, changes, onClear }: SelectionBarProps) {
  const { t } = useTranslation('inbox')
  const live = selected.filter(isLive).map(({ sessionId }) => sessionId)
  return (
    <Row gap={2} className={styles.tools}>
      <h2>
        <span role="status">{t('selection.count', { count: selected.length })}</span>
      </h2>
      {live.length > 0 && (
        <Button tone="quiet" onClick={() => changes.markEnded(selected, true)}>
          {t('selection.markEnded')}
        </Button>
      )}
      {live.length < selected.length && (
        <Button tone="quiet" onClick={() => changes.markEnded(selected, false)}>
          {t('selection.markLive')}
        </Button>
      )}
      <Button tone="quiet" onClick={() => changes.remove(selected)}>
        {t('selection.remove')}
      </Button>
      <span className={styles.space} />
      {canClose && live.length > 0 && (
        <Button
          tone="danger"
          busy={closing.isAsking && closing.ticket === null}
          onClick={() => closing.ask({ sessionIds: live, suggestionId: null })}
        >
          {t('selection.close', { count: live.length })}
        </Button>
      )}
      <Button
        tone="quiet"
        icon={<X aria-hidden />}
        aria-label={t('selection.clear')}
        title={t('selection.clear')}
        onClick={onClear}
      />
    </Row>
  )
}
