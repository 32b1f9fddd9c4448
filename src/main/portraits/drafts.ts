import { basename, dirname } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { invalidInput, notFound } from '../../shared/failure.ts'
import type { DraftId, ProfileId } from '../../shared/ids.ts'
import { defaultFields } from '../../shared/model/creation-template.ts'
import { cleanName } from '../../shared/model/file-names.ts'
import { draftFindings, hasShape, isCreated } from '../../shared/model/findings.ts'
import type {
  CreationFields,
  Creator,
  Draft,
  ImageEdit,
  ImageInfo,
  ImageAnalysis,
} from '../../shared/schemas/avatar.ts'
import type { AppContext } from '../context/app-context.ts'
import type { PracticeSample } from '../context/practice-sample.ts'
import { defaultCreationRules } from '../../shared/schemas/profile.ts'
import { draftId } from '../../shared/schemas/ids.ts'
import type { DraftRecord } from '../store/drafts-repository.ts'
import type { ImageSource } from '../files/image-source.ts'
import type { ImageStore } from './image-store.ts'

/**
 * The page's encoding of an original: the edit (null: the whole image unchanged), the bytes (null: back to the
 * original), and a thumbnail.
 */
export interface EditedImage {
  readonly edit: ImageEdit | null
  readonly image: Uint8Array<ArrayBuffer> | null
  readonly thumbnail: Uint8Array<ArrayBuffer> | null
}

// Reading this many takes a few milliseconds, also when nothing was read before.
const readAtOnce = 50

type Images = Pick<ImageStore, 'hold' | 'keep' | 'keepEncoded' | 'keepThumbnail'>

function assertEdit({ original, analysis }: DraftRecord, { edit, image }: EditedImage): void {
  if (original === null) throw notFound('image')
  if (edit === null) return
  if (image === null) throw invalidInput('image', 'an edit without its result')
  if (edit.area === null) return
  // The decoder is more reliable than the header, which can be wrong.
  const { width, height } = analysis?.decoded === true ? analysis : original
  const isInside = edit.area.x + edit.area.width <= width && edit.area.y + edit.area.height <= height
  if (!isInside) throw invalidInput('edit.area', `outside the image of ${String(width)} × ${String(height)}`)
}

interface DraftChange {
  readonly before: DraftRecord
  readonly now: DraftRecord
}

/**
 * The page converts a whole picture when nothing else can be sent, scaled down where it would be too large. Such an
 * image that arrives late must not replace an edit that the operator made meanwhile, and only dropping the edit removes
 * a crop.
 */
function isLateWhole({ edit, image }: EditedImage, { before, now }: DraftChange): boolean {
  if (image === null || (edit?.area ?? null) !== null) return false
  const wasPreparedMeanwhile = now.prepared !== null && (edit === null || before.prepared === null)
  return wasPreparedMeanwhile || (now.edit?.area ?? null) !== null
}

function createSharedFields(
  { repositories, findProfile }: Pick<AppContext, 'repositories' | 'findProfile'>,
  publicSamples: DraftOptions['publicSamples'],
) {
  /** The default fields; for the practice service with a public conversation and its voice. */
  const first = (id: ProfileId): CreationFields => {
    const sample = findProfile(id)?.kind === 'practice' ? publicSamples()[0] : undefined
    if (sample === undefined) return defaultFields
    return { ...defaultFields, voice: sample.voice, conversationId: sample.conversationId }
  }
  return (id: ProfileId): CreationFields => repositories.drafts.sharedFields(id) ?? first(id)
}

function createPreparation(
  { repositories, findProfile }: Pick<AppContext, 'repositories' | 'findProfile'>,
  images: Images,
) {
  const rulesOf = (profileId: ProfileId) => findProfile(profileId)?.creation ?? defaultCreationRules
  const factsOf = (original: ImageInfo | null) => original && repositories.images.factsOf(original.imageId)

  /** The original if it can be sent without a new encoding, or null. */
  const asDropped = (profileId: ProfileId, original: ImageInfo | null): ImageInfo | null => {
    const isSendable = factsOf(original)?.sendable === true
    return original !== null && isSendable && hasShape(original, rulesOf(profileId)) ? original : null
  }

  const preparedBy = (record: DraftRecord, edited: EditedImage): ImageInfo | null | Promise<ImageInfo> => {
    const { edit, image } = edited
    assertEdit(record, edited)
    const unchanged = asDropped(record.profileId, record.original)
    if (image === null) return unchanged
    if (edit === null && unchanged !== null) throw invalidInput('image', 'the original can be sent as it is')
    return images.keepEncoded(image)
  }

  return { rulesOf, factsOf, asDropped, preparedBy }
}

