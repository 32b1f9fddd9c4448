/** Reads conversations one after the other while the window is open, until it is done or stopped. */
import { call, failureOf } from '../api/call.ts'
import { shownProfile } from '../api/shown-profile.ts'
import type { ShownProfile } from '../api/shown-profile.ts'
import type { FailureKind } from '../../shared/failure.ts'
import type { ConversationId } from '../../shared/ids.ts'
import { createProfileStore } from './create-store.ts'

export interface ReadAll {
  readonly total: number
  /** Not read yet, the conversation that is being read included. */
  readonly left: readonly ConversationId[]
  readonly failed: readonly { readonly conversationId: ConversationId; readonly kind: string }[]
  readonly status: 'reading' | 'stopping' | 'stopped'
  /** Why it stopped by itself: what would fail for every conversation. */
  readonly error: unknown
}

const store = createProfileStore<{ readonly run: ReadAll | null }>({ run: null })

export const useReadAll = store.field('run')

// These say something about one conversation; any other failure would be that of every conversation.
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

/** Answers how many were read; null when they were not all tried. */
async function run(profileId: ShownProfile): Promise<number | null> {
  for (;;) {
    const current = store.get(profileId).run
    const conversationId = current?.left[0]
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
        change(profileId, () => ({ status: 'stopped', error }))
        return null
      }
      change(profileId, ({ failed }) => ({ failed: [...failed, { conversationId, kind }] }))
    }
    change(profileId, ({ left }) => ({ left: left.slice(1) }))
  }
  const ended = store.get(profileId).run
  if (ended === null) return null
  if (ended.failed.length === 0) clearReadAll(profileId)
  else change(profileId, () => ({ status: 'stopped' }))
  return ended.total - ended.failed.length
}

/** Reads these conversations, after those that are being read; answers how many were read, null when it was stopped. */
export function readAll(ids: readonly ConversationId[], profileId = shownProfile()): Promise<number | null> {
  const before = store.get(profileId).run
  if (before?.status === 'reading') {
    const added = ids.filter((id) => !before.left.includes(id))
    change(profileId, ({ left, total }) => ({ left: [...left, ...added], total: total + added.length }))
    return Promise.resolve(null)
  }
  store.set(() => ({ run: { total: ids.length, left: ids, failed: [], status: 'reading', error: null } }), profileId)
  return run(profileId)
}

/** Lets the conversation that is being read end, and reads no other. */
export function stopReadAll(): void {
  change(shownProfile(), () => ({ status: 'stopping' }))
}

/** Goes on with those that are left. */
export function continueReadAll(): Promise<number | null> {
  const profileId = shownProfile()
  change(profileId, () => ({ status: 'reading', error: null }))
  return run(profileId)
}

export const clearReadAll = (profileId?: ShownProfile): void => store.set(() => ({ run: null }), profileId)
