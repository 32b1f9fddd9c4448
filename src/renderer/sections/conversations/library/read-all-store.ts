/** Reads conversations one after the other while the window is open, until the run is done or stopped. */
import { call, failureOf, isProfileMoved } from '../../../api/call.ts'
import { shownProfile } from '../../../api/shown-profile.ts'
import type { ShownProfile } from '../../../api/shown-profile.ts'
import type { FailureKind } from '../../../../shared/failure.ts'
import type { ConversationId } from '../../../../shared/ids.ts'
import { createProfileStore } from '../../../state/create-store.ts'

export interface ReadAll {
  readonly total: number
  /** Not read yet, including the conversation that is being read. */
  readonly remainingIds: readonly ConversationId[]
  readonly failed: readonly { readonly conversationId: ConversationId; readonly kind: string }[]
  readonly status: 'reading' | 'stopping' | 'stopped'
  /** Why the run stopped automatically: a failure that would repeat for every conversation. */
  readonly error: unknown
}

const store = createProfileStore<{ readonly run: ReadAll | null }>({ run: null })

export const useReadAll = store.field('run')

// These failures are about one conversation; any other failure would repeat for every conversation.
const ofOneConversation: ReadonlySet<FailureKind> = new Set([
  'declined',
  'no-content',
  'not-json',
  'wrong-shape',
  'empty-answer',
  'cut-short',
  'too-large',
  'http',
])

function change(profileId: ShownProfile, next: (run: ReadAll) => Partial<ReadAll>): void {
  store.set(({ run }) => ({ run: run && { ...run, ...next(run) } }), profileId)
}

/** Returns how many conversations were read; null when some were not. */
async function run(profileId: ShownProfile): Promise<number | null> {
  for (;;) {
    const current = store.get(profileId).run
    const conversationId = current?.remainingIds[0]
    if (current === null || conversationId === undefined) break
    if (current.status !== 'reading') {
      change(profileId, () => ({ status: 'stopped' }))
      return null
    }
    try {
      await call('conversation.fetch', { conversationId }, profileId)
    } catch (error) {
      const { kind } = failureOf(error)
      if (!ofOneConversation.has(kind)) {
        // An operator who has switched the profile knows why nothing is read.
        change(profileId, () => ({ status: 'stopped', error: isProfileMoved(error) ? null : error }))
        return null
      }
      change(profileId, ({ failed }) => ({ failed: [...failed, { conversationId, kind }] }))
    }
    change(profileId, ({ remainingIds }) => ({ remainingIds: remainingIds.slice(1) }))
  }
  const ended = store.get(profileId).run
  if (ended === null) return null
  if (ended.failed.length > 0) {
    change(profileId, () => ({ status: 'stopped' }))
    return null
  }
  clearReadAll(profileId)
  return ended.total
}

const nothing: ReadAll = { total: 0, remainingIds: [], failed: [], status: 'stopped', error: null }

/**
 * Reads these conversations after the remaining conversations; a conversation that has failed is read again. Returns
 * how many were read; null when some were not, or when a run in progress takes these.
 */
export function readAll(ids: readonly ConversationId[], profileId = shownProfile()): Promise<number | null> {
  const { total, remainingIds, failed, status } = store.get(profileId).run ?? nothing
  const waiting = new Set(remainingIds)
  const added = ids.filter((id) => !waiting.has(id))
  const again = new Set(added)
  const stillFailed = failed.filter(({ conversationId }) => !again.has(conversationId))
  const next: ReadAll = {
    total: total + added.length - (failed.length - stillFailed.length),
    remainingIds: [...remainingIds, ...added],
    failed: stillFailed,
    status: 'reading',
    error: null,
  }
  store.set(() => ({ run: next }), profileId)
  return status === 'stopped' ? run(profileId) : Promise.resolve(null)
}

/** Stops after the conversation that is being read. */
export function stopReadAll(): void {
  change(shownProfile(), () => ({ status: 'stopping' }))
}

/** Continues with the remaining conversations. */
export function continueReadAll(): Promise<number | null> {
  const profileId = shownProfile()
  change(profileId, () => ({ status: 'reading', error: null }))
  return run(profileId)
}

export const clearReadAll = (profileId?: ShownProfile): void => store.set(() => ({ run: null }), profileId)
