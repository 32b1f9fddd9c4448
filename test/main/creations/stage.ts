/** All parts of avatars on a real database and real files, with a clock that the test moves and a scripted service. */
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { createCreations } from '../../../src/main/creations/creations.ts'
import type { Creations } from '../../../src/main/creations/creations.ts'
import type { CreationHandlers } from '../../../src/main/creations/handlers.ts'
import { createMediaFetcher } from '../../../src/main/media/fetch-media.ts'
import { sampleList } from '../../../src/practice/sample-conversations.ts'
import type { CallOptions, ServiceClient, ValueOf } from '../../../src/main/service/operations.ts'
import type { CreateAvatarInput } from '../../../src/main/service/creation-body.ts'
import type { EndedBatch } from '../../../src/main/store/job-counts-repository.ts'
import { openSubmissionLog } from '../../../src/main/store/submission-log.ts'
import type { OpenProfile } from '../../../src/main/context/open-profile.ts'
import { createActiveProfiles } from '../../../src/main/workspaces/active-profiles.ts'
import type { ActiveProfilesOwner } from '../../../src/main/workspaces/active-profiles.ts'
import { FailureError, refusal } from '../../../src/shared/failure.ts'
import type { Failure } from '../../../src/shared/failure.ts'
import type { ExchangeId, JobId, ProfileId, TaskId } from '../../../src/shared/ids.ts'
import type { CreationFields, Draft, Job, JobState } from '../../../src/shared/schemas/avatar.ts'
import { profile as profileSchema } from '../../../src/shared/schemas/profile.ts'
import type { Profile } from '../../../src/shared/schemas/profile.ts'
import { jobId as jobIdSchema, taskId } from '../../../src/shared/schemas/ids.ts'
import { appContextOf } from '../../support/app-context.ts'
import { settle } from '../../support/manual-clock.ts'
import { serviceFailure } from '../../support/scripted-service.ts'
import { profileOf, setStage } from '../../support/subjects.ts'
import type { Stage } from '../../support/subjects.ts'
import { savedText } from '../../support/saved-text.ts'
import { scratchFolder } from '../../support/scratch-folder.ts'

export interface AvatarScript {
  create: (input: CreateAvatarInput, place: number, onUpload?: (share: number) => void) => Promise<TaskId>
  poll: (task: TaskId) => Promise<Partial<ValueOf<'queryAvatar'>>>
}

/** Avatars with the operations that the windows on the stage's profile call. */
export type StagedJobs = Creations & { readonly handlers: CreationHandlers }

/** Avatars on a stage. */
export interface AvatarStage extends Stage {
  readonly script: AvatarScript
  /** Inputs of createAvatar, in the order of the calls. */
  readonly created: readonly CreateAvatarInput[]
  /** Tasks that were polled, in order. */
  readonly polls: readonly TaskId[]
  readonly client: ServiceClient
  readonly jobs: StagedJobs
  /** Main's own: a test makes the computer sleep, disconnects the network, or has the token of a profile refused. */
  readonly activeProfiles: ActiveProfilesOwner
  /** Ends this run and starts a new one on the same database, as after a crash; its jobs are then `stage.jobs`. */
  readonly restart: () => Promise<void>
  /** Ends this run as Greenroom does when it quits. */
  readonly quit: () => Promise<void>
  /**
   * Profiles whose service does not run, with the refusal. Active profiles follow each change of this map and the next
   * two.
   */
  readonly unserved: Map<ProfileId, Error>
  readonly profiles: Map<ProfileId, Profile>
  /** Clients that replace the first client, as after a profile was saved. */
  readonly renewed: Map<ProfileId, ServiceClient>
  readonly folder: string
  /** Files that an operator saved, oldest first. */
  readonly saved: readonly { readonly name: string; readonly text: string }[]
  /** Whether a window has the focus, and the batches that were reported outside of it. */
  readonly workspace: { attended: boolean; readonly shown: EndedBatch[] }
  /** Profiles of the avatars that became ready, oldest first. */
  readonly ready: readonly ProfileId[]
  /** Exchanges that are kept for evidence, oldest first. */
  readonly kept: readonly ExchangeId[]
}

/** The calling window. */
export const context = { windowId: 7 }

/** Fields that complete a creation. */
export const fields: CreationFields = {
  voice: 'Echo',
  conversationId: '1712345678901234567',
  language: 'English',
  name: '{n}',
  greeting: '',
  profileText: '',
}

/** A task id of 19 digits that ends in `place`. */
export function taskOf(place: number): TaskId {
  return taskId.parse(String(1_712_345_678_900_000_000n + BigInt(place)))
}

/** A map that reports every change. */
class FollowedMap<Key, Value> extends Map<Key, Value> {
  readonly #follow: () => void

  constructor(follow: () => void) {
    super()
    this.#follow = follow
  }

  override set(key: Key, value: Value): this {
    super.set(key, value)
    this.#follow()
    return this
  }

