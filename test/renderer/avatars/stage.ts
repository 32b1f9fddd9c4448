/** Main's side of the Avatars section in memory, factories for drafts, jobs and tickets, and helpers for the queue. */
import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { contract } from '../../../src/shared/contract.ts'
import { expandFields, withoutExtension } from '../../../src/shared/model/creation-template.ts'
import { isAlreadyCreated } from '../../../src/shared/model/findings.ts'
import type { HandedFile } from '../../../src/shared/bridge.ts'
import type { JobId } from '../../../src/shared/ids.ts'
import type { Failure, ServiceFacts } from '../../../src/shared/failure.ts'
import type {
  ConfirmedAvatar,
  CreationFields,
  CreationTicket,
  Draft,
  ImageInfo,
  Job,
} from '../../../src/shared/schemas/avatar.ts'
import {
  creationTicket,
  draft as draftSchema,
  imageInfo,
  job as jobSchema,
} from '../../../src/shared/schemas/avatar.ts'
import { fileHandle } from '../../../src/shared/schemas/ids.ts'
import { profileId } from '../../support/page-state.ts'
import { today } from '../../support/world.ts'
import { historyHandlers } from './history.ts'

/** The fields of a new profile. */
export const blank: CreationFields = {
  voice: '',
  conversationId: '',
  language: 'English',
  name: '',
  greeting: '',
  profileText: '',
}

/** Fields that are sufficient for creating avatars. */
export const filled: CreationFields = { ...blank, voice: 'guina', conversationId: '1983775419508027393' }

/** A stored JPEG portrait, 1080 × 1920. */
export function anImage(changes: Partial<ImageInfo> = {}): ImageInfo {
  return imageInfo.parse({
    imageId: 'ab'.repeat(32),
    type: 'jpeg',
    width: 1080,
    height: 1920,
    bytes: 1_200_000,
    ...changes,
  })
}

/** A draft card of `anna.jpg`. */
export function aDraft(changes: Partial<Draft> = {}): Draft {
  const original = changes.original === undefined ? anImage() : changes.original
  return draftSchema.parse({
    id: 'draft-1',
    profileId,
    fileName: 'anna.jpg',
    folder: '',
    original,
    prepared: original,
    edit: null,
    analysis: null,
    overrides: {},
    findings: [],
    createdAt: 1,
    ...changes,
  })
}

/** A job named Anna, waiting. */
export function aJob(changes: Partial<Record<keyof Job, unknown>> = {}): Job {
  return jobSchema.parse({
    id: 'job-1',
    profileId,
    createdAt: 1_000,
    fileName: 'anna.jpg',
    image: anImage(),
    fields: { ...filled, name: 'Anna' },
    state: 'waiting',
    stateSince: 1_000,
    taskId: null,
    step: null,
    status: null,
    submittedAt: null,
    lastContactAt: null,
    result: null,
    failure: null,
    pollFailure: null,
    evidence: null,
    batchId: 'batch-1',
    originalId: null,
    refund: null,
    ...changes,
  })
}

/** The facts of every failed creation. */
export const facts: ServiceFacts = {
  operation: 'createAvatar',
  sent: 'maybe',
  at: Date.now(),
  httpStatus: null,
  code: null,
  message: null,
  exchangeId: null,
}

/** A creation that timed out, so its outcome is unknown. */
export const timedOut: Failure = { kind: 'timeout', timeoutMs: 30_000, phase: 'answer', ...facts }

/** A job that timed out, with the balance before and after it. */
export const unknown = (): Job =>
  aJob({
    state: 'unknown',
    submittedAt: 1_000,
    failure: timedOut,
    evidence: {
      balanceBefore: { avatarCreationsLeft: 37, at: today(10, 31, 4) },
      balanceAfter: { avatarCreationsLeft: 36, at: today(10, 31, 40) },
      sentAt: today(10, 31, 5),
      endedAt: today(10, 31, 35),
    },
  })

/** A time after ten o'clock today, as the page writes it. */
export const clock = (minutes: number, seconds: number): string =>
  new Intl.DateTimeFormat('en', { timeStyle: 'medium' }).format(today(10, minutes, seconds))

/** Main's memory. */
export interface AvatarsState {
  drafts: Draft[]
  shared: CreationFields
  jobs: Job[]
  /** The jobs that main reports as archived. */
  archived?: readonly JobId[]
}

/** Main's side of the section: its data, its handlers, and its answers to dropped files. */
export interface AvatarsMain {
  readonly state: AvatarsState
  readonly handlers: Partial<Handlers>
  readonly dropped: (files: readonly File[]) => readonly HandedFile[]
}

/** Main's confirmation of a draft, the n-th of its batch. */
export function confirmedDraft(draft: Draft, n: number, shared: CreationFields = filled): ConfirmedAvatar {
  const { id, fileName, prepared, overrides, findings } = draft
  const fields = expandFields(shared, overrides, { fileName, n })
  return {
    draftId: id,
    name: fields.name || withoutExtension(fileName),
    image: prepared,
    fields,
    isCustom: Object.keys(overrides).length > 0,
    isCreated: isAlreadyCreated(findings),
  }
}

/** A ticket for these drafts: 37 creations left, read at 10:31:04 today, valid for a minute. */
export function aTicket(count: number, changes: Partial<Record<keyof CreationTicket, unknown>> = {}): CreationTicket {
  return creationTicket.parse({
    ticket: 'ticket-1',
    count,
    balance: { avatarCreationsLeft: 37, at: today(10, 31, 4) },
    balanceFailure: null,
    lastBalance: null,
    queued: 0,
    floor: 0,
    expiresAt: Date.now() + 60_000,
    items: Array.from({ length: count }, (_, index) => confirmedDraft(aDraft(), index + 1)),
    ...changes,
  })
}

