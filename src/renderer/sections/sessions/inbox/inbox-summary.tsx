import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AppId } from '../../../../shared/ids.ts'
import type { Inbox } from '../../../../shared/schemas/inbox.ts'
import { queries } from '../../../api/queries.ts'
import { Age } from '../../../i18n/age.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import styles from './inbox.module.css'

/** Props of `InboxSummary`. */
export interface InboxSummaryProps {
  readonly appId: AppId
}

function useSummary(): (live: number | null, inbox: Inbox) => string {
  const { t } = useTranslation('inbox')
  const format = useFormat()
  return (live, inbox) => {
    const known = format.number(inbox.known)
    if (live === null) return t('summary.unread', { known })
    const numbers = { live: format.number(live), known }
    if (live >= inbox.known) {
      return t('summary.counted', { ...numbers, unknown: format.number(live - inbox.known) })
    }
    const more = format.number(inbox.known - live)
    // A session of no application may be a call of another one: then it need not have ended.
    const isSure = inbox.sessions.every(({ appId }) => appId !== null)
    return t(isSure ? 'summary.ended' : 'summary.endedOrOther', { ...numbers, more })
  }
}

/** How many calls are live, how many of them are known here, and how old that count is. */
export function InboxSummary({ appId }: InboxSummaryProps) {
  const { t } = useTranslation('inbox')
  const words = useSummary()
  const latest = useQuery(queries.figures(appId)).data?.latest ?? null
  const inbox = useQuery(queries.inbox({ appId, showsEnded: false })).data
  return (
    <p className={styles.summary}>
      <span role="status">{inbox === undefined ? '' : words(latest?.total ?? null, inbox)}</span>
      {latest !== null && (
        <small>
          {t('summary.counts')} <Age at={latest.at} />
        </small>
      )}
    </p>
  )
}
