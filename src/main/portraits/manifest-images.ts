/** Looks at the images of a manifest: whether each is there, is an image, and is there once. Copies nothing. */
import { createHash } from 'node:crypto'
import { posix, resolve, win32 } from 'node:path'
import PQueue from 'p-queue'
import { FailureError } from '../../shared/failure.ts'
import { unreadableReason } from '../../shared/schemas/manifest.ts'
import type { ManifestProblem } from '../../shared/schemas/manifest.ts'
import { isWithin, withFile } from '../files/open-file.ts'
import type { OpenedFile } from '../files/open-file.ts'
import type { ImageStore } from './image-store.ts'
import type { CheckedRow } from './manifest-text.ts'

/** A checked row with its image; null for none, or where it has a problem. */
export interface PlacedRow extends CheckedRow {
  /** Below the manifest's folder, which it must not lead out of. */
  readonly source: { readonly path: string; readonly within: string } | null
  /** Equal for images that may have equal bytes; null where there is no usable image. */
  readonly likeness: string | null
}

/** Where images are searched, and what reads their headers; a manifest without a folder (pasted) finds none. */
interface ImageSearch {
  readonly folder: string | null
  readonly readHeader: ImageStore['readHeader']
}

type PlacedImage = NonNullable<PlacedRow['source']>

// Enough to keep a disk busy; each holds one file open.
const atOnce = 8

// Merely looking at `\\host\share` makes Windows sign in to that host: a manifest from a stranger must not do that.
function isAbsoluteAnywhere(image: string): boolean {
  return win32.isAbsolute(image) || posix.isAbsolute(image) || /^[a-z]:/i.test(image)
}

// Manifests are written on Windows and read everywhere.
const portable = (image: string): string => (process.platform === 'win32' ? image : image.replaceAll('\\', '/'))

// What opening an image says has a name of its own where the manifest is wrong and not the image.
const rowProblems: Readonly<Record<string, ManifestProblem>> = {
  'file-gone': { kind: 'missing-image' },
  'outside-folder': { kind: 'outside-folder' },
}

function unusable(error: unknown): ManifestProblem {
  if (!(error instanceof FailureError) || error.failure.kind !== 'refused') throw error
  const { reason, detail } = error.failure
  return rowProblems[reason] ?? { kind: 'unreadable-image', reason: unreadableReason.parse(reason), detail }
}

/** Where the image of a row is, or why it is not searched. */
function placeOf(image: string, folder: string | null): PlacedImage | ManifestProblem {
  if (isAbsoluteAnywhere(image)) return { kind: 'absolute-path' }
  if (folder === null) return { kind: 'missing-image' }
  const path = resolve(folder, portable(image))
  return isWithin(folder, path) ? { path, within: folder } : { kind: 'outside-folder' }
}

async function findImage(row: CheckedRow, { folder, readHeader }: ImageSearch): Promise<PlacedRow> {
  const none = { ...row, source: null, likeness: null }
  if (row.image === '') return none
  const source = placeOf(row.image, folder)
  if ('kind' in source) return { ...none, problems: [...row.problems, source] }
  try {
    const { bytes, width, height } = await readHeader(source)
    return { ...row, source, likeness: [bytes, width, height].join(' ') }
  } catch (error) {
    return { ...none, problems: [...row.problems, unusable(error)] }
  }
}

const pieceBytes = 2 ** 20

function hashOf({ path, within }: PlacedImage): Promise<string> {
  const hash = createHash('sha256')
  const add = async ({ size, read }: OpenedFile): Promise<string> => {
    for (let from = 0; from < size; from += pieceBytes) hash.update(await read(from, pieceBytes))
    return hash.digest('hex')
  }
  return withFile(path, add, within)
}

async function withoutSecond(row: PlacedRow, firstLines: Map<string, number>): Promise<PlacedRow> {
  if (row.source === null) return row
  try {
    const hash = await hashOf(row.source)
    const first = firstLines.get(hash)
    if (first !== undefined) return { ...row, source: null, problems: [{ kind: 'duplicate-image', line: first }] }
    firstLines.set(hash, row.line)
    return row
  } catch (error) {
    return { ...row, source: null, problems: [unusable(error)] }
  }
}

/** The rows with their images, and with what is wrong with those. */
export async function placeImages(rows: readonly CheckedRow[], search: ImageSearch): Promise<readonly PlacedRow[]> {
  const placed = await new PQueue({ concurrency: atOnce }).addAll(rows.map((row) => () => findImage(row, search)))
  const isGood = ({ problems, likeness }: PlacedRow): boolean => problems.length === 0 && likeness !== null
  const alike = Map.groupBy(placed.filter(isGood), ({ likeness }) => likeness)
  const firstLines = new Map<string, number>()
  const marked: PlacedRow[] = []
  // Only images of equal size are read whole: forty different portraits cost forty headers.
  for (const row of placed) {
    const isCandidate = isGood(row) && (alike.get(row.likeness)?.length ?? 0) > 1
    marked.push(isCandidate ? await withoutSecond(row, firstLines) : row)
  }
  return marked
}
