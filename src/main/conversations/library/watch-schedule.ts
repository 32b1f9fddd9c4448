/** When a watched conversation is read again. */
import type { ConversationId } from '../../../shared/ids.ts'
import type { WatchedConversation } from '../../store/library-repository.ts'

/** A conversation and when it is to be read, epoch milliseconds. */
export interface DueRead {
  readonly conversationId: ConversationId
  readonly dueAt: number
}

const minuteMs = 60_000
const maxSpread = 0.05

/** From 0 to below 1, always the same for an id. */
function fractionOf(id: string): number {
  let hash = 0
  for (let at = 0; at < id.length; at += 1) hash = (Math.imul(hash, 31) + id.charCodeAt(at)) >>> 0
  return hash / 2 ** 32
}

/**
 * When it is due: so many minutes after it was last tried, and up to 5 % more, so that what was read together is not
 * always read together. At once when it was never tried; a clock that was set back puts nothing off for longer.
 */
function dueAt({ conversationId, everyMinutes, triedAt }: WatchedConversation, now: number): number {
  if (triedAt === null) return now
  const everyMs = everyMinutes * minuteMs
  return Math.min(triedAt, now) + everyMs + Math.round(everyMs * maxSpread * fractionOf(conversationId))
}

/** The one that is due first; null when nothing is watched. */
export function firstDue(watched: readonly WatchedConversation[], now: number): DueRead | null {
  let first: DueRead | null = null
  for (const one of watched) {
    const at = dueAt(one, now)
    if (first === null || at < first.dueAt) first = { conversationId: one.conversationId, dueAt: at }
  }
  return first
}
