/** The sessions of the inbox: what is said of them, which are shown, and what is done to them here. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppId } from '../../../../shared/ids.ts'
import type { Inbox, KnownSession, SessionSource } from '../../../../shared/schemas/inbox.ts'
import type { Application, ProfileView } from '../../../../shared/schemas/profile.ts'
import { read } from '../../../api/queries.ts'
import { useCommand } from '../../../api/use-command.ts'
import { useIsStale } from '../../../api/use-is-stale.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { useInboxFilter, useLinkedSession, useOpenedSession } from '../../../state/inbox-view-store.ts'
import { showToast } from '../../../state/toast-store.ts'
import { nameOfApplication } from '../applications.tsx'

export function useSourceText(): (source: SessionSource) => string {
  const { t } = useTranslation('inbox')
  return ({ kind, name }) => {
    const text = t(`source.${kind}`)
    return name !== null && (kind === 'file' || kind === 'watch') ? `${text} ${name}` : text
  }
}

export function useApplicationText(applications: readonly Application[]): (session: KnownSession) => string {
  const { t } = useTranslation('sessions')
  return ({ appId }) => (appId === null ? t('notKnown') : nameOfApplication(applications, appId))
}

/** How the live calls of an application compare with the sessions that are known of it; null before it is read. */
export function useInboxSummary(appId: AppId) {
  const { t } = useTranslation('inbox')
  const { number } = useFormat()
  const figures = useQuery(read('session.figures', { appId })).data ?? null
  const isStale = useIsStale(figures)
  const inbox = useQuery(read('inbox.list', { appId, showsEnded: false })).data
  if (inbox === undefined) return null
  const { known, sessions } = inbox
  const { total } = figures?.latest ?? { total: null }
  const live = number(total ?? 0)
  // What was live some time ago says nothing of which calls have ended.
  const nothing = { unknown: 0, ended: 0, haveAllEnded: false, areOurs: true, sessions }
  if (total === null) return { text: t('summary.unread', { known: number(known) }), ...nothing }
  if (isStale) return { text: t('summary.stale', { live, known: number(known) }), ...nothing }
  const unknown = Math.max(0, total - known)
  const ended = Math.max(0, known - total)
  const numbers = { live, known: number(known), unknown: number(unknown), more: number(ended) }
  return {
    /** Such as "18 live, 13 known here, 5 not known". */
    text: t(ended > 0 ? 'summary.ended' : 'summary.counted', numbers),
    /** Live calls without a known session. */
    unknown,
    /** More sessions are known than calls are live. */
    ended,
    /** Every one that is known; never where more are known than the page has. */
    haveAllEnded: total === 0 && sessions.length === known,
    /** False: one of no application may be a call of another one. */
    areOurs: sessions.every((session) => session.appId !== null),
    sessions,
  }
}

const noSessions: readonly KnownSession[] = []

/** The sessions that fit the search, in the chosen order; one that just arrived comes first. */
export function useShownSessions({ profile }: ProfileView, inbox: Inbox | undefined) {
  const filter = useInboxFilter(profile.id)
  const linked = useLinkedSession(profile.id)
  const opened = useOpenedSession(profile.id)
  const sourceText = useSourceText()
  const all = inbox?.sessions ?? noSessions
  const { search, order } = filter
  const ordered = useMemo(() => (order === 'newest' ? all : all.toReversed()), [all, order])
  const needle = search.trim().toLowerCase()
  const fits = ({ sessionId, label, note, appId, source }: KnownSession): boolean => {
    const application = appId === null ? [] : [appId, nameOfApplication(profile.applications, appId)]
    const texts = [sessionId, label, note, sourceText(source), ...application]
    return texts.some((text) => text.toLowerCase().includes(needle))
  }
  const found = needle === '' ? ordered : ordered.filter(fits)
  const first = linked === null ? undefined : found.find(({ sessionId }) => sessionId === linked.sessionId)
  const shown = first === undefined ? found : [first, ...found.filter((session) => session !== first)]
  return { filter, linked, opened, shown }
}

const minIdLength = 6

/** Whether a typed text is an id to be closed, known here or not, and neither a part of one nor a search for words. */
export function isWholeId(typed: string, sessions: readonly KnownSession[]): boolean {
  const text = typed.trim()
  if (sessions.some(({ sessionId }) => sessionId === text)) return true
  const isIdLike = text.length >= minIdLength && /^\S*\d\S*$/.test(text)
  return isIdLike && !sessions.some(({ sessionId }) => sessionId.includes(text))
}

/** What is done to rows of the inbox on this computer alone; each can be undone. */
export function useSessionChanges() {
  const { t } = useTranslation(['inbox', 'common'])
  const mark = useCommand('inbox.markEnded')
  const removal = useCommand('inbox.remove')
  const restore = useCommand('inbox.restore')
  const withUndo = (text: string, undo: () => void): void =>
    showToast({ text, action: { label: t('common:undo'), onClick: undo } })
  return {
    markEnded: (sessions: readonly KnownSession[], isEnded: boolean): void => {
      const changed = sessions.filter(({ endedAt }) => (endedAt === null) === isEnded)
      const sessionIds = changed.map(({ sessionId }) => sessionId)
      if (sessionIds.length === 0) return
      const text = t(isEnded ? 'changed.ended' : 'changed.live', { count: sessionIds.length })
      mark.mutate({ sessionIds, isEnded }, () => withUndo(text, () => mark.mutate({ sessionIds, isEnded: !isEnded })))
    },
    remove: (sessions: readonly KnownSession[]): void => {
      const sessionIds = sessions.map(({ sessionId }) => sessionId)
      const text = t('changed.removed', { count: sessionIds.length })
      removal.mutate({ sessionIds }, () => withUndo(text, () => restore.mutate({ sessionIds })))
    },
    error: mark.error ?? removal.error ?? restore.error,
  }
}

export type SessionChanges = ReturnType<typeof useSessionChanges>
