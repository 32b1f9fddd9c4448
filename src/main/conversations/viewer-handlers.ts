import type { HandlersOf } from '../ipc/handlers.ts'
import { requireOpen } from '../context/open-profile.ts'
import type { CurrentProfile } from '../context/open-profile.ts'
import { ofOpenProfile } from './conversations.ts'
import type { Conversations } from './conversations.ts'
import type { Reader } from './reader/reader.ts'

export type ViewerHandlers = HandlersOf<
  | 'conversation.fetch'
  | 'conversation.read'
  | 'conversation.items'
  | 'conversation.text'
  | 'conversation.rawRows'
  | 'conversation.findRaw'
  | 'conversation.rawText'
>

/** The handlers of the viewer; failures are those of `Conversations` and of the reader's requests. */
export function createViewerHandlers(
  current: CurrentProfile,
  conversations: Conversations,
  reader: Pick<Reader, 'ask'>,
): ViewerHandlers {
  return {
    'conversation.fetch': ({ conversationId }) => conversations.fetch(conversationId),
    'conversation.read': ({ snapshotId }) => conversations.read(snapshotId),
    'conversation.items': ({ snapshotId, ...wanted }) => {
      const { baseUrl, mediaBaseUrl } = requireOpen(current).profile
      const rules = { baseUrl, mediaBaseUrl }
      return reader.ask('items', { ...ofOpenProfile(current, snapshotId), ...wanted, rules })
    },
    'conversation.text': async ({ snapshotId, path }) => ({
      text: await reader.ask('text', { ...ofOpenProfile(current, snapshotId), path }),
    }),
    'conversation.rawRows': async ({ snapshotId, form, from, count }) => {
      const { total, rows } = await reader.ask('rawRows', { ...ofOpenProfile(current, snapshotId), form, from, count })
      return { total, rows: [...rows] }
    },
    'conversation.findRaw': async ({ snapshotId, form, search }) => {
      const { total, rows } = await reader.ask('findRaw', { ...ofOpenProfile(current, snapshotId), form, search })
      return { total, rows: [...rows] }
    },
    'conversation.rawText': async ({ snapshotId, form }) => ({
      text: await reader.ask('rawText', { ...ofOpenProfile(current, snapshotId), form }),
    }),
  }
}
