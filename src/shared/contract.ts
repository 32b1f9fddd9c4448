/**
 * THE list of operations that the page can call in main. A row here and a handler in main make an operation; without
 * the handler main does not compile. Further steps: docs/architecture.md, Adding to it. A `query` can be repeated; a
 * `command` is sent once: never repeated, cached, prefetched or triggered by a link.
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
  /** Main polls the visible view more often. */
  'app.setVisibleView': command({ ...visibleView.shape, isVisible: z.boolean() }, done),
  /** The typed texts that this window's page starts with, saved before the page or the program ended. */
  'app.unsaved': query({}, unsaved),
  /** Stores the typed texts. Failures: storage. */
  'app.setUnsaved': command(unsaved, done),
  /** Without a network, requests go only to services on this computer. */
  'app.connectivity': command({ online: z.boolean() }, done),
  /** Writes the error into the log; at most 100 a minute. */
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
  /** The system's current state of the tray and of opening at login. */
  'app.background': query({}, backgroundFacts),
  /** Failures: storage. */
  'app.setOpensAtLogin': command({ opensAtLogin: z.boolean() }, backgroundFacts),
  /** Changes the given preferences and returns all of them. */
  'preferences.set': command(preferences.partial(), preferences),

  /**
   * Saves the profile; a window without a profile opens it. Failures: keychain-missing, keychain-locked, invalid-input,
   * storage.
   */
  'profile.save': command(profileInput, profileView, 'native'),
  /** Calls queryAccount with these fields, saved or not; stores nothing. Failures: the service's, `test-limit`. */
  'profile.test': query(profileInput, { account: accountSample, tookMs: z.number() }),
  /**
   * Stores a sign-in for this proxy only; sends nothing. Failures: keychain-*, secret-too-long, forbidden-by-policy.
   */
  'proxy.signIn': command(proxySignInInput, done),
  'profile.open': command({ profileId }, done),
  /** Calls that each application can have at once, whether the profile is open or not. */
  'profile.capacities': query({ profileId }, capacities),
  'profile.setCapacities': command({ profileId, capacities: capacityChanges }, done),
  'profile.contents': query({ profileId }, profileContents),
  'profile.delete': command({ profileId }, done, 'native'),
  'profile.removeSecret': command({ profileId }, profileView, 'gesture'),
  /** Starts the built-in practice service and opens its profile, which is created when there is none. */
  'practice.open': command({}, profileView),
  /** null while the practice service does not run. */
  'practice.read': query({}, practiceState.nullable()),
  /** Changes the given members: the speed applies to new trainings, the faults stay on until Greenroom ends. */
  'practice.set': command(practiceChange, practiceState),
  /** Ids of live calls. Real services never list them, so they replace a call log. Failures: practice-stopped. */
  'practice.sessionIds': query({ appId }, z.array(sessionId)),
  /** Deletes the practice profile and opens a new profile with a new world. Failures: practice-stopped, storage. */
  'practice.reset': command({ seed: practiceSeed }, profileView, 'gesture'),

  'creator.read': query({}, creator),
  'creator.setShared': command(creationFields, done),
  'preset.list': query({}, z.array(preset)),
  /** Overwrites a preset of that name; a former name renames the preset. Returns all presets after the change. */
  'preset.save': command(presetInput, z.array(preset)),
  'preset.remove': command({ name: presetName }, z.array(preset), 'gesture'),
  /** Failures: not-found, also where a different preset has been saved under that name. */
  'preset.restore': command({ name: presetName }, z.array(preset)),
  /**
   * `remaining` files of the same drop follow. If Greenroom ends before they are added, its next start reports them.
   */
  'draft.add': command(
    { handles: z.array(fileHandle).min(1).max(10_000), remaining: z.int().min(0).default(0) },
    takenFiles,
  ),
  /** A `data:` or https address, for example of an image dragged from a web page. */
  'draft.addAddress': command({ address: z.string().min(1).max(limits.imageAddress) }, takenFiles, 'gesture'),
  /** Reads a CSV file by its handle and checks its images; adds nothing. Failures: refused (`file-gone`). */
  'manifest.read': command({ handle: fileHandle }, manifestReading),
  /**
   * Fills the drafts that valid rows of a manifest name, and adds the other valid rows as drafts with custom fields. A
   * manifest can be added once. Failures: refused (`not-at-hand`).
   */
  'manifest.add': command({ manifestId }, addedManifest),
  'draft.addWithoutImage': command({}, draft),
  /**
   * Sets the image that will be sent, as the page encoded it. With an image and no edit, the image is a conversion of
   * an original that cannot be sent unchanged. Without both, the draft returns to the original.
   */
  'draft.setEdit': command(
    { draftId, edit: imageEdit.nullable(), image: bytes(32 * 2 ** 20), thumbnail: bytes(2 ** 18) },
    draft,
  ),
  'draft.setAnalysis': command({ draftId, analysis: imageAnalysis, thumbnail: bytes(2 ** 18) }, draft),
  'draft.setOverrides': command({ draftId, overrides: creationFields.partial() }, draft),
  /**
   * Skips drafts that no longer exist. Removed rows can be restored for ten minutes, here and in the operations below.
   */
  'draft.remove': command({ draftIds }, done, 'gesture'),
  /** Restores the drafts unchanged, in their previous places. Failures: not-found where no draft can be restored. */
  'draft.restore': command({ draftIds }, done),
  /** Reads the balance now and issues the ticket that `creation.confirm` takes. Sends nothing that costs a creation. */
  'creation.open': write(creationSource, creationTicket, 'nothing'),
  /** Spends creations: stores the jobs and lets the queue send each job exactly once. */
  'creation.confirm': write({ ticket: ticketId }, { jobIds: z.array(jobId) }, 'ticket'),

  'job.list': query(jobListQuery, jobList),
  'job.counts': query({}, jobCounts),
  /** In the order of the ids; jobs that no longer exist are left out. */
  'job.read': query({ ids: z.array(jobId).min(1).max(200) }, z.array(job)),
  /** Issues the ticket that `job.edit` takes. Failures: refused (`wrong-state`, `missing-fields`), invalid-input. */
  'job.openEdit': write({ jobId, fields: creationFields }, jobEditTicket, 'nothing'),
  /** Changes a waiting job. The job was confirmed together with others, so the change has its own confirmation. */
  'job.edit': write({ ticket: ticketId }, job, 'ticket'),
  /** The jobs that this job replaces, newest first: their rows are part of its row. */
  'job.earlier': query({ jobId }, z.array(job)),
  /** The last exchange about a job in this run; null without an exchange. */
  'job.exchange': query({ jobId }, exchangeId.nullable()),
  'job.balances': query({ jobId }, jobBalances),
  /**
   * Shows a save dialog and writes the matching jobs as CSV; null when cancelled. Failures: storage, refused
   * (`file-not-written`).
   */
  'job.exportCsv': command(jobQuery, savedFile),
  /** Voices that were used, found in snapshots or seen in public material, the most successful first. */
  'voice.list': query({}, z.array(voice)),
  /** Conversations to make avatars from: practice samples, then sources of ready avatars, then the library. */
  'creator.conversations': query({}, z.array(conversationProposal)),
  /**
   * Records that an unknown job was created, and polls this task after the service has confirmed that it exists.
   * Failures: those of a service call (declined where there is no such task, timeout after 10 s), refused
   * (`wrong-state`, `practice-stopped`, `task-in-queue` where a different row has the task), not-found, storage.
   */
  'job.enterTaskId': command({ jobId, taskId }, job, 'gesture'),
  /** Changes an unknown job to rejected. */
  'job.markNotCreated': command({ jobId }, job, 'gesture'),
  /**
   * Removes the rows from lists, counts and exports immediately; every job except a waiting job can be restored. Skips
   * jobs that can't be removed, such as a job that is being sent; fails where no job can be removed.
   */
  'job.remove': command({ jobIds }, done, 'gesture'),
  'job.restore': command({ jobIds }, done),
  'queue.read': query({}, queueState),
  'queue.setPaused': command({ paused: z.boolean() }, queueState, 'gesture'),
  /** Makes a held queue retry now. */
  'queue.resume': command({}, queueState, 'gesture'),

  ...conversationOperations,
  ...libraryOperations,
  ...liveCallOperations,
  ...supportOperations,
  ...shapeOperations,

  /** A redacted exchange of this run, or a stored exchange of a creation or a close. */
  'exchange.read': query({ exchangeId }, exchange),
  'exchange.recent': query({ profileId }, z.array(exchangeLine)),
  /** Counts only calls of this run. */
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
