/** Draft cards: from handed-over files to drafts, and what the operator changes on them. Every change is on disk. */
import { basename } from 'node:path'
import { unescape } from 'node:querystring'
import { setImmediate as turn } from 'node:timers/promises'
import { FailureError } from '../../shared/failure.ts'
import type { DraftId, ImageId, ProfileId } from '../../shared/ids.ts'
import { blankFields } from '../../shared/model/creation-template.ts'
import { draftFindings } from '../../shared/model/findings.ts'
import type { Duplicates } from '../../shared/model/findings/examined.ts'
import type {
  CreationFields,
  Creator,
  CropArea,
  Draft,
  ImageEdit,
  ImageInfo,
  ImageAnalysis,
  RefusedFile,
} from '../../shared/schemas/avatar.ts'
import type { ImageStructure } from '../../shared/schemas/image-structure.ts'
import { defaultCreationRules } from '../../shared/schemas/profile.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import { draftId } from '../../shared/schemas/ids.ts'
import type { Clock } from '../lib/clock.ts'
import { readDataAddress } from '../media/data-address.ts'
import type { FetchMedia } from '../media/fetch-media.ts'
import type { MediaRules } from '../media/resolve-media-address.ts'
import type { DraftRecord, DraftsRepository } from '../store/drafts-repository.ts'
import type { DropCount, DropPart } from './drop-count.ts'
import type { HandedFiles } from '../files/handed-files.ts'
import { maxMegabytes } from './image-source.ts'
import type { ImageSource } from './image-source.ts'
import type { ImageStore } from './image-store.ts'
import { createIntake } from './intake.ts'
import type { Intake } from './intake.ts'
import type { Compared, DuplicateFinder } from './duplicate-portraits.ts'

/** What the page made of an original: how (null: the whole image as it was), the bytes (null to go back), and small. */
export interface Edited {
  readonly edit: ImageEdit | null
  readonly image: Uint8Array | null
  readonly thumbnail: Uint8Array | null
}

/** What the page saw of an original, with a small picture of it where it could make one. */
export interface Seen {
  readonly analysis: ImageAnalysis
  readonly thumbnail: Uint8Array | null
}

/** A draft to be added: its image (null for none), the name of its file, and what it has for itself. */
export interface NewDraft {
  readonly fileName: string
  readonly source: ImageSource | null
  readonly overrides: Draft['overrides']
}

/** What became of handed-over files. */
export interface AddedDrafts {
  readonly added: Draft[]
  readonly refused: RefusedFile[]
}

/**
 * The drafts of all profiles. Functions that take a draft throw `not-found` when the profile has none by that id, and
 * `storage` when the disk refuses.
 */
export interface Drafts {
  readonly read: (profileId: ProfileId) => Promise<Creator>
  readonly shared: (profileId: ProfileId) => CreationFields
  readonly setShared: (profileId: ProfileId, fields: CreationFields) => void
  /** Adds what is behind the handles. */
  readonly add: (profileId: ProfileId, part: DropPart) => Promise<AddedDrafts>
  /** Adds the image behind a `data:` or https address; `rules` as in `MediaLimits`, null without. */
  readonly addAddress: (profileId: ProfileId, address: string, rules: MediaRules | null) => Promise<AddedDrafts>
  readonly addWithoutImage: (profileId: ProfileId) => Draft
  /** Adds one draft with its own fields. Failures: those of `ImageStore.keep`. */
  readonly addOne: (profileId: ProfileId, draft: NewDraft) => Promise<void>
  /**
   * Replaces what will be sent. Without an edit, an image is the conversion of an original that cannot be sent as it is,
   * and no image goes back to the original. Failures: invalid-input, those of `ImageStore.keepEncoded`.
   */
  readonly setEdit: (profileId: ProfileId, id: DraftId, edited: Edited) => Promise<Draft>
  /** Keeps what the page saw of a draft's original. Failures: invalid-input for a thumbnail that is none. */
  readonly setAnalysis: (profileId: ProfileId, id: DraftId, seen: Seen) => Promise<Draft>
  readonly setOverrides: (profileId: ProfileId, id: DraftId, overrides: Draft['overrides']) => Draft
  readonly remove: (profileId: ProfileId, id: DraftId) => void
  /** A draft without its findings. */
  readonly find: (profileId: ProfileId, id: DraftId) => DraftRecord
  /** Takes the metadata out of images that an earlier version took in; at start. */
  readonly prepareOld: () => Promise<void>
}

