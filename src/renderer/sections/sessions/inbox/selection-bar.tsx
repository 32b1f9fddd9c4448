import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionId } from '../../../../shared/ids.ts'
import type { KnownSession } from '../../../../shared/schemas/inbox.ts'
import { failureOf } from '../../../api/call.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CloseManyDialog } from '../closing/close-many-dialog.tsx'
import { useCloseMany } from '../closing/use-close-many.ts'
import styles from './known.module.css'

export interface SelectionBarProps {
  readonly shown: readonly KnownSession[]
  readonly selected: readonly KnownSession[]
  readonly canClose: boolean
  readonly onSelect: (sessions: readonly KnownSession[]) => void
}

const idsOf = (sessions: readonly KnownSession[]): SessionId[] => sessions.map(({ sessionId }) => sessionId)
const isLive = ({ endedAt }: KnownSession): boolean => endedAt === null

interface RemoveProps {
  readonly count: number
  readonly isBusy: boolean
  readonly onCancel: () => void
  readonly onRemove: () => void
}

function RemoveDialog({ count, isBusy, onCancel, onRemove }: RemoveProps) {
  const { t } = useTranslation('inbox')
  return (
    <Dialog
      title={t('selection.removeTitle')}
      onClose={onCancel}
      action={{ label: t('selection.removeAction'), tone: 'danger-fill', busy: isBusy, onClick: onRemove }}
    >
      <p>{t('selection.removeAsk', { count })}</p>
    </Dialog>
  )
}

function Remove({ selected, onRemoved }: { selected: readonly KnownSession[]; onRemoved: () => void }) {
  const { t } = useTranslation('inbox')
  const [isAsking, setAsking] = useState(false)
  const remove = useCommand('inbox.remove', {
    onDone: onRemoved,
    onEnd: () => {
      setAsking(false)
    },
  })
  return (
    <>
      <Button
        size="small"
        disabled={selected.length === 0}
        onClick={() => {
          setAsking(true)
        }}
      >
        {t('selection.remove')}
      </Button>
      {remove.error !== null && <ErrorNotice failure={failureOf(remove.error)} about={t('selection.failed')} />}
      {isAsking && (
        <RemoveDialog
          count={selected.length}
          isBusy={remove.isPending}
          onCancel={() => {
            setAsking(false)
          }}
          onRemove={() => {
            if (!remove.isPending) remove.mutate({ sessionIds: idsOf(selected) })
          }}
        />
      )}
    </>
  )
}

function Mark({ selected }: { readonly selected: readonly KnownSession[] }) {
  const { t } = useTranslation('inbox')
  const live = selected.filter(isLive)
  const ended = selected.filter((session) => !isLive(session))
  const mark = useCommand('inbox.markEnded')
  return (
    <>
      <Button
        size="small"
        title={t('selection.markHint')}
        disabled={live.length === 0}
        busy={mark.isPending && mark.input?.isEnded === true}
        onClick={() => {
          mark.mutate({ sessionIds: idsOf(live), isEnded: true })
        }}
      >
        {t('selection.markEnded')}
      </Button>
      <Button
        size="small"
        title={t('selection.markHint')}
        disabled={ended.length === 0}
        busy={mark.isPending && mark.input?.isEnded === false}
        onClick={() => {
          mark.mutate({ sessionIds: idsOf(ended), isEnded: false })
        }}
      >
        {t('selection.markLive')}
      </Button>
      {mark.error !== null && <ErrorNotice failure={failureOf(mark.error)} about={t('selection.failed')} />}
    </>
  )
}

function CloseSelected({ selected }: { readonly selected: readonly KnownSession[] }) {
  const { t } = useTranslation('inbox')
  const closing = useCloseMany()
  const live = selected.filter(isLive)
  return (
    <>
      <span className={styles.apart}>
        <Button
          size="small"
          tone="danger"
          disabled={live.length === 0}
          busy={closing.isAsking && closing.ticket === null}
          onClick={() => {
            closing.ask({ sessionIds: idsOf(live), suggestionId: null })
          }}
        >
          {t('selection.close')}
        </Button>
      </span>
      {closing.error !== null && <ErrorNotice failure={failureOf(closing.error)} about={t('selection.closeFailed')} />}
      <CloseManyDialog closing={closing} suggestionId={null} />
    </>
  )
}

/** Actions on the selected sessions; only those on screen count, whatever else was selected before. */
export function SelectionBar({ shown, selected, canClose, onSelect }: SelectionBarProps) {
  const { t } = useTranslation('inbox')
  const format = useFormat()
  const isAll = shown.length > 0 && selected.length === shown.length
  return (
    <div className={styles.selection}>
      <label className={styles.selectAll}>
        <input
          type="checkbox"
          checked={isAll}
          onChange={() => {
            onSelect(isAll ? [] : shown)
          }}
        />
        {t('selection.all')}
      </label>
      <span role="status" className={styles.quiet}>
        {selected.length === 0
          ? ''
          : t('selection.count', { count: selected.length, formatted: format.number(selected.length) })}
      </span>
      <Mark selected={selected} />
      <Remove
        selected={selected}
        onRemoved={() => {
          onSelect([])
        }}
      />
      {canClose && <CloseSelected selected={selected} />}
    </div>
  )
}
