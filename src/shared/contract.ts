/**
 * THE list of what the page may ask of main. A row here and a handler in main make an operation; without the handler
 * main does not compile. What else one may need: docs/architecture.md, Adding to it.
 * `query` may be asked again; `command` is sent once: never repeated, cached, prefetched or triggered by a link.
 */
import { z } from 'zod'
import { limits } from './model/limits.ts'
import { accountSample } from './schemas/account.ts'
import { capacities, capacityChanges } from './schemas/alert.ts'
import { liveCallOperations } from './schemas/live-call-operations.ts'
import {
  appState,
  backgroundFacts,
  exchange,
  exchangeLine,
  operationHealth,
  preferences,
  section,
  visibleView,
} from './schemas/app.ts'
import {
  creationFields,
  creationSource,
  creationTicket,
  creator,
  draft,
  imageEdit,
  imageAnalysis,
  job,
  jobBalances,
  jobEditTicket,
  queueState,
  takenFiles,
} from './schemas/avatar.ts'
import { conversationOperations } from './schemas/conversation.ts'
import { conversationProposal, jobCounts, jobList, jobListQuery, jobQuery, voice } from './schemas/history.ts'
import {
  appId,
  draftId,
  exchangeId,
  fileHandle,
  jobId,
  manifestId,
  profileId,
  sessionId,
  taskId,
  ticketId,
} from './schemas/ids.ts'
import { libraryOperations } from './schemas/library.ts'
import { addedManifest, manifestReading } from './schemas/manifest.ts'
import { bytes, command, done, query, savedFile, write } from './schemas/operation.ts'
import type { Operation } from './schemas/operation.ts'
import { practiceChange, practiceSeed, practiceState } from './schemas/practice.ts'
import { preset, presetInput, presetName } from './schemas/preset.ts'
import { dataOperations } from './schemas/settings-file.ts'
import { profileContents, profileInput, profileView, proxySignInInput } from './schemas/profile.ts'
import { shapeOperations } from './schemas/shape.ts'
import { supportOperations } from './schemas/support.ts'
import { unsaved } from './schemas/unsaved.ts'

const draftIds = z.array(draftId).min(1).max(10_000)
const jobIds = z.array(jobId).min(1).max(10_000)