/** What drafts need; `newId` gives an id that was never used. */
export interface DraftsDeps {
  readonly repository: DraftsRepository
  readonly images: Pick<ImageStore, 'hold' | 'keep' | 'keepEncoded' | 'keepThumbnail' | 'prepare'>
  /** What the bytes of a stored original tell. */
  readonly structureOf: (id: ImageId) => ImageStructure | null
  readonly duplicates: DuplicateFinder
  readonly files: Pick<HandedFiles, 'open'>
  readonly dropCount: DropCount
  readonly fetchMedia: FetchMedia
  readonly findProfile: (id: ProfileId) => Profile | null
  /** Hears that what is told of other drafts than the one that is answered has changed. */
  readonly onOthersChanged: (profileId: ProfileId) => void
  readonly clock: Clock
  readonly newId: () => string
}

const fetchTimeoutMs = 20_000

// So many take a few milliseconds, also when nothing was read before.
const readAtOnce = 50

function invalid(path: string, message: string): FailureError {
  return new FailureError({ kind: 'invalid-input', issues: [{ path, message }] })
}

function assertInside(area: CropArea, { width, height }: Pick<ImageInfo, 'width' | 'height'>): void {
  if (area.x + area.width <= width && area.y + area.height <= height) return
  throw invalid('edit.area', `outside the image of ${String(width)} × ${String(height)}`)
}

function notFound(what: 'draft' | 'image'): FailureError {
  return new FailureError({ kind: 'not-found', what })
}

// The last part of the path, as browsers name a download; '' for an address without one.
function nameOf(address: string): string {
  if (!URL.canParse(address)) return ''
  const { protocol, pathname } = new URL(address)
  const last = protocol === 'data:' ? '' : basename(pathname)
  // Unlike `decodeURIComponent` this takes escapes that are no UTF-8 too, as some servers write them.
  return basename(unescape(last)).slice(0, 255)
}

