/** Adds files as drafts, one by one. The number of remaining files is stored on disk, to be reported after a crash. */
import { basename, extname } from 'node:path'
import { unescape } from 'node:querystring'
import type { OutputOf } from '../../shared/contract.ts'
import type { HandedFile } from '../../shared/bridge.ts'
import { FailureError, refusal } from '../../shared/failure.ts'
import type { FileHandle, ProfileId } from '../../shared/ids.ts'
import { cleanName } from '../../shared/model/file-names.ts'
import type { RefusedFile } from '../../shared/schemas/avatar.ts'
import type { FoundFile, HandedFiles } from '../files/handed-files.ts'
import { logged } from '../lib/log.ts'
import type { Log } from '../lib/log.ts'
import { readDataAddress } from '../media/media-content.ts'
import type { FetchMedia } from '../media/fetch-media.ts'
import type { MediaRules } from '../media/resolve-media-address.ts'
import type { DraftRecord, UnfinishedDrop } from '../store/drafts-repository.ts'
import type { Repositories } from '../store/repositories.ts'
import type { Drafts } from './drafts.ts'
import { maxMegabytes } from '../files/image-source.ts'

/** The counts of the drops in progress, one for each window; a row holds the sum of a profile. */
export interface DropCount {
  /**
   * Writes how many files of a window's drop remain; 0 means that the drop has ended. A failed write is logged and
   * stops nothing: the files matter more than their number.
   */
  readonly toCome: (windowId: number, drop: UnfinishedDrop) => void
  /** The unfinished drops of all profiles. Failures: storage. */
  readonly list: Repositories['unfinishedDrops']['list']
  /** Forgets the unfinished drops of a profile, because the operator knows of them. Failures: storage. */
  readonly forget: (profileId: ProfileId) => void
}

export function createDropCount(repository: Repositories['unfinishedDrops'], log: Log): DropCount {
  const drops = new Map<number, UnfinishedDrop>()
  const write = (profileId: ProfileId): void => {
    let toCome = 0
    for (const drop of drops.values()) if (drop.profileId === profileId) toCome += drop.files
    logged(log, 'the remaining files of a drop could not be stored', () => repository.set(profileId, toCome))
  }
  return {
    toCome: (windowId, drop) => {
      const before = drops.get(windowId)
      drops.set(windowId, drop)
      // The window switched its profile during the drop: the remaining files go to the new profile.
      if (before !== undefined && before.profileId !== drop.profileId) write(before.profileId)
      write(drop.profileId)
      if (drop.files === 0) drops.delete(windowId)
    },
    list: repository.list,
    forget: (profileId) => {
      for (const [windowId, drop] of drops) if (drop.profileId === profileId) drops.delete(windowId)
      repository.set(profileId, 0)
    },
  }
}

export type AddedDrafts = OutputOf<'draft.add'>

const fetchTimeoutMs = 20_000

// The last part of the path, as browsers name a download; '' for an address without a path.
function nameOf(address: string): string {
  if (!URL.canParse(address)) return ''
  const { protocol, pathname } = new URL(address)
  const last = protocol === 'data:' ? '' : basename(pathname)
  // Unlike `decodeURIComponent`, `unescape` also accepts escapes that are not UTF-8, which some servers write.
  return cleanName(basename(unescape(last)).slice(0, 255))
}

/** Adds an expected failure to `refused`; throws a bug. */
export async function attempt(refused: RefusedFile[], fileName: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof FailureError)) throw error
    refused.push({ fileName, failure: error.failure })
  }
}

/** Makes drafts from handed-over files. A file that is no image is refused by name; the other files are added. */
export interface Intake {
  /**
   * Adds the images behind the handles, which are a part of a window's drop; `remaining` files of the drop follow. CSV
   * files, also in folders, are handed back: the page shows them before their rows are added.
   */
  readonly add: (profileId: ProfileId, drop: DropPart) => Promise<AddedDrafts>
  /** Adds the image behind a `data:` or https address; `rules` as in `MediaLimits`, null without. */
  readonly addAddress: (profileId: ProfileId, address: string, rules: MediaRules | null) => Promise<AddedDrafts>
}

interface DropPart {
  readonly windowId: number
  readonly handles: readonly FileHandle[]
  readonly remaining: number
}
const isManifest = ({ fileName }: FoundFile): boolean => extname(fileName).toLowerCase() === '.csv'

// Each manifest is shown in a dialog of its own.
const maxManifests = 20

export function createIntake(
  drafts: Pick<Drafts, 'add' | 'complete'>,
  options: {
    readonly files: Pick<HandedFiles, 'open' | 'nameOf' | 'holding' | 'handOver'>
    readonly dropCount: Pick<DropCount, 'toCome'>
    readonly fetchMedia: FetchMedia
  },
): Intake {
  const { files, dropCount, fetchMedia } = options
  return {
    add: async (profileId, { windowId, handles, remaining }) => {
      const records: DraftRecord[] = []
      const refused: RefusedFile[] = []
      const manifests: HandedFile[] = []
      const toCome = (count: number): void => dropCount.toCome(windowId, { profileId, files: count })
      toCome(handles.length + remaining)
      const addOne = async (handle: FileHandle, later: number): Promise<void> => {
        const openedFiles = await files.open(handle)
        refused.push(...openedFiles.refused)
        for (const file of openedFiles.files.filter(isManifest)) {
          if (manifests.length < maxManifests) manifests.push(files.handOver(file))
          else
            refused.push({ fileName: file.fileName, failure: refusal('too-many-files', String(maxManifests)).failure })
        }
        const images = openedFiles.files.filter((file) => !isManifest(file))
        for (const [imageIndex, { fileName, source }] of images.entries()) {
          toCome(images.length - imageIndex + later)
          await attempt(refused, fileName, async () => {
            records.push(await drafts.add(profileId, { fileName, source, overrides: {} }))
          })
        }
      }
      // A failed call ends the drop: the page shows the failure.
      let outstanding = 0
      try {
        // One after the other, so that memory and disk load stay bounded for any number of files.
        await files.holding(handles, async () => {
          for (const [index, handle] of handles.entries()) {
            const later = handles.length - index - 1 + remaining
            await attempt(refused, files.nameOf(handle), () => addOne(handle, later))
          }
        })
        const added = drafts.complete(records)
        outstanding = remaining
        return { added, refused, manifests }
      } finally {
        toCome(outstanding)
      }
    },
    addAddress: async (profileId, address, rules) => {
      const records: DraftRecord[] = []
      const refused: RefusedFile[] = []
      const fileName = nameOf(address)
      await attempt(refused, fileName, async () => {
        const limits = { limitBytes: maxMegabytes * 2 ** 20, timeoutMs: fetchTimeoutMs, ...(rules && { rules }) }
        const bytes = readDataAddress(address) ?? (await fetchMedia(address, limits)).bytes
        records.push(await drafts.add(profileId, { fileName: fileName || 'image', source: { bytes }, overrides: {} }))
      })
      return { added: drafts.complete(records), refused, manifests: [] }
    },
  }
}