/** The last read account; null for an account that was never read. */
export function figures(avatarCreationsLeft: number | null) {
  return contract['account.figures'].output.parse({
    latest: avatarCreationsLeft === null ? null : { at: Date.now(), avatarCreationsLeft, durationLeft: 600 },
    failure: null,
    creationsUsage: { pace: null, today: null, week: null },
    durationUsage: { pace: null, today: null, week: null },
  })
}

/** Main with this memory; `notes.txt` is refused, CSV files are manifests, any other file becomes a draft. */
export function avatarsMain(start: Partial<AvatarsState> = {}): AvatarsMain {
  const saved: AvatarsState = { drafts: [], shared: filled, jobs: [], ...start }
  const files = new Map<string, string>()
  const removed: Draft[] = []
  let tickets = 0
  const change = (id: string, changes: Partial<Draft>): Draft => {
    saved.drafts = saved.drafts.map((draft) => (draft.id === id ? aDraft({ ...draft, ...changes }) : draft))
    const changed = saved.drafts.find((draft) => draft.id === id)
    if (changed === undefined) throw new Error(`no draft ${id}`)
    return changed
  }
  const add = (changes: Partial<Record<keyof Draft, unknown>>): Draft => {
    const draft = draftSchema.parse({ ...aDraft(), ...changes, id: `draft-${saved.drafts.length + 1}` })
    saved.drafts = [...saved.drafts, draft]
    return draft
  }
  return {
    state: saved,
    dropped: (given) =>
      given.map((file) => {
        const handle = fileHandle.parse(`file-${files.size + 1}`)
        files.set(handle, file.name)
        return { handle, fileName: file.name }
      }),
    handlers: {
      'creator.read': () => contract['creator.read'].output.parse({ drafts: saved.drafts, shared: saved.shared }),
      'creator.setShared': (fields) => {
        saved.shared = fields
        return null
      },
      'draft.add': ({ handles }) => {
        const all = handles.map((handle) => ({ handle, fileName: files.get(handle) ?? '' }))
        const isManifest = ({ fileName }: HandedFile): boolean => /\.csv$/i.test(fileName)
        const names = all.filter((file) => !isManifest(file)).map(({ fileName }) => fileName)
        return {
          manifests: all.filter(isManifest),
          added: names.filter((name) => name !== 'notes.txt').map((fileName) => add({ fileName })),
          refused: names
            .filter((name) => name === 'notes.txt')
            .map((fileName) => ({
              fileName,
              failure: { kind: 'refused' as const, reason: 'not-an-image' as const, detail: null },
            })),
        }
      },
      'draft.addWithoutImage': () => add({ fileName: '', original: null, prepared: null }),
      // The image itself does not matter here. Without an image, a draft returns to its original, if the original can
      // be sent.
      'draft.setEdit': ({ draftId, edit, image }) =>
        change(draftId, {
          edit,
          ...(image === null ? {} : { prepared: imageInfo.parse({ ...anImage(), imageId: 'cd'.repeat(32) }) }),
        }),
      'draft.setAnalysis': ({ draftId, analysis }) => change(draftId, { analysis }),
      'draft.setOverrides': ({ draftId, overrides }) => change(draftId, { overrides }),
      'draft.remove': ({ draftIds }) => {
        removed.push(...saved.drafts.filter(({ id }) => draftIds.includes(id)))
        saved.drafts = saved.drafts.filter(({ id }) => !draftIds.includes(id))
        return null
      },
      'draft.restore': ({ draftIds }) => {
        const restored = removed.filter(({ id }) => draftIds.includes(id))
        saved.drafts = [...restored, ...saved.drafts]
        return null
      },
      'creation.open': (source) => {
        tickets += 1
        const ticket = `ticket-${tickets}`
        if (source.kind === 'jobs') return aTicket(source.jobIds.length, { ticket })
        const drafts = source.draftIds.flatMap((id) => saved.drafts.find((draft) => draft.id === id) ?? [])
        const items = drafts.map((draft, index) => confirmedDraft(draft, index + 1, saved.shared))
        return aTicket(drafts.length, { ticket, items })
      },
      'creation.confirm': () => {
        const made = saved.drafts.map((draft, index) => aJob({ id: `job-${index + 1}`, fileName: draft.fileName }))
        saved.jobs = [...made, ...saved.jobs]
        saved.drafts = []
        return { jobIds: made.map((job) => job.id) }
      },
      'account.figures': () => figures(37),
      ...historyHandlers(saved),
    },
  }
}

async function chooseIn(user: UserEvent, menu: string, item: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: menu }))
  await user.click(within(await screen.findByRole('menu', { name: menu })).getByRole('menuitem', { name: item }))
}

/** Chooses an item in the menu of the avatar with this name. */
export async function chooseForJob(user: UserEvent, name: string, item: string): Promise<void> {
  await chooseIn(user, `More for ${name}`, item)
}

/** Chooses an item in the queue's own menu. */
export async function chooseForQueue(user: UserEvent, item: string): Promise<void> {
  await chooseIn(user, 'More for Queue', item)
}

/** Opens the details of the avatar with this name. */
export async function inspect(user: UserEvent, name: string): Promise<HTMLElement> {
  await chooseForJob(user, name, 'Show details')
  const inspector = await screen.findByRole('complementary', { name: 'Avatar details' })
  await within(inspector).findByRole('heading', { name })
  return inspector
}
