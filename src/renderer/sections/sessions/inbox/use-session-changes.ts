import { useTranslation } from 'react-i18next'
import type { SessionId } from '../../../../shared/ids.ts'
import type { KnownSession } from '../../../../shared/schemas/inbox.ts'
import { useCommand } from '../../../api/use-command.ts'
import { showToast } from '../../../state/toast-store.ts'

/** What is done to rows of the inbox on this computer alone; each can be undone. */
export interface SessionChanges {
  readonly markEnded: (sessions: readonly KnownSession[], isEnded: boolean) => void
  readonly remove: (sessions: readonly KnownSession[]) => void
  readonly error: Error | null
}

const idsOf = (sessions: readonly KnownSession[]): SessionId[] => sessions.map(({ sessionId }) => sessionId)

export function useSessionChanges(): SessionChanges {
  const { t } = useTranslation('inbox')
  const { t: common } = useTranslation('common')
  const mark = useCommand('inbox.markEnded')
  const removal = useCommand('inbox.remove')
  const restore = useCommand('inbox.restore')
  return {
    markEnded: (sessions, isEnded) => {
      const sessionIds = idsOf(sessions.filter(({ endedAt }) => (endedAt === null) === isEnded))
      if (sessionIds.length === 0) return
      mark.mutate({ sessionIds, isEnded }, () =>
        showToast({
          text: t(isEnded ? 'changed.ended' : 'changed.live', { count: sessionIds.length }),
          action: {
            label: common('undo'),
            onClick: () => mark.mutate({ sessionIds, isEnded: !isEnded }),
          },
        }),
      )
    },
    remove: (sessions) => {
      const sessionIds = idsOf(sessions)
      removal.mutate({ sessionIds }, () =>
        showToast({
          text: t('changed.removed', { count: sessionIds.length }),
          action: {
            label: common('undo'),
            onClick: () => restore.mutate({ sessionIds }),
          },
        }),
      )
    },
    error: mark.error ?? removal.error ?? restore.error,
  }
}
