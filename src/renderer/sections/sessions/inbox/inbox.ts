/** The sessions of the inbox: their texts, which of them are shown, and the changes to them here. */
import { useQuery } from '@tanstack/react-query'
import type { AppId } from '../../../../shared/ids.ts'
import { isIdUnwrapped, typedId } from '../../../../shared/model/pasted-text.ts'
import type { Inbox, KnownSession, SessionSource } from '../../../../shared/schemas/inbox.ts'
import type { ConcurrencySample } from '../../../../shared/schemas/session.ts'
import { read } from '../../../api/queries.ts'
import { useIsStale } from '../../../api/use-is-stale.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { isKnownAs, useIsKnownAs } from '../../../ids/id-kind-note.tsx'
import { useSectionState } from '../../../state/location-store.ts'
import { useTriedSession } from '../../../state/results-store.ts'
import { useInboxFilter } from '../../../state/view-preferences-store.ts'
import { useUndoable } from '../../../state/use-undoable.ts'
import type { RowSelection } from '../../../ui/row-selection.tsx'
import { useApplicationName } from '../applications.tsx'

/** The texts of a row besides the session's own fields. */
export function useSessionText() {
  const nameOf = useApplicationName()
  const { t } = useTexts(['inbox', 'sessions'])
  return {
    source: ({ kind, name }: SessionSource): string =>
      name !== null && (kind === 'file' || kind === 'watch') ? `${t(`source.${kind}`)} ${name}` : t(`source.${kind}`),
    application: ({ appId }: KnownSession): string => (appId === null ? t('sessions:notKnown') : nameOf(appId)),
  }
}

/**
 * From a current count: how many calls are certainly unknown, how many sessions have probably ended, and with no live
 * call, these sessions. A session that was first seen after the count might have begun after it.
 */
function conclusionOf({ known, withoutApplication, sessions }: Inbox, { appId, total, at }: ConcurrencySample) {
  const appSessions = sessions.filter((session) => session.appId === appId)
  const counted = appSessions.filter(({ firstSeenAt }) => firstSeenAt <= at)
  // Never where more sessions are known than the page has.
  const areAllEnded = total === 0 && appSessions.length === known
  return {
    unknown: Math.max(0, total - known - withoutApplication),
    endedCount: known - (appSessions.length - counted.length) - total,
    ended: areAllEnded ? counted : [],
  }
}

// A stale count does not show which calls have ended.
const nothing = { unknown: 0, ended: [] }

/**
 * Null before the inbox is read; without an application, there is no live count. Sessions without an application are
 * counted apart: they might be calls of this application.
 */
export function useInboxSummary(appId: AppId | null) {
  const { t, format } = useTexts(['inbox', 'sessions'])
  const figures = useQuery({ ...read('session.figures', { appId: appId ?? '' }), enabled: appId !== null }).data
  const isStale = useIsStale(figures ?? null)
  const inbox = useQuery(read('inbox.list', { appId, showsEnded: false })).data
  if (inbox === undefined) return null
  const unassigned = inbox.withoutApplication
  const latest = figures?.latest ?? null
  const known = format.number(inbox.known)
  const withUnassigned = (text: string): string =>
    unassigned === 0 ? text : `${text} · ${t('sessions:withoutApplication', { number: format.number(unassigned) })}`
  if (latest === null) return { text: withUnassigned(t('summary.unread', { known })), ...nothing }
  const live = format.number(latest.total)
  if (isStale) return { text: withUnassigned(t('summary.stale', { live, known })), ...nothing }
  const conclusion = conclusionOf(inbox, latest)
  const values = {
    live,
    known,
    unknown: format.number(conclusion.unknown),
    more: format.number(conclusion.endedCount),
  }
  const text = t(conclusion.endedCount > 0 ? 'summary.ended' : 'summary.counted', values)
  return { text: withUnassigned(text), ...conclusion }
}

/**
 * The session that the text in the box means. No form of an id is documented, so text that usually surrounds an id can
 * be part of this id: the whole text is meant if a session is known by it, or if the operator says so. `findMeant` asks
 * again, for a close that is about to be opened.
 */
export function useMeantSession() {
  const { search, isVerbatim } = useInboxFilter()
  const [typed, unwrapped] = [search.trim(), typedId(search)]
  const isOpen = !isVerbatim && isIdUnwrapped(search)
  const isKnown = useIsKnownAs(isOpen ? typed : '', 'session')
  const isFreed = isOpen && !isKnown
  const sessionId = isVerbatim || isKnown ? typed : unwrapped
  const findMeant = async (): Promise<string> => (isFreed && (await isKnownAs(typed, 'session')) ? typed : sessionId)
  return { sessionId, isFreed, findMeant }
}

/** The sessions that match the search, in the chosen order; a session that just arrived comes first. */
export function useShownSessions(inbox: Inbox | undefined) {
  const filter = useInboxFilter()
  const linked = useSectionState('arrived')
  const sessionText = useSessionText()
  const all = inbox?.sessions ?? []
  const tried = useTriedSession()
  const ordered = filter.order === 'newest' ? all : all.toReversed()
  const meantId = useMeantSession().sessionId
  const needle = meantId.toLowerCase()
  const fits = (session: KnownSession): boolean => {
    const { sessionId, label, note, appId, source } = session
    const application = appId === null ? [] : [appId, sessionText.application(session)]
    const texts = [sessionId, label, note, sessionText.source(source), ...application]
    return texts.some((text) => text.toLowerCase().includes(needle))
  }
  const fitting = needle === '' ? ordered : ordered.filter(fits)
  // The id of a close that has ended stays in the box to be tried again. If no row has this id, no row is hidden.
  const found = fitting.length === 0 && meantId === tried ? ordered : fitting
  const first = linked === null ? undefined : found.find(({ sessionId }) => sessionId === linked.sessionId)
  const shown = first === undefined ? found : [first, ...found.filter((session) => session !== first)]
  return { filter, shown }
}

export type SessionSelection = RowSelection<KnownSession>

/** Changes to rows of the inbox on this computer only; each change can be undone. */
export function useSessionChanges() {
  const { t } = useTexts('inbox')
  const mark = useUndoable('inbox.markEnded', 'inbox.markEnded', 'notMarked')
  const remove = useUndoable('inbox.remove', 'inbox.restore')
  const factsOf = (sessions: readonly KnownSession[]) => {
    const [first] = sessions
    const { sessionId = '', label = '' } = first ?? {}
    return { name: label || sessionId, count: sessions.length, focusKey: sessionId }
  }
  return {
    markEnded: (sessions: readonly KnownSession[], isEnded: boolean): void => {
      const changed = sessions.filter(({ endedAt }) => (endedAt === null) === isEnded)
      if (changed.length === 0) return
      const sessionIds = changed.map(({ sessionId }) => sessionId)
      mark({
        ...factsOf(changed),
        input: { sessionIds, isEnded },
        undo: { sessionIds, isEnded: !isEnded },
        text: t(isEnded ? 'changed.ended' : 'changed.live', { count: changed.length }),
      })
    },
    remove: (sessions: readonly KnownSession[]): void => {
      if (sessions.length === 0) return
      const sessionIds = sessions.map(({ sessionId }) => sessionId)
      remove({
        ...factsOf(sessions),
        input: { sessionIds },
        undo: { sessionIds },
        text: t('changed.removed', { count: sessions.length }),
      })
    },
  }
}

export type SessionChanges = ReturnType<typeof useSessionChanges>
