import { FailureError, orNotFound } from '../../shared/failure.ts'
import type { ConversationId, SnapshotId } from '../../shared/ids.ts'
import type { Language } from '../../shared/model/language.ts'
import type { SnapshotSummary } from '../../shared/schemas/conversation.ts'
import { createExchangeFact } from '../context/journal.ts'
import type { NewActivity } from '../context/journal.ts'
import { requireOpen } from '../context/open-profile.ts'
import type { CurrentProfile } from '../context/open-profile.ts'
import type { ProfileContext } from '../context/profile-context.ts'
import { conversationFileName } from '../files/file-name.ts'
import type { HandlersOf, HandlersUnder } from '../ipc/handlers.ts'
import { failureOf } from '../lib/failure-of.ts'
import { logged } from '../lib/log.ts'
import { shortId } from '../lib/short-id.ts'
import type { MediaRules } from '../media/resolve-media-address.ts'
import { addressOf } from '../service/operations.ts'
import type { OfSnapshot } from './document.ts'
import type { Reader } from './reader/reader.ts'
import type { SaveSnapshot } from './core.ts'
import type { MediaOutcomes, TriedMedia } from '../media/media-store.ts'

/** Of the open profile. Failures: no-profile, not-found, storage. */
export function snapshotSummary(
  { current, repositories }: Pick<ProfileContext, 'current' | 'repositories'>,
  id: SnapshotId,
): SnapshotSummary {
  return orNotFound(repositories.snapshots.get(requireOpen(current).profile.id, id), 'snapshot')
}

function mediaRules(current: CurrentProfile): MediaRules {
  const { baseUrl, mediaBaseUrl } = requireOpen(current).profile
  return { baseUrl, mediaBaseUrl }
}

/** Failures: all of a service call, storage. What came but could not be kept is a failure as well. */
function createFetch(
  context: ProfileContext,
  saveSnapshot: SaveSnapshot,
  onSaved: (snapshot: SnapshotSummary) => void,
): (conversationId: ConversationId) => Promise<SnapshotSummary> {
  const { current, journal, log } = context

  return async (conversationId) => {
    const { profile, client } = requireOpen(current)
    const { id: profileId } = profile
    const note = (end: Pick<NewActivity, 'outcome' | 'facts' | 'failure'>): void =>
      journal.noteAfter({ profile, action: 'conversation.opened', target: conversationId, ...end })
    const exchange = createExchangeFact()
    const fetchAndSave = async () => {
      const received = await client.getConversation(conversationId, exchange)
      return saveSnapshot({ ...received, profileId, conversationId })
    }
    const snapshot = await fetchAndSave().catch((error: unknown) => {
      const failure = failureOf(log, `fetching ${shortId(conversationId)}`, error)
      note({ outcome: 'failed', failure })
      throw error instanceof FailureError ? error : new FailureError(failure)
    })
    // The snapshot is saved whatever becomes of its entry: the library takes it up when it is next opened.
    logged(log, `snapshot ${snapshot.id} was kept, and the library could not take it up`, () => onSaved(snapshot))
    note({ outcome: 'done', facts: { name: snapshot.name, ...exchange.facts() } })
    return snapshot
  }
}