  override delete(key: Key): boolean {
    const isDeleted = super.delete(key)
    this.#follow()
    return isDeleted
  }

  override clear(): void {
    super.clear()
    this.#follow()
  }
}

/** Sets a stage whose service accepts every creation and trains for ever. */
export async function setAvatarStage(changes: Partial<Profile> = {}): Promise<AvatarStage> {
  const stage = setStage(changes)
  const folder = scratchFolder()
  const created: CreateAvatarInput[] = []
  const polls: TaskId[] = []
  const script: AvatarScript = {
    create: (_input, place) => Promise.resolve(taskOf(place)),
    poll: () => Promise.resolve({ status: 0, step: 'preparing' }),
  }
  const recorded = ({ onExchange }: CallOptions = {}): void => {
    const { exchange } = stage.service.script
    if (exchange !== null) onExchange?.(exchange)
  }
  const client: ServiceClient = {
    ...stage.service.client,
    createAvatar: async (input, options) => {
      recorded(options)
      const place = created.push(input)
      const task = await script.create(input, place, options?.onUpload)
      return { taskId: task, at: stage.clock.now() }
    },
    queryAvatar: async (task, options) => {
      recorded(options)
      polls.push(task)
      const seen = await script.poll(task)
      const nothing = {
        status: null,
        step: null,
        conversationId: null,
        name: null,
        modelSceneId: null,
        coverImage: null,
      }
      return { ...nothing, ...seen, at: stage.clock.now() }
    },
  }
  let activeProfiles: ActiveProfilesOwner | null = null
  const follow = (): void => activeProfiles?.update()
  const profiles = new FollowedMap<ProfileId, Profile>(follow)
  const unserved = new FollowedMap<ProfileId, Error>(follow)
  const renewed = new FollowedMap<ProfileId, ServiceClient>(follow)
  profiles.set(profileOf(changes).id, profileOf(changes))
  const opened = new Map<ProfileId, OpenProfile>()
  const openOf = (profile: Profile): OpenProfile => {
    const now = { profile, client: renewed.get(profile.id) ?? client }
    const known = opened.get(profile.id)
    if (known?.profile === now.profile && known.client === now.client) return known
    opened.set(profile.id, now)
    return now
  }
  const saved: { name: string; text: string }[] = []
  const workspace: AvatarStage['workspace'] = { attended: true, shown: [] }
  const ready: ProfileId[] = []
  const kept: ExchangeId[] = []
  stage.open({ profile: profileOf(changes), client })
  const start = async (): Promise<{ jobs: StagedJobs; activeProfiles: ActiveProfilesOwner }> => {
    const made = createActiveProfiles(
      { profiles: () => [...profiles.values()], isShown: () => true, hasUnfinishedJobs: () => true },
      stage.log,
      () => undefined,
    )
    const context = appContextOf(stage, {
      dataFolder: folder,
      submissions: openSubmissionLog({ file: path.join(folder, 'submissions.jsonl'), log: stage.log }),
      findProfile: (id) => profiles.get(id) ?? null,
      saveFile: (name, contents) => {
        saved.push({ name, text: savedText(contents) })
        return Promise.resolve(name)
      },
    })
    const built = createCreations(context, {
      activeProfiles: made,
      shown: { isOpen: (id) => stage.current()?.profile.id === id, all: () => [], emitTo: () => stage.emit },
      service: {
        clientFor: (id) => {
          const refused = unserved.get(id)
          return refused === undefined ? Promise.resolve(renewed.get(id) ?? client) : Promise.reject(refused)
        },
        isTokenRefused: made.isTokenRefused,
        fetchMedia: createMediaFetcher(
          { resolveProxy: () => Promise.resolve('DIRECT'), certificates: () => [] },
          stage.clock,
          { isAllowed: () => true },
        ),
        exchanges: { keep: (id) => void kept.push(id) },
        media: { get: () => Promise.reject(new Error('no media are had here')) },
        practice: { running: () => ({ conversations: sampleList }) },
      },
      listeners: {
        onBalanceRead: stage.accountSamples.add,
        onReady: (id) => void ready.push(id),
        isAttended: () => workspace.attended,
        onBatchEnd: (batch) => void workspace.shown.push(batch),
        onProgress: () => undefined,
      },
    })
    activeProfiles = made
    const swept = built.start()
    made.start({ open: openOf, isServed: ({ id }) => !unserved.has(id), begin: built.begin })
    await swept
    return { jobs: { ...built, handlers: built.handlersAt(stage) }, activeProfiles: made }
  }
  let run = await start()
  // Runs the work that an active profile starts immediately.
  await stage.clock.pass(0)
  const quit = (): Promise<void> => {
    run.activeProfiles.dispose()
    return run.jobs.dispose()
  }
  onTestFinished(() => void quit())
  return {
    ...stage,
    get jobs() {
      return run.jobs
    },
    get activeProfiles() {
      return run.activeProfiles
    },
    quit,
    script,
    created,
    polls,
    client,
    unserved,
    profiles,
    renewed,
    folder,
    saved,
    workspace,
    ready,
    kept,
    restart: async () => {
      void quit()
      run = await start()
      await rest()
      await stage.clock.pass(0)
      await rest()
    },
  }
}

