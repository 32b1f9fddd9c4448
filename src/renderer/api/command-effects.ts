/**
 * The changes that each command's answer makes in the cache: the counterpart of `queries.ts`. Most changes come as
 * events.
 */
import type { DataTag, QueryKey } from '@tanstack/react-query'
import type { CommandName, InputOf, OutputOf } from '../../shared/contract.ts'
import type { Job } from '../../shared/schemas/avatar.ts'
import type { Inbox } from '../../shared/schemas/inbox.ts'
import type { LibraryEntry } from '../../shared/schemas/library.ts'
import { appendDrafts, rereadCreator, writeDraft } from './creator-cache.ts'
import { appState, jobById, read } from './queries.ts'
import { queryClient, reread, writeAnswer, writeAnswers } from './query-client.ts'

/** The command counts as done when the returned value has settled. */
export type CommandEffect<Name extends CommandName> = (answer: OutputOf<Name>, input: InputOf<Name>) => unknown

/** Writes the answer as the result of the query. */
function writerOf<Answer>({ queryKey }: { readonly queryKey: DataTag<QueryKey, Answer, Error> }) {
  return (answer: Answer): void => writeAnswer(queryKey, () => answer)
}

const relist = (): Promise<unknown> => reread('library.list', 'library.overview')
const rereadJobs = (): Promise<unknown> => reread('job.list', 'job.counts')
const rereadInbox = (): Promise<unknown> => reread('inbox.list')

function intoEntry(entry: LibraryEntry): Promise<unknown> {
  writerOf(read('library.entry', { conversationId: entry.conversationId }))(entry)
  return relist()
}

// Writes the job now, because its event might not have arrived yet.
function intoJob(job: Job): Promise<unknown> {
  writerOf(jobById(job.id))(job)
  return rereadJobs()
}

const intoAlerts = writerOf(read('alert.read', {}))
const intoQueue = writerOf(read('queue.read', {}))
const intoPresets = writerOf(read('preset.list', {}))
const intoUpdates = writerOf(read('updates.read', {}))

/** Effects by command. A command without an entry changes nothing, or main sends an event. */
export const commandEffects: { readonly [Name in CommandName]?: CommandEffect<Name> } = {
  'preferences.set': (preferences) => writeAnswer(appState().queryKey, (state) => state && { ...state, preferences }),
  'app.setOpensAtLogin': writerOf(read('app.background', {})),
  'creator.setShared': (_done, shared) =>
    writeAnswer(read('creator.read', {}).queryKey, (creator) => creator && { ...creator, shared }),
  'practice.set': writerOf(read('practice.read', {})),
  'practice.reset': () => queryClient.resetQueries(read('practice.read', {})),
  'updates.check': intoUpdates,
  'preset.save': intoPresets,
  'preset.remove': intoPresets,
  'preset.restore': intoPresets,
  'draft.add': ({ added }) => appendDrafts(added),
  'draft.addAddress': ({ added }) => appendDrafts(added),
  'draft.addWithoutImage': rereadCreator,
  'draft.setEdit': writeDraft,
  'draft.setAnalysis': writeDraft,
  'draft.setOverrides': rereadCreator,
  'draft.remove': rereadCreator,
  'draft.restore': rereadCreator,
  'manifest.add': rereadCreator,
  'creation.confirm': () => Promise.all([rereadCreator(), rereadJobs()]),
  'job.edit': intoJob,
  'job.enterTaskId': intoJob,
  'job.markNotCreated': intoJob,
  'job.remove': rereadJobs,
  'job.restore': rereadJobs,
  'queue.setPaused': intoQueue,
  'queue.resume': intoQueue,
  'check.tryMedia': () => reread('check.read'),
  'check.mute': (muted) => writeAnswer(read('check.read', {}).queryKey, (state) => state && { ...state, muted }),
  'library.setFavourite': intoEntry,
  'library.editTags': intoEntry,
  'library.setNote': intoEntry,
  'library.add': relist,
  'inbox.markEnded': rereadInbox,
  'inbox.remove': rereadInbox,
  'inbox.restore': rereadInbox,
  'inbox.edit': (_done, { sessionId, label, note }) => {
    // Main trims a label. The rows change immediately, before main's event brings the stored text.
    const text = { ...(label === undefined ? {} : { label: label.trim() }), ...(note === undefined ? {} : { note }) }
    writeAnswers<Inbox>(['inbox.list'], (inbox) => ({
      ...inbox,
      sessions: inbox.sessions.map((one) => (one.sessionId === sessionId ? { ...one, ...text } : one)),
    }))
  },
  'alert.set': intoAlerts,
  'alert.snooze': intoAlerts,
  'alert.setSettings': intoAlerts,
}
