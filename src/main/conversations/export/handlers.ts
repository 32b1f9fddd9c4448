import type { ProfileContext } from '../../context/profile-context.ts'
import type { HandlersOf } from '../../ipc/handlers.ts'
import { requireOpen } from '../../context/open-profile.ts'
import type { Conversations } from '../conversations.ts'
import type { Reader } from '../reader/reader.ts'
import { curlCommand } from './curl.ts'
import type { ExportForm } from './export-file.ts'
import { conversationFileName } from '../../files/file-name.ts'
import type { FileLanguage } from './file-texts.ts'

export type ExportHandlers = HandlersOf<'conversation.export' | 'conversation.curl'>

/** All refuse with `no-profile`. Failures: not-found (`snapshot`), storage. */
export function createExportHandlers(
  { current, saveFile }: Pick<ProfileContext, 'current' | 'saveFile'>,
  own: {
    readonly reader: Pick<Reader, 'ask'>
    readonly conversations: Pick<Conversations, 'summary'>
    /** The operator's at this moment. */
    readonly language: () => FileLanguage
  },
): ExportHandlers {
  const { reader, conversations, language } = own
  return {
    'conversation.export': async ({ snapshotId, form }) => {
      const { id: profileId, baseUrl, mediaBaseUrl } = requireOpen(current).profile
      const { conversationId, fetchedAt, bytes, name } = conversations.summary(snapshotId)
      const rules = { baseUrl, mediaBaseUrl }
      const wanted: ExportForm =
        form === 'markdown'
          ? { form, setting: { conversationId, fetchedAt, bytes, rules, language: language() } }
          : { form }
      const contents = await reader.ask('file', { profileId, snapshotId, wanted })
      const ending = form === 'markdown' ? 'md' : 'json'
      return { fileName: await saveFile(`${conversationFileName(name, conversationId)}.${ending}`, contents) }
    },
    'conversation.curl': ({ snapshotId }) => ({
      text: curlCommand(requireOpen(current).profile.baseUrl, conversations.summary(snapshotId).conversationId),
    }),
  }
}