export interface Drafts {
  /** A draft without its findings. */
  readonly find: (profileId: ProfileId, id: DraftId) => DraftRecord
  /** All drafts with their findings, and the shared fields. */
  readonly read: (profileId: ProfileId) => Promise<Creator>
  readonly shared: (id: ProfileId) => CreationFields
  readonly setShared: (profileId: ProfileId, fields: CreationFields) => void
  /**
   * Adds one draft, without findings; a `source` of null adds a draft without an image. Failures: those of
   * `ImageStore.keep`.
   */
  readonly add: (profileId: ProfileId, draft: NewDraft) => Promise<DraftRecord>
  readonly addWithoutImage: (profileId: ProfileId) => Draft
  /** Adds the current findings. */
  readonly complete: (records: readonly DraftRecord[]) => Draft[]
  /** The drafts whose picture is already an avatar of the profile, or is about to become an avatar. */
  readonly alreadyCreated: (records: readonly DraftRecord[]) => ReadonlySet<DraftId>
  /**
   * Replaces the image to send, except with a whole image that arrives late. Without an edit, an image is the encoding
   * of an original that can't be sent as it is, and null goes back to the original. Failures: invalid-input, those of
   * `ImageStore.keepEncoded`.
   */
  readonly setEdit: (profileId: ProfileId, id: DraftId, edited: EditedImage) => Promise<Draft>
  /** Keeps the page's analysis of an original and its thumbnail. Failures: invalid-input for an invalid thumbnail. */
  readonly setAnalysis: (
    profileId: ProfileId,
    id: DraftId,
    analysis: {
      readonly analysis: ImageAnalysis
      readonly thumbnail: Uint8Array<ArrayBuffer> | null
    },
  ) => Promise<Draft>
  readonly setOverrides: (profileId: ProfileId, id: DraftId, overrides: Draft['overrides']) => Draft
  /** Skips drafts that no longer exist. */
  readonly remove: (profileId: ProfileId, ids: readonly DraftId[]) => void
  /** Puts removed drafts back in their places. Failures: not-found where none of them can be restored. */
  readonly restore: (profileId: ProfileId, ids: readonly DraftId[]) => void
  /** Deletes a draft that has become a job. */
  readonly delete: (profileId: ProfileId, id: DraftId) => void
}

type NewDraft = Pick<Draft, 'fileName' | 'overrides'> & { readonly source: ImageSource | null }

interface DraftOptions {
  /** The public conversations of the practice service; none while it does not run. */
  readonly publicSamples: () => readonly PracticeSample[]
  /** Called when the findings of drafts other than the returned draft have changed. */
  readonly onOthersChanged: (profileId: ProfileId) => void
}

/**
 * The drafts of all profiles; every change is written to disk. Functions that take a draft throw `not-found` when the
 * profile has no draft with that id, and `storage` when the disk refuses.
 */
