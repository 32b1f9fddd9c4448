import { useMemo } from 'react'
import type { Inbox, KnownSession } from '../../../../shared/schemas/inbox.ts'
import type { Application } from '../../../../shared/schemas/profile.ts'
import type { LinkedSession, InboxFilter } from '../../../state/inbox-view-store.ts'
import { useSourceText } from './inbox-text.ts'

export interface ShownOptions {
  readonly inbox: Inbox | undefined
  readonly filter: InboxFilter
  readonly applications: readonly Application[]
  readonly linked: LinkedSession | null
}

const noSessions: readonly KnownSession[] = []

/** The sessions that fit the search, in the chosen order; one that just arrived comes first. */
export function useShownSessions({ inbox, filter, applications, linked }: ShownOptions): readonly KnownSession[] {
  const sourceText = useSourceText()
  const all = inbox?.sessions ?? noSessions
  const { search, order } = filter
  const ordered = useMemo(() => (order === 'newest' ? all : [...all].reverse()), [all, order])
  const needle = search.trim().toLowerCase()
  const labelOf = (session: KnownSession): string =>
    applications.find(({ appId }) => appId === session.appId)?.label ?? ''
  const fits = (session: KnownSession): boolean =>
    [
      session.sessionId,
      session.label,
      session.note,
      session.appId ?? '',
      labelOf(session),
      sourceText(session.source),
    ].some((text) => text.toLowerCase().includes(needle))
  const found = needle === '' ? ordered : ordered.filter(fits)
  const first = linked === null ? undefined : found.find(({ sessionId }) => sessionId === linked.sessionId)
  return first === undefined ? found : [first, ...found.filter((session) => session !== first)]
}

const minIdLength = 6

/** Whether a typed text is an id to be closed, known here or not, and neither a part of one nor a search for words. */
export function isWholeId(typed: string, sessions: readonly KnownSession[]): boolean {
  const text = typed.trim()
  if (sessions.some(({ sessionId }) => sessionId === text)) return true
  const isIdLike = text.length >= minIdLength && /^\S*\d\S*$/.test(text)
  return isIdLike && !sessions.some(({ sessionId }) => sessionId.includes(text))
}
