/** Reading, keeping, checking and exporting conversations of the open profile. */
import { FailureError } from '../../shared/failure.ts'
import type { ConversationId, SnapshotId } from '../../shared/ids.ts'
import type { Language } from '../../shared/model/language.ts'
import { indentJson } from '../../shared/model/json-text.ts'
import type { ActivityAction, ActivityFacts } from '../../shared/schemas/activity.ts'
import type { SnapshotSummary } from '../../shared/schemas/conversation.ts'
import { createExchangeFact } from '../context/journal.ts'
import type { ExchangeFact, NewActivity } from '../context/journal.ts'
import { requireOpen } from '../context/open-profile.ts'
import type { ProfileContext } from '../context/profile-context.ts'
import { conversationFileName } from '../files/file-name.ts'
import type { HandlersOf, HandlersUnder } from '../ipc/handlers.ts'
import { failureOf } from '../lib/failure-of.ts'
import { shortId } from '../lib/short-id.ts'
import type { MediaOutcomes, TriedMedia } from '../media/media-store.ts'
import { addressOf } from '../service/operations.ts'
import { conversationReport } from './export/conversation-report.ts'
import { bodyText } from './snapshots.ts'
import type { Snapshots } from './snapshots.ts'

type Ended = Pick<NewActivity, 'outcome' | 'facts' | 'failure'>

/** All refuse with `no-profile`. Failures: those of a service call, storage; not-found (`snapshot`). */
export function createViewerHandlers(
  context: ProfileContext,
  snapshots: Snapshots,
  /** Called with every snapshot after it was kept. */
  onKept: (snapshot: SnapshotSummary) => void,
): HandlersOf<'conversation.fetch' | 'conversation.download' | 'conversation.read'> {
  const { current, journal, log, saveFile } = context

  /**
   * Runs a read of the service, and notes its result. An answer that could not be kept is a failure as well; a null,
   * which means that an operator cancelled, is not noted.
   */
  const withJournal = async <Value>(
    { action, conversationId }: { readonly action: ActivityAction; readonly conversationId: ConversationId },
    read: (exchange: ExchangeFact) => Promise<Value>,
    factsOf: (value: NonNullable<Value>) => ActivityFacts,
  ): Promise<Value> => {
    const { profile } = requireOpen(current)
    const note = (end: Ended): void => journal.noteAfter({ profile, action, target: conversationId, ...end })
    const exchange = createExchangeFact()
    try {
      const value = await read(exchange)
      if (value) note({ outcome: 'done', facts: { ...factsOf(value), ...exchange.facts() } })
      return value
    } catch (error) {
      const failure = failureOf(log, `fetching ${shortId(conversationId)}`, error)
      note({ outcome: 'failed', failure })
      throw error instanceof FailureError ? error : new FailureError(failure)
    }
  }

  return {
    'conversation.fetch': ({ conversationId }) => {
      const { profile, client } = requireOpen(current)
      return withJournal(
        { action: 'conversation.opened', conversationId },
        async (exchange) => {
          const received = await client.getConversation(conversationId, exchange)
          const summary = snapshots.keep({ ...received, profileId: profile.id, conversationId })
          onKept(summary)
          return summary
        },
        ({ name }) => ({ name }),
      )
    },
    'conversation.download': async ({ conversationId }) => {
      const { client } = requireOpen(current)
      const fileName = await withJournal(
        { action: 'conversation.saved', conversationId },
        async (exchange) => {
          const body = await client.downloadConversation(conversationId, exchange)
          return saveFile(`${conversationFileName(null, conversationId)}.json`, body)
        },
        () => ({}),
      )
      return { fileName }
    },
    'conversation.read': ({ snapshotId }) => {
      const document = snapshots.document(snapshotId)
      return { summary: snapshots.summary(snapshotId), text: document.text, media: { ...snapshots.media(document) } }
    },
  }
}

// Within single quotes a shell takes every character literally; only a single quote has to be written outside of them.
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** For a POSIX shell, with a placeholder for the token. */
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

/** All refuse with `no-profile`. Failures: not-found (`snapshot`), storage, refused (`file-not-written`). */
export function createExportHandlers(
  { current, saveFile }: Pick<ProfileContext, 'current' | 'saveFile'>,
  snapshots: Snapshots,
  language: () => Language,
): HandlersOf<'conversation.export' | 'conversation.curl'> {
  const report = (id: SnapshotId): string => {
    const document = snapshots.document(id)
    const { conversationId, fetchedAt, bytes } = snapshots.summary(id)
    return conversationReport(document, {
      conversationId,
      fetchedAt,
      bytes,
      media: snapshots.media(document),
      language: language(),
    })
  }
  return {
    'conversation.export': async ({ snapshotId: id, form }) => {
      const { conversationId, name } = snapshots.summary(id)
      const fileName = conversationFileName(name, conversationId)
      if (form === 'markdown') return { fileName: await saveFile(`${fileName}.md`, report(id)) }
      const body = snapshots.body(id)
      return { fileName: await saveFile(`${fileName}.json`, form === 'raw' ? body : indentJson(bodyText(body))) }
    },
    'conversation.curl': ({ snapshotId }) => ({
      text: curlCommand(requireOpen(current).profile.baseUrl, snapshots.summary(snapshotId).conversationId),
    }),
  }
}

/** All refuse with `no-profile`. Failures: not-found (`snapshot`), storage. */
export function createCheckHandlers(
  { current, repositories }: Pick<ProfileContext, 'current' | 'repositories'>,
  outcomes: Pick<MediaOutcomes, 'dead'>,
  tryAllMedia: (snapshotId: SnapshotId) => Promise<TriedMedia>,
): HandlersUnder<'check'> {
  const { mutedChecks: muted } = repositories
  return {
    'check.read': () => {
      const { id } = requireOpen(current).profile
      return { muted: muted.list(id), dead: [...outcomes.dead(id)] }
    },
    'check.mute': ({ rule, muted: isMuted }) => {
      const { id } = requireOpen(current).profile
      muted.set(id, rule, isMuted)
      return muted.list(id)
    },
    'check.tryMedia': ({ snapshotId }) => tryAllMedia(snapshotId),
  }
}