/** All refuse with `no-profile`. Failures: not-found, storage, those of the reader; `fetch` those of a service call. */
export function createViewerHandlers(
  context: ProfileContext,
  own: {
    readonly reader: Pick<Reader, 'ask'>
    readonly saveSnapshot: SaveSnapshot
    /** Hears of every snapshot that an operator asked for, once it is kept. */
    readonly onSaved: (snapshot: SnapshotSummary) => void
  },
): Omit<HandlersUnder<'conversation'>, 'conversation.media' | 'conversation.export' | 'conversation.curl'> {
  const { current } = context
  const { reader, saveSnapshot, onSaved } = own
  const fetchSnapshot = createFetch(context, saveSnapshot, onSaved)
  const of = (snapshotId: SnapshotId): OfSnapshot => ({ profileId: requireOpen(current).profile.id, snapshotId })
  return {
    'conversation.fetch': ({ conversationId }) => fetchSnapshot(conversationId),
    'conversation.read': async ({ snapshotId }) => {
      const summary = snapshotSummary(context, snapshotId)
      return { summary, view: await reader.ask('view', { ...of(snapshotId), rules: mediaRules(current) }) }
    },
    'conversation.items': ({ snapshotId, ...wanted }) =>
      reader.ask('items', { ...of(snapshotId), ...wanted, rules: mediaRules(current) }),
    'conversation.text': async ({ snapshotId, path }) => ({
      text: await reader.ask('text', { ...of(snapshotId), path }),
    }),
    'conversation.pathOfExcerpt': async ({ snapshotId, excerpt }) => ({
      path: await reader.ask('pathOfExcerpt', { ...of(snapshotId), excerpt }),
    }),
    'conversation.rawRows': ({ snapshotId, ...run }) => reader.ask('rawRows', { ...of(snapshotId), ...run }),
    'conversation.findRaw': ({ snapshotId, ...wanted }) => reader.ask('findRaw', { ...of(snapshotId), ...wanted }),
    'conversation.rawText': async ({ snapshotId, form }) => ({
      text: await reader.ask('rawText', { ...of(snapshotId), form }),
    }),
  }
}

// Within single quotes a shell takes every character as it is; only their own end has to be written outside.
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

/** All refuse with `no-profile`. Failures: not-found (`snapshot`), storage. */
export function createExportHandlers(
  context: ProfileContext,
  { reader, language }: { readonly reader: Pick<Reader, 'ask'>; readonly language: () => Language },
): HandlersOf<'conversation.export' | 'conversation.curl'> {
  const { current, saveFile } = context
  return {
    'conversation.export': async ({ snapshotId, form }) => {
      const { id: profileId } = requireOpen(current).profile
      const { conversationId, fetchedAt, bytes, name } = snapshotSummary(context, snapshotId)
      const setting = { conversationId, fetchedAt, bytes, rules: mediaRules(current), language: language() }
      const contents = await reader.ask('file', { profileId, snapshotId, wanted: { form, setting } })
      const ending = form === 'markdown' ? 'md' : 'json'
      return { fileName: await saveFile(`${conversationFileName(name, conversationId)}.${ending}`, contents) }
    },
    'conversation.curl': ({ snapshotId }) => ({
      text: curlCommand(requireOpen(current).profile.baseUrl, snapshotSummary(context, snapshotId).conversationId),
    }),
  }
}

/** All refuse with `no-profile`. Failures: not-found (`snapshot`), storage. */
export function createCheckHandlers(
  context: ProfileContext,
  own: {
    readonly reader: Pick<Reader, 'ask'>
    readonly outcomes: Pick<MediaOutcomes, 'dead'>
    readonly tryAllMedia: (snapshotId: SnapshotId) => Promise<TriedMedia>
  },
): HandlersUnder<'check'> {
  const { current } = context
  const { mutedChecks: muted } = context.repositories
  const { reader, outcomes, tryAllMedia } = own
  return {
    'check.read': async ({ snapshotId }) => {
      const { id: profileId } = requireOpen(current).profile
      const { findings, more } = await reader.ask('checks', {
        profileId,
        snapshotId,
        requestedId: snapshotSummary(context, snapshotId).conversationId,
        rules: mediaRules(current),
        dead: outcomes.dead(profileId),
      })
      return { findings: [...findings], more, muted: muted.list(profileId) }
    },
    'check.mute': ({ rule, muted: isMuted }) => {
      const { id } = requireOpen(current).profile
      muted.set(id, rule, isMuted)
      return muted.list(id)
    },
    'check.tryMedia': ({ snapshotId }) => tryAllMedia(snapshotId),
  }
}