/** A client whose calls fail before anything is sent. */
export function failingClient({ client }: AvatarStage, error: Error): ServiceClient {
  const fail = (): Promise<never> => Promise.reject(error)
  return { ...client, queryAccount: fail, createAvatar: fail, queryAvatar: fail }
}

/** The computer sleeps for a moment: every active profile ends and starts again. */
export function nap({ activeProfiles }: AvatarStage): void {
  activeProfiles.setAsleep(true)
  activeProfiles.setAsleep(false)
}

const isAtFiles = (): boolean => process.getActiveResourcesInfo().some((name) => /^(?:FSReq|CloseReq)/.test(name))

/** Waits until all work on files, however slow the disk is, and on promises of the script has settled. */
export async function rest(): Promise<void> {
  for (let turns = 0; turns < 50; turns = isAtFiles() ? 0 : turns + 1) await settle()
}

/** The service accepts the next requests, and from then on the disk refuses writes. */
export function acceptOnFullDisk({ script, database }: AvatarStage): void {
  script.create = (_input, place) => {
    database.exec('PRAGMA query_only = ON')
    return Promise.resolve(taskOf(place))
  }
}

/** Makes drafts without an image and confirms them; returns the ids of the jobs, in order. */
export async function confirm(stage: AvatarStage, count = 1): Promise<JobId[]> {
  const { handlers } = stage.jobs
  await handlers['creator.setShared'](fields, context)
  const drafts: Draft[] = []
  for (let n = 0; n < count; n += 1) drafts.push(await handlers['draft.addWithoutImage']({}, context))
  const source = { kind: 'drafts' as const, draftIds: drafts.map(({ id }) => id) }
  const { ticket } = await handlers['creation.open'](source, context)
  const { jobIds } = await handlers['creation.confirm']({ ticket }, context)
  await rest()
  return jobIds
}

/** All jobs of the open profile as the page sees them, newest first. */
export async function jobsNow({ jobs }: AvatarStage): Promise<readonly Job[]> {
  const { rows } = await jobs.handlers['job.list'](
    { search: '', states: [], sort: 'newest', archived: false, limit: 1_000 },
    context,
  )
  return rows
}

/** A job as the page sees it. */
export async function jobNow(stage: AvatarStage, id: JobId | undefined): Promise<Job> {
  const found = (await jobsNow(stage)).find((job) => job.id === id)
  if (found === undefined) throw new Error(`no job ${String(id)}`)
  return found
}

/** States of all jobs of the open profile, newest first. */
export async function states(stage: AvatarStage): Promise<JobState[]> {
  return (await jobsNow(stage)).map(({ state }) => state)
}

/** Actions and outcomes in the journal, oldest first. */
export function noted(stage: AvatarStage): readonly string[] {
  return stage.entries().map(({ action, outcome }) => `${action} ${outcome}`)
}

/** The failure with which `work` is refused. */
export async function failureOf(work: () => unknown): Promise<Failure> {
  try {
    await work()
  } catch (error) {
    expect(error).toBeInstanceOf(FailureError)
    if (error instanceof FailureError) return error.failure
  }
  throw new Error('nothing was refused')
}

/** A refusal by Greenroom, as a value. */
export function refused(...args: Parameters<typeof refusal>): Failure {
  return refusal(...args).failure
}

/** A timeout after the request had left. */
export const lostAnswer = serviceFailure(
  { kind: 'timeout', timeoutMs: 60_000, phase: 'answer' },
  { operation: 'createAvatar', sent: 'maybe' },
)

/** A connection that failed. */
export const noConnection = serviceFailure(
  { kind: 'connection-refused', host: 'service.example' },
  { operation: 'createAvatar', sent: 'no' },
)

/** A second profile, without anything open on it. */
export const otherProfile = profileSchema.parse({ ...profileOf(), id: 'p2', name: 'Desk' })

/** An id of a job that does not exist. */
export const noJob = jobIdSchema.parse('nothing')

/** Makes copies of the only job, each with its own task. */
export function copyJob({ database }: AvatarStage, count: number): void {
  const row = database.prepare('SELECT * FROM jobs').get() ?? {}
  const names = Object.keys(row).filter((name) => name !== 'seq')
  const insert = database.prepare(`INSERT INTO jobs (${names.join()}) VALUES (${names.map(() => '?').join()})`)
  for (let n = 0; n < count; n += 1) {
    const copy = new Map(Object.entries({ ...row, id: `copy-${String(n)}`, task_id: taskOf(1_000 + n) }))
    insert.run(...names.map((name) => copy.get(name) ?? null))
  }
}