export function createDrafts(deps: DraftsDeps): Drafts {
  const { repository, images, structureOf, duplicates, files, fetchMedia, findProfile, onOthersChanged, clock, newId } =
    deps

  const withFindings = (record: DraftRecord, duplicatesOf: (draft: Compared) => Duplicates): Draft => {
    const rules = findProfile(record.profileId)?.creation ?? defaultCreationRules
    const structure = record.original === null ? null : structureOf(record.original.imageId)
    return { ...record, findings: draftFindings({ ...record, structure, duplicates: duplicatesOf(record), rules }) }
  }

  const complete = (record: DraftRecord): Draft => withFindings(record, duplicates.among(record.profileId))

  const completeAll = (profileId: ProfileId, records: readonly DraftRecord[]): Draft[] => {
    const duplicatesOf = duplicates.among(profileId)
    return records.map((record) => withFindings(record, duplicatesOf))
  }

  const recordOf = (profileId: ProfileId, id: DraftId): DraftRecord => {
    const record = repository.find(id)
    if (record?.profileId !== profileId) throw notFound('draft')
    return record
  }

  const addRecord = (profileId: ProfileId, { fileName, source, overrides }: NewDraft): Promise<DraftRecord> =>
    images.hold(async () => {
      const stored = source === null ? null : await images.keep(source)
      return repository.add({
        id: draftId.parse(newId()),
        profileId,
        fileName,
        original: stored?.original ?? null,
        prepared: stored?.prepared ?? null,
        edit: null,
        analysis: null,
        overrides,
        createdAt: clock.now(),
      })
    })

  const ended = (profileId: ProfileId, { records, refused }: Intake): AddedDrafts => ({
    added: completeAll(profileId, records),
    refused,
  })

  // Its file is gone, or it is one that would no longer be taken in: the page tells why it cannot be drawn.
  const preparedOrNone = async (original: ImageInfo): Promise<ImageInfo | null> => {
    try {
      return await images.prepare(original)
    } catch (error) {
      if (!(error instanceof FailureError) || error.failure.kind === 'storage') throw error
      return null
    }
  }

  const preparedBy = async (
    { original, analysis }: DraftRecord,
    { edit, image }: Edited,
  ): Promise<ImageInfo | null> => {
    if (original === null) throw notFound('image')
    if (edit === null) {
      const asDropped = await images.prepare(original)
      if (image !== null && asDropped !== null) throw invalid('image', 'the original can be sent as it is')
      return image === null ? asDropped : images.keepEncoded(image)
    }
    if (image === null) throw invalid('image', 'an edit without its result')
    // The decoder knows better than the header, which may lie.
    if (edit.area !== null) assertInside(edit.area, analysis?.decoded === true ? analysis : original)
    return images.keepEncoded(image)
  }

  return {
    find: recordOf,
    read: async (profileId) => {
      const duplicatesOf = duplicates.among(profileId)
      const all: Draft[] = []
      for (const record of repository.list(profileId)) {
        all.push(withFindings(record, duplicatesOf))
        if (all.length % readAtOnce === 0) await turn()
      }
      return { drafts: all, shared: repository.sharedFields(profileId) ?? blankFields }
    },
    shared: (profileId) => repository.sharedFields(profileId) ?? blankFields,
    setShared: repository.setSharedFields,
    add: async (profileId, { windowId, handles, remaining }) => {
      const intake = createIntake()
      const toCome = (count: number): void => {
        deps.dropCount.toCome(windowId, { profileId, files: count })
      }
      toCome(handles.length + remaining)
      // A call that fails ends the drop: the page tells of it.
      let left = 0
      try {
        // One after the other: memory and disk are bounded whatever the number dropped.
        for (const [index, handle] of handles.entries()) {
          const later = handles.length - index - 1 + remaining
          await intake.attempt('', async () => {
            const found = await files.open(handle)
            intake.refused.push(...found.refused)
            for (const [at, { fileName, source }] of found.files.entries()) {
              toCome(found.files.length - at + later)
              await intake.take(fileName, () => addRecord(profileId, { fileName, source, overrides: {} }))
            }
          })
        }
        const result = ended(profileId, intake)
        left = remaining
        return result
      } finally {
        toCome(left)
      }
    },
    addAddress: async (profileId, address, rules) => {
      const intake = createIntake()
      const fileName = nameOf(address)
      await intake.take(fileName, async () => {
        const limits = { limitBytes: maxMegabytes * 2 ** 20, timeoutMs: fetchTimeoutMs, ...(rules && { rules }) }
        const bytes = readDataAddress(address) ?? (await fetchMedia(address, limits)).bytes
        return addRecord(profileId, { fileName: fileName || 'image', source: { bytes }, overrides: {} })
      })
      return ended(profileId, intake)
    },
    addWithoutImage: (profileId) => {
      const [id, createdAt] = [draftId.parse(newId()), clock.now()]
      const nothing = { fileName: '', original: null, prepared: null, edit: null, analysis: null, overrides: {} }
      return { ...repository.add({ id, profileId, createdAt, ...nothing }), findings: [] }
    },
    addOne: (...draft) => addRecord(...draft).then(() => undefined),
    setEdit: (profileId, id, edited) =>
      images.hold(async () => {
        const prepared = await preparedBy(recordOf(profileId, id), edited)
        if (edited.thumbnail !== null && prepared !== null) {
          await images.keepThumbnail([prepared.imageId], edited.thumbnail)
        }
        // Read again: the draft may have been changed or removed while the image was written.
        const record = recordOf(profileId, id)
        // A conversion is made only for want of anything to send: one that comes late takes no crop away.
        const isLate = edited.edit === null && edited.image !== null && record.prepared !== null
        return complete(isLate ? record : repository.update({ ...record, prepared, edit: edited.edit }))
      }),
    setAnalysis: async (profileId, id, { analysis, thumbnail }) => {
      const { original, prepared, edit } = recordOf(profileId, id)
      if (original === null) throw notFound('image')
      if (thumbnail !== null) {
        const asDropped = edit === null && prepared !== null ? [prepared.imageId] : []
        await images.keepThumbnail([...new Set([original.imageId, ...asDropped])], thumbnail)
      }
      const record = repository.setAnalysis(recordOf(profileId, id), analysis)
      if (duplicates.changesOthers(record)) onOthersChanged(profileId)
      return complete(record)
    },
    setOverrides: (profileId, id, overrides) => complete(repository.update({ ...recordOf(profileId, id), overrides })),
    remove: (profileId, id) => {
      repository.remove(recordOf(profileId, id).id)
    },
    prepareOld: () =>
      images.hold(async () => {
        for (const record of repository.unexamined()) {
          if (record.original === null) continue
          const prepared = await preparedOrNone(record.original)
          // What was cropped was encoded anew, and has none.
          if (record.edit === null) repository.update({ ...record, prepared })
        }
      }),
  }
}
