/**
 * What the answer of each command changes in the cache: the counterpart of `queries.ts`. Most changes come as events.
 */
import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query'
import type { CommandName, InputOf, OutputOf } from '../../shared/contract.ts'
import type { Job } from '../../shared/schemas/avatar.ts'
import type { CheckReport } from '../../shared/schemas/conversation.ts'
import type { Inbox } from '../../shared/schemas/inbox.ts'
import type { LibraryEntry, PlannedReads } from '../../shared/schemas/library.ts'
import { appendDrafts, rereadCreator, writeDraft } from './creator-cache.ts'
import { appState, jobById, read } from './queries.ts'
import { reread, writeAnswer, writeAnswers } from './query-client.ts'

/** The command counts as done when what this gives has settled. */
export type CommandEffect<Name extends CommandName> = (
  client: QueryClient,
  answer: OutputOf<Name>,
  input: InputOf<Name>,
) => unknown

/** The answer is what the query reads. */
function into<Answer>({ queryKey }: { readonly queryKey: DataTag<QueryKey, Answer, Error> }) {
  return (client: QueryClient, answer: Answer): void => writeAnswer(client, queryKey, () => answer)
}

const relist = (client: QueryClient): Promise<unknown> => reread(client, 'library.list', 'library.overview')
const rereadJobs = (client: QueryClient): Promise<unknown> => reread(client, 'job.index', 'job.counts')

function intoEntry(client: QueryClient, entry: LibraryEntry): Promise<unknown> {
  into(read('library.entry', { conversationId: entry.conversationId }))(client, entry)
  return relist(client)
}

function intoPlanned(client: QueryClient, planned: PlannedReads): Promise<unknown> {
  into(read('library.planned', {}))(client, planned)
  return relist(client)
}

// The event about it may still be on its way.
function intoJob(client: QueryClient, job: Job): Promise<unknown> {
  into(jobById(job.id))(client, job)
  return rereadJobs(client)
}

const intoRules = into(read('closeRule.read', {}))
const intoAlerts = into(read('alert.read', {}))
const intoQueue = into(read('queue.read', {}))
const intoPresets = into(read('preset.list', {}))
const intoUpdates = into(read('updates.read', {}))

/** By command; one that is not here changes nothing, or main sends an event. */
export const commandEffects: { readonly [Name in CommandName]?: CommandEffect<Name> } = {
  'preferences.set': (client, preferences) =>
    writeAnswer(client, appState().queryKey, (state) => state && { ...state, preferences }),
  'creator.setShared': (client, _done, shared) =>
    writeAnswer(client, read('creator.read', {}).queryKey, (creator) => creator && { ...creator, shared }),
  'practice.set': into(read('practice.read', {})),
  'practice.reset': (client) => client.resetQueries(read('practice.read', {})),
  'updates.check': intoUpdates,
  'updates.install': intoUpdates,
  'preset.save': intoPresets,
  'preset.delete': intoPresets,
  'draft.add': (client, { added }) => appendDrafts(client, added),
  'draft.addAddress': (client, { added }) => appendDrafts(client, added),
  'draft.addWithoutImage': rereadCreator,
  'draft.setEdit': writeDraft,
  'draft.setAnalysis': writeDraft,
  'draft.setOverrides': rereadCreator,
  'draft.remove': rereadCreator,
  'manifest.add': rereadCreator,
  'creation.confirm': (client) => Promise.all([rereadCreator(client), rereadJobs(client)]),
  'job.edit': intoJob,
  'job.enterTaskId': intoJob,
  'job.markNotCreated': intoJob,
  'job.remove': rereadJobs,
  'queue.setPaused': intoQueue,
  'queue.resume': intoQueue,
  'check.tryMedia': (client, _tried, { snapshotId }) => client.invalidateQueries(read('check.read', { snapshotId })),
  'check.mute': (client, muted) =>
    writeAnswers<CheckReport>(client, ['check.read'], (report) => ({ ...report, muted })),
  'library.setFavourite': intoEntry,
  'library.editTags': intoEntry,
  'library.setNote': intoEntry,
  'library.setWatch': intoEntry,
  'library.import': intoPlanned,
  'library.pausePlanned': intoPlanned,
  'library.dropPlanned': intoPlanned,
  'inbox.edit': (client, _done, { sessionId, label, note }) => {
    // Main trims a label; the rows follow at once, and with the event for good.
    const text = { ...(label === undefined ? {} : { label: label.trim() }), ...(note === undefined ? {} : { note }) }
    writeAnswers<Inbox>(client, ['inbox.list'], (inbox) => ({
      ...inbox,
      sessions: inbox.sessions.map((one) => (one.sessionId === sessionId ? { ...one, ...text } : one)),
    }))
  },
  'closeRule.save': intoRules,
  'closeRule.remove': intoRules,
  'closeRule.setOn': intoRules,
  'closeRule.cancelSuggestion': intoRules,
  'alert.save': intoAlerts,
  'alert.setOn': intoAlerts,
  'alert.remove': intoAlerts,
  'alert.snooze': intoAlerts,
  'alert.setSettings': intoAlerts,
}