export const contract = {
  'app.state': query({}, appState),
  /** What is on screen is read faster. */
  'app.setVisibleView': command({ ...visibleView.shape, isVisible: z.boolean() }, done),
  /** What this window's page is to begin with: typed before the page, or the program, ended. */
  'app.unsaved': query({}, unsaved),
  /** Keeps it. Failures: storage. */
  'app.setUnsaved': command(unsaved, done),
  /** Without a network, only services on this computer are asked. */
  'app.connectivity': command({ online: z.boolean() }, done),
  /** Into the log; so many in a while. */
  'app.reportError': command(
    {
      message: z.string().max(limits.reportedMessage),
      stack: z.string().max(limits.reportedStack).nullable(),
      section,
    },
    done,
  ),
  ...dataOperations,
  'app.dismissNotice': command({ id: z.string().max(200) }, done),
  'window.open': command({ profileId: profileId.nullable() }, done, 'gesture'),
  /** What closing the last window and logging in can do here, as the system says now. */
  'app.background': query({}, backgroundFacts),
  /** Failures: storage. */
  'app.setOpensAtLogin': command({ opensAtLogin: z.boolean() }, backgroundFacts),
  /** Changes those that are given; answers all of them. */
  'preferences.set': command(preferences.partial(), preferences),

  /** Saves the profile; a window that shows none opens it. Failures: keychain-missing, keychain-locked, invalid-input, storage. */
  'profile.save': command(profileInput, profileView, 'native'),
  /** Reads queryAccount with the fields as given, saved or not; stores nothing. Failures: the service's, `test-limit`. */
  'profile.test': query(profileInput, { account: accountSample, tookMs: z.number() }),
  /** Keeps a sign-in for that proxy alone; sends nothing. Failures: keychain-*, secret-too-long, forbidden-by-policy. */
  'proxy.signIn': command(proxySignInInput, done),
  'profile.open': command({ profileId }, done),
  /** Calls that each application can have at once, whether the profile is open or not. */
  'profile.capacities': query({ profileId }, capacities),
  'profile.setCapacities': command({ profileId, capacities: capacityChanges }, done),
  'profile.contents': query({ profileId }, profileContents),
  'profile.delete': command({ profileId }, done, 'native'),
  'profile.removeSecret': command({ profileId }, profileView, 'gesture'),
  /** Starts the built-in practice service and opens a profile on it, made when there is none. */
  'practice.open': command({}, profileView),
  /** null while it does not run. */
  'practice.read': query({}, practiceState.nullable()),
  /** Changes what is given: a speed for trainings that begin, the faults that are on until Greenroom ends. */
  'practice.set': command(practiceChange, practiceState),
  /** Ids of live calls, which real services never list: they stand in for a call log. Failures: practice-stopped. */
  'practice.sessionIds': query({ appId }, z.array(sessionId)),
  /** Deletes the practice profile, and opens one on a new world. Failures: practice-stopped, storage. */
  'practice.reset': command({ seed: practiceSeed }, profileView, 'gesture'),

  'creator.read': query({}, creator),
  'creator.setShared': command(creationFields, done),
  'preset.list': query({}, z.array(preset)),
  /** Writes over a preset of that name; with a former name it is renamed. Answers the presets as they are then. */
  'preset.save': command(presetInput, z.array(preset)),
  'preset.remove': command({ name: presetName }, z.array(preset), 'gesture'),
  /** Failures: not-found, also where another preset was saved under that name meanwhile. */
  'preset.restore': command({ name: presetName }, z.array(preset)),
  /** `remaining` files come after these in the same drop: should Greenroom end before, its next start reports them. */
  'draft.add': command(
    { handles: z.array(fileHandle).min(1).max(10_000), remaining: z.int().min(0).default(0) },
    takenFiles,
  ),
  /** A `data:` or https address, such as of an image dragged from a web page. */
  'draft.addAddress': command({ address: z.string().min(1).max(limits.imageAddress) }, takenFiles, 'gesture'),
  /** Reads a handed-over CSV file and looks at its images; adds nothing. Failures: refused (`file-gone`). */
  'manifest.read': command({ handle: fileHandle }, manifestReading),
  /**
   * Fills the drafts that good rows of a manifest name, and adds the other good rows as drafts with custom fields, once.
   * Failures: refused (`not-at-hand`).
   */
  'manifest.add': command({ manifestId }, addedManifest),
  'draft.addWithoutImage': command({}, draft),
  /**
   * What will be sent, as the page encoded it. Without an edit, an image is the conversion of a whole original that cannot
   * be sent as it is, and no image goes back to the original.
   */
  'draft.setEdit': command(
    { draftId, edit: imageEdit.nullable(), image: bytes(32 * 2 ** 20), thumbnail: bytes(2 ** 18) },
    draft,
  ),
  'draft.setAnalysis': command({ draftId, analysis: imageAnalysis, thumbnail: bytes(2 ** 18) }, draft),
  'draft.setOverrides': command({ draftId, overrides: creationFields.partial() }, draft),
  /** Passes over drafts that are gone. What is removed can be restored for ten minutes, here and by the operations below. */
  'draft.remove': command({ draftIds }, done, 'gesture'),
  /** The drafts are back as they were, in their places. Failures: not-found where none of them can be restored. */
  'draft.restore': command({ draftIds }, done),
  /** Reads the balance now and issues the ticket that `creation.confirm` takes. Sends nothing that costs. */
  'creation.open': write(creationSource, creationTicket, 'nothing'),
  /** Spends: writes the jobs down and lets the queue send each exactly once. */
  'creation.confirm': write({ ticket: ticketId }, { jobIds: z.array(jobId) }, 'ticket'),

  'job.list': query(jobListQuery, jobList),
  'job.counts': query({}, jobCounts),
  /** In the order of the ids; those that are gone are left out. */
  'job.read': query({ ids: z.array(jobId).min(1).max(200) }, z.array(job)),
  /** Issues the ticket that `job.edit` takes. Failures: refused (`wrong-state`, `missing-fields`), invalid-input. */
  'job.openEdit': write({ jobId, fields: creationFields }, jobEditTicket, 'nothing'),
  /** The job was confirmed with others, so this is confirmed anew. */
  'job.edit': write({ ticket: ticketId }, job, 'ticket'),
  /** Jobs that this one was confirmed in place of: their rows are part of its row. The newest first. */
  'job.earlier': query({ jobId }, z.array(job)),
  /** The last exchange about a job in this run; null without any. */
  'job.exchange': query({ jobId }, exchangeId.nullable()),
  'job.balances': query({ jobId }, jobBalances),
  /** Asks where, and writes those jobs as CSV; null when cancelled. Failures: storage, refused (`file-not-written`). */
  'job.exportCsv': command(jobQuery, savedFile),
  /** Voices that were used, seen in snapshots or seen in public: the most successful first. */
  'voice.list': query({}, z.array(voice)),
  /** Conversations to make avatars from: practice samples, what ready avatars came from, then the library. */
  'creator.conversations': query({}, z.array(conversationProposal)),
  /**
   * An unknown job was created after all: watch this task, once the service knows it. Failures: those of a service call
   * (declined where there is no such task, timeout after 10 s), refused (`wrong-state`, `practice-stopped`,
   * `task-in-queue` where another row has it), not-found, storage.
   */
  'job.enterTaskId': command({ jobId, taskId }, job, 'gesture'),
  /** An unknown job becomes rejected. */
  'job.markNotCreated': command({ jobId }, job, 'gesture'),
  /**
   * Takes the rows off lists, counts and exports at once; all but a waiting job can be restored. Passes over jobs that
   * can't be removed, such as a job that is being sent; fails where no job can be removed.
   */
  'job.remove': command({ jobIds }, done, 'gesture'),
  'job.restore': command({ jobIds }, done),
  'queue.read': query({}, queueState),
  'queue.setPaused': command({ paused: z.boolean() }, queueState, 'gesture'),
  /** Lets a held queue try again now. */
  'queue.resume': command({}, queueState, 'gesture'),

  ...conversationOperations,
  ...libraryOperations,
  ...liveCallOperations,
  ...supportOperations,
  ...shapeOperations,

  /** A recorded, redacted exchange of this run, or a kept exchange of a creation or a close. */
  'exchange.read': query({ exchangeId }, exchange),
  'exchange.recent': query({ profileId }, z.array(exchangeLine)),
  /** Of this run. */
  'exchange.lastHour': query({ profileId }, z.array(operationHealth)),
} as const satisfies Record<string, Operation>

export type Contract = typeof contract

export type OperationName = keyof Contract

export type QueryName = {
  [Name in OperationName]: Contract[Name]['kind'] extends 'query' ? Name : never
}[OperationName]

export type CommandName = Exclude<OperationName, QueryName>

export type InputOf<Name extends OperationName> = z.input<Contract[Name]['input']>

export type ParsedInputOf<Name extends OperationName> = z.output<Contract[Name]['input']>

export type OutputOf<Name extends OperationName> = z.output<Contract[Name]['output']>
