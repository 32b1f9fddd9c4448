import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AppId } from '../../../../shared/ids.ts'
import type { Inbox } from '../../../../shared/schemas/inbox.ts'
import { failureOf } from '../../../api/call.ts'
import { read } from '../../../api/queries.ts'
import { useCommand } from '../../../api/use-command.ts'
import { useIsStale } from '../../../api/use-is-stale.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Age } from '../../../i18n/age.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import styles from './inbox.module.css'

export interface InboxSummaryProps {
  readonly appId: AppId
}

interface Live {
  readonly at: number
  readonly total: number
  readonly isStale: boolean
}

/** The last count of an application; null before the first. */
function useLive(appId: AppId): Live | null {
  const counts = useQuery(read('session.figures', { appId })).data ?? null
  const isStale = useIsStale(counts)
  const latest = counts?.latest ?? null
  return latest === null ? null : { at: latest.at, total: latest.total, isStale }
}

/** True when every known session belongs to the application: one of none may be a call of another one. */
function areAllOurs({ sessions }: Inbox): boolean {
  return sessions.every(({ appId }) => appId !== null)
}

/** True when the count leaves no known session live, and all of them are here to be marked. */
function areAllEnded(live: Live | null, inbox: Inbox): boolean {
  const isNoneLive = live?.total === 0 && !live.isStale
  return isNoneLive && inbox.known > 0 && inbox.sessions.length === inbox.known && areAllOurs(inbox)
}

function useSummary(): (live: Live | null, inbox: Inbox) => string {
  const { t } = useTranslation('inbox')
  const format = useFormat()
  return (live, inbox) => {
    const known = format.number(inbox.known)
    if (live === null) return t('summary.unread', { known })
    const numbers = { live: format.number(live.total), known }
    // What was live some time ago says nothing of which calls have ended.
    if (live.isStale) return t('summary.stale', numbers)
    const missing = inbox.known - live.total
    if (missing <= 0) {
      return t('summary.counted', { ...numbers, unknown: format.number(live.total - inbox.known) })
    }
    const text = { ...numbers, more: format.number(missing), count: missing }
    return areAllOurs(inbox) ? t('summary.ended', text) : t('summary.endedOrOther', text)
  }
}

/** Button **Mark as ended** for all known sessions of an application without calls. */
function MarkEnded({ sessions }: Pick<Inbox, 'sessions'>) {
  const { t } = useTranslation('inbox')
  const sessionIds = sessions.filter(({ endedAt }) => endedAt === null).map(({ sessionId }) => sessionId)
  const mark = useCommand('inbox.markEnded')
  return (
    <>
      <Button
        size="small"
        busy={mark.isPending}
        onClick={() => {
          mark.mutate({ sessionIds, isEnded: true })
        }}
      >
        {t('summary.markEnded')}
      </Button>
      {mark.error !== null && (
        <ErrorNotice failure={failureOf(mark.error)} about={t('summary.markFailed')} live="status" />
      )}
    </>
  )
}

/** How many calls are live, how many of them are known here, and how old that count is. */
export function InboxSummary({ appId }: InboxSummaryProps) {
  const { t } = useTranslation('inbox')
  const text = useSummary()
  const live = useLive(appId)
  const inbox = useQuery(read('inbox.list', { appId, showsEnded: false })).data
  return (
    <>
      <p className={styles.summary}>
        <span role="status">{inbox === undefined ? '' : text(live, inbox)}</span>
        {live !== null && (
          <small>
            {t('summary.counts')} <Age at={live.at} />
          </small>
        )}
      </p>
      {inbox !== undefined && areAllEnded(live, inbox) && (
        <div>
          <MarkEnded sessions={inbox.sessions} />
        </div>
      )}
    </>
  )
}
