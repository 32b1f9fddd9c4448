import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AppId } from '../../../../shared/ids.ts'
import type { Inbox, SessionSource } from '../../../../shared/schemas/inbox.ts'
import { read } from '../../../api/queries.ts'
import { useIsStale } from '../../../api/use-is-stale.ts'
import { useFormat } from '../../../i18n/use-format.ts'

export function useSourceText(): (source: SessionSource) => string {
  const { t } = useTranslation('inbox')
  return ({ kind, name }) => {
    if (kind !== 'file' && kind !== 'watch') return t(`source.${kind}`)
    return name === null ? t(`source.${kind}Bare`) : t(`source.${kind}`, { name })
  }
}

/** How the live calls of an application compare with the sessions that are known of it. */
export interface InboxSummary {
  /** Such as "18 live, 13 known here, 5 not known". */
  readonly text: string
  /** Live calls without a known session; null where nothing can be said. */
  readonly unknown: number | null
  /** More sessions are known than calls are live: how many, and whether another application may have them. */
  readonly ended: { readonly count: number; readonly isOurs: boolean; readonly isAll: boolean } | null
}

/** True when every known session belongs to the application: one of none may be a call of another one. */
function areAllOurs({ sessions }: Inbox): boolean {
  return sessions.every(({ appId }) => appId !== null)
}

/** Compares a count with the sessions that are not marked as ended. */
function compare(total: number, inbox: Inbox): Pick<InboxSummary, 'unknown' | 'ended'> {
  const unknown = total - inbox.known
  if (unknown >= 0) return { unknown, ended: null }
  const isOurs = areAllOurs(inbox)
  const isAll = total === 0 && isOurs && inbox.sessions.length === inbox.known
  return { unknown: null, ended: { count: -unknown, isOurs, isAll } }
}

function useTotal(appId: AppId) {
  const figures = useQuery(read('session.figures', { appId })).data ?? null
  const isStale = useIsStale(figures)
  return { total: figures?.latest?.total ?? null, isStale }
}

/** The last count and what is known; null before it is read. */
export function useInboxSummary(appId: AppId): InboxSummary | null {
  const { t } = useTranslation('inbox')
  const { number } = useFormat()
  const { total, isStale } = useTotal(appId)
  const inbox = useQuery(read('inbox.list', { appId, showsEnded: false })).data
  if (inbox === undefined) return null
  const numbers = { live: number(total ?? 0), known: number(inbox.known) }
  // What was live some time ago says nothing of which calls have ended.
  if (total === null || isStale) {
    return { text: t(total === null ? 'summary.unread' : 'summary.stale', numbers), unknown: null, ended: null }
  }
  const compared = compare(total, inbox)
  const text =
    compared.ended === null
      ? t('summary.counted', { ...numbers, unknown: number(total - inbox.known) })
      : t('summary.ended', { ...numbers, more: number(compared.ended.count) })
  return { text, ...compared }
}
