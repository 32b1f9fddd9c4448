import type { ProfileContext } from '../../context/profile-context.ts'
import type { HandlersOf } from '../../ipc/handlers.ts'
import { requireOpen } from '../../context/open-profile.ts'
import { mediaRules, snapshotSummary } from '../conversations.ts'
import type { Reader } from '../reader/reader.ts'
import { addressOf } from '../../service/operations.ts'
import type { ExportForm } from './conversation-report.ts'
import { conversationFileName } from '../../files/file-name.ts'
import type { Language } from '../../../shared/model/language.ts'

// Within single quotes a shell takes every character as it is; only their own end has to be written outside.
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** The command line that reads a conversation, for a POSIX shell, with a placeholder for the token: it holds no secret. */
export function curlCommand(baseUrl: string, conversationId: string): string {
  const url = addressOf(baseUrl, 'getConversationById', conversationId)
  url.search = ''
  // curl reads brackets in an address, such as those of IPv6, as a pattern.
  const globbing = /[[\]{}]/.test(url.href) ? ['--globoff'] : []
  return [
    'curl --get',
    ...globbing,
    `--url ${quoted(url.href)}`,
    `--data-urlencode ${quoted(`conversationId=${conversationId}`)}`,
    `--header ${quoted('token: <ACCESS_TOKEN>')}`,
  ].join(' ')
}

/** All refuse with `no-profile`. Failures: not-found (`snapshot`), storage. */
export function createExportHandlers(
  context: ProfileContext,
  own: {
    readonly reader: Pick<Reader, 'ask'>
    /** The operator's at this moment. */
    readonly language: () => Language
  },
): HandlersOf<'conversation.export' | 'conversation.curl'> {
  const { current, saveFile } = context
  const { reader, language } = own
  return {
    'conversation.export': async ({ snapshotId, form }) => {
      const { id: profileId } = requireOpen(current).profile
      const { conversationId, fetchedAt, bytes, name } = snapshotSummary(context, snapshotId)
      const rules = mediaRules(current)
      const wanted: ExportForm =
        form === 'markdown'
          ? { form, setting: { conversationId, fetchedAt, bytes, rules, language: language() } }
          : { form }
      const contents = await reader.ask('file', { profileId, snapshotId, wanted })
      const ending = form === 'markdown' ? 'md' : 'json'
      return { fileName: await saveFile(`${conversationFileName(name, conversationId)}.${ending}`, contents) }
    },
    'conversation.curl': ({ snapshotId }) => ({
      text: curlCommand(requireOpen(current).profile.baseUrl, snapshotSummary(context, snapshotId).conversationId),
    }),
  }
}
