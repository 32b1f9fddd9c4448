import type { ProfileContext } from '../context/profile-context.ts'
import type { HandedFiles } from '../files/handed-files.ts'
import { createConversationMedia } from './media/conversation-media.ts'
import type { HandlersUnder } from '../ipc/handlers.ts'
import type { MediaStore } from '../media/media-store.ts'
import { createCheckHandlers, createExportHandlers, createViewerHandlers } from './conversations.ts'
import { createCompareHandlers } from './compare/handlers.ts'
import type { ConversationCore } from './core.ts'
import type { Language } from '../../shared/model/language.ts'
import { createLibraryHandlers } from './library/handlers.ts'

export type ConversationHandlers = HandlersUnder<'conversation' | 'check' | 'library' | 'comparison'>

/** Nothing is read or started before a call of the page. */
export function createConversationSubject(
  context: ProfileContext,
  own: {
    readonly core: ConversationCore
    readonly media: MediaStore
    readonly files: Pick<HandedFiles, 'open'>
    readonly language: () => Language
  },
) {
  const { core, files, language } = own
  const { reader, saveSnapshot } = core
  const library = createLibraryHandlers(context, core, files)
  const media = createConversationMedia(context, { store: own.media, reader })
  const handlers: ConversationHandlers = {
    ...createViewerHandlers(context, { reader, saveSnapshot, onSaved: library.onSnapshotSaved }),
    ...media.handlers,
    ...createCheckHandlers(context, { reader, outcomes: own.media.outcomes, tryAllMedia: media.tryAll }),
    ...library.handlers,
    ...createCompareHandlers(context, { reader, files, language }),
    ...createExportHandlers(context, { reader, language }),
  }
  // `findMedia` gives media of snapshots that the page has had opened, for the page's scheme.
  return { handlers, findMedia: media.find, library }
}