export function createDrafts(
  context: Pick<AppContext, 'repositories' | 'findProfile' | 'clock' | 'randomId'>,
  images: Images,
  { publicSamples, onOthersChanged }: DraftOptions,
): Drafts {
  const { repositories, clock, randomId } = context
  const repository = repositories.drafts
  const { duplicatesOf, hasCopies } = repositories.duplicates

  const { rulesOf, factsOf, asDropped, preparedBy } = createPreparation(context, images)

  const complete = (record: DraftRecord): Draft => {
    const [image, rules] = [factsOf(record.original), rulesOf(record.profileId)]
    return { ...record, findings: draftFindings({ ...record, image, duplicates: duplicatesOf(record), rules }) }
  }

  const recordOf = (profileId: ProfileId, id: DraftId): DraftRecord => {
    const record = repository.find(id)
    if (record?.profileId !== profileId) throw notFound('draft')
    return record
  }

  const blank = (profileId: ProfileId) => ({
    id: draftId.parse(randomId()),
    profileId,
    createdAt: clock.now(),
    fileName: '',
    folder: '',
    original: null,
    prepared: null,
    edit: null,
    analysis: null,
    overrides: {},
  })

  const shared = createSharedFields(context, publicSamples)

  return {
    find: recordOf,
    read: async (profileId: ProfileId): Promise<Creator> => {
      const drafts: Draft[] = []
      for (const record of repository.list(profileId)) {
        drafts.push(complete(record))
        if (drafts.length % readAtOnce === 0) await turn()
      }
      return { drafts, shared: shared(profileId) }
    },
    shared,
    setShared: (profileId: ProfileId, fields: CreationFields): void =>
      void repository.setSharedFields(profileId, fields),
    add: (profileId: ProfileId, { source, ...fields }: NewDraft): Promise<DraftRecord> =>
      images.hold(async () => {
        const original = source === null ? null : await images.keep(source)
        const prepared = asDropped(profileId, original)
        const folder = source !== null && 'path' in source ? cleanName(basename(dirname(source.path))) : ''
        return repository.add({ ...blank(profileId), ...fields, folder, original, prepared })
      }),
    addWithoutImage: (profileId: ProfileId): Draft => ({ ...repository.add(blank(profileId)), findings: [] }),
    complete: (records) => records.map(complete),
    alreadyCreated: (records) => {
      const isAvatar = (record: DraftRecord): boolean =>
        duplicatesOf(record).some((duplicate) => duplicate.kind === 'job' && isCreated(duplicate.state))
      return new Set(records.filter(isAvatar).map(({ id }) => id))
    },
    setEdit: (profileId: ProfileId, id: DraftId, edited: EditedImage): Promise<Draft> =>
      images.hold(async () => {
        const before = recordOf(profileId, id)
        const prepared = await preparedBy(before, edited)
        if (edited.thumbnail !== null && prepared !== null) {
          await images.keepThumbnail([prepared.imageId], edited.thumbnail)
        }
        // Read again: the draft might have been changed or removed while the image was written.
        const record = recordOf(profileId, id)
        return complete(
          isLateWhole(edited, { before, now: record })
            ? record
            : repository.update({ ...record, prepared, edit: edited.edit }),
        )
      }),
    setAnalysis: async (
      profileId: ProfileId,
      id: DraftId,
      { analysis, thumbnail }: { readonly analysis: ImageAnalysis; readonly thumbnail: Uint8Array<ArrayBuffer> | null },
    ): Promise<Draft> => {
      const { original, prepared, edit } = recordOf(profileId, id)
      if (original === null) throw notFound('image')
      if (thumbnail !== null) {
        const asDropped = edit === null && prepared !== null ? [prepared.imageId] : []
        await images.keepThumbnail([...new Set([original.imageId, ...asDropped])], thumbnail)
      }
      const record = repository.setAnalysis(recordOf(profileId, id), analysis)
      if (hasCopies(record)) onOthersChanged(profileId)
      return complete(record)
    },
    setOverrides: (profileId: ProfileId, id: DraftId, overrides: Draft['overrides']): Draft => {
      const record = repository.update({ ...recordOf(profileId, id), overrides })
      // Among several copies, the draft with custom fields is kept.
      if (hasCopies(record)) onOthersChanged(profileId)
      return complete(record)
    },
    remove: (profileId: ProfileId, ids: readonly DraftId[]): void => {
      repositories.removedRows.remove('draft', profileId, ids, clock.now())
    },
    restore: (profileId: ProfileId, ids: readonly DraftId[]): void => {
      const restored = repositories.removedRows.restore('draft', profileId, ids)
      if (restored.length === 0) throw notFound('draft')
    },
    delete: (profileId: ProfileId, id: DraftId): void => {
      repository.delete(recordOf(profileId, id).id)
    },
  }
}
