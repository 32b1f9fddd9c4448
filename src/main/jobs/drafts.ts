/** Draft cards: from handed-over files to drafts, and what the operator changes on them. Every change is on disk. */
import { FailureError } from '../../shared/failure.ts'
import type { DraftId, FileHandle, ProfileId } from '../../shared/ids.ts'
import { blankFields } from '../../shared/model/creation-template.ts'
import { draftFindings } from '../../shared/model/findings.ts'
import type {
  CreationFields,
  Creator,
  CropArea,
  Draft,
  ImageEdit,
  ImageInfo,
  ImageLook,
  RefusedFile,
} from '../../shared/schemas/avatar.ts'
import { usualCreationRules } from '../../shared/schemas/profile.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import { draftId } from '../../shared/schemas/ids.ts'
import type { Clock } from '../clock.ts'
import type { DraftRecord, DraftsRepository } from '../store/drafts-repository.ts'
import type { HandedFiles } from './files.ts'
import type { ImageSource, ImageStore } from './image-store.ts'

/** What the page made of an original: how (null: the whole image as it was), and the bytes, null to go back. */
export interface Edited {
  readonly edit: ImageEdit | null
  readonly image: Uint8Array | null
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
  readonly read: (profileId: ProfileId) => Creator
  readonly setShared: (profileId: ProfileId, fields: CreationFields) => void
  readonly add: (profileId: ProfileId, handles: readonly FileHandle[]) => Promise<AddedDrafts>
  readonly addWithoutImage: (profileId: ProfileId) => Draft
  /** Adds one draft with its own fields. Failures: those of `ImageStore.keep`. */
  readonly addOne: (profileId: ProfileId, draft: NewDraft) => Promise<Draft>
  /** Replaces what will be sent; no image goes back to the original. Failures: invalid-input, refused (`not-an-image`). */
  readonly setEdit: (profileId: ProfileId, id: DraftId, edited: Edited) => Promise<Draft>
  /** Keeps what the page saw of a draft's original. */
  readonly setLook: (profileId: ProfileId, id: DraftId, look: ImageLook) => Draft
  readonly setOverrides: (profileId: ProfileId, id: DraftId, overrides: Draft['overrides']) => Draft
  readonly remove: (profileId: ProfileId, id: DraftId) => void
  readonly find: (profileId: ProfileId, id: DraftId) => Draft
}

/** What drafts need; `newId` gives an id that was never used. */
export interface DraftsDeps {
  readonly repository: DraftsRepository
  readonly images: Pick<ImageStore, 'keep'>
  readonly files: Pick<HandedFiles, 'open'>
  readonly findProfile: (id: ProfileId) => Profile | null
  readonly clock: Clock
  readonly newId: () => string
}

interface Added {
  readonly fileName: string
  readonly image: ImageInfo | null
  readonly overrides: Draft['overrides']
}

function assertInside(area: CropArea, { width, height }: ImageInfo): void {
  if (area.x + area.width <= width && area.y + area.height <= height) return
  const issues = [{ path: 'crop.area', message: `outside the image of ${String(width)} × ${String(height)}` }]
  throw new FailureError({ kind: 'invalid-input', issues })
}

function notFound(what: 'draft' | 'image'): FailureError {
  return new FailureError({ kind: 'not-found', what })
}

/** Gives the drafts over their rows and images. */
export function createDrafts({ repository, images, files, findProfile, clock, newId }: DraftsDeps): Drafts {
  const complete = (record: DraftRecord): Draft => {
    const rules = findProfile(record.profileId)?.creation ?? usualCreationRules
    return { ...record, findings: draftFindings({ ...record, rules }) }
  }

  const recordOf = (profileId: ProfileId, id: DraftId): DraftRecord => {
    const record = repository.find(id)
    if (record?.profileId !== profileId) throw notFound('draft')
    return record
  }

  const add = (profileId: ProfileId, { fileName, image, overrides }: Added): Draft =>
    complete(
      repository.add({
        id: draftId.parse(newId()),
        profileId,
        fileName,
        original: image,
        prepared: image,
        edit: null,
        look: null,
        overrides,
        createdAt: clock.now(),
      }),
    )

  const addOne = async (profileId: ProfileId, { fileName, source, overrides }: NewDraft): Promise<Draft> => {
    const image = source === null ? null : await images.keep(source)
    return add(profileId, { fileName, image, overrides })
  }

  return {
    find: (profileId, id) => complete(recordOf(profileId, id)),
    read: (profileId) => ({
      drafts: repository.list(profileId).map(complete),
      shared: repository.sharedFields(profileId) ?? blankFields,
    }),
    setShared: repository.setSharedFields,
    add: async (profileId, handles) => {
      const added: Draft[] = []
      const refused: RefusedFile[] = []
      // A file that is refused does not stop the others; a mistake of the program does.
      const attempt = async (fileName: string, work: () => Promise<void>): Promise<void> => {
        try {
          await work()
        } catch (error) {
          if (!(error instanceof FailureError)) throw error
          refused.push({ fileName, failure: error.failure })
        }
      }
      // One after the other: memory and disk are bounded whatever the number dropped.
      for (const handle of handles) {
        await attempt('', async () => {
          const found = await files.open(handle)
          refused.push(...found.refused)
          for (const file of found.files) {
            await attempt(file.fileName, async () => {
              added.push(await addOne(profileId, { ...file, overrides: {} }))
            })
          }
        })
      }
      return { added, refused }
    },
    addWithoutImage: (profileId) => add(profileId, { fileName: '', image: null, overrides: {} }),
    addOne,
    setEdit: async (profileId, id, { edit, image }) => {
      const { original } = recordOf(profileId, id)
      if (original === null) throw notFound('image')
      if (edit?.area) assertInside(edit.area, original)
      const prepared = image === null ? original : await images.keep({ bytes: image })
      // Read again: the draft may have been changed or removed while the image was written.
      return complete(repository.update({ ...recordOf(profileId, id), prepared, edit }))
    },
    setLook: (profileId, id, look) => complete(repository.setLook(recordOf(profileId, id), look)),
    setOverrides: (profileId, id, overrides) => complete(repository.update({ ...recordOf(profileId, id), overrides })),
    remove: (profileId, id) => {
      repository.remove(recordOf(profileId, id).id)
    },
  }
}
