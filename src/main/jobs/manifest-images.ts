/** Looks at the images of a manifest: whether each is there, is an image, and is there once. Copies nothing. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { posix, resolve, win32 } from 'node:path'
import { FailureError } from '../../shared/failure.ts'
import { unreadableReason } from '../../shared/schemas/manifest.ts'
import type { ManifestProblem } from '../../shared/schemas/manifest.ts'
import { fileProblem } from './file-problem.ts'
import type { ImageStore } from './image-store.ts'
import type { CheckedRow } from './manifest-rows.ts'

/** A checked row with the path of its image; null for none, or where it has a problem. */
export interface PlacedRow extends CheckedRow {
  readonly path: string | null
}

/** Where images are looked for, and what looks at them; a manifest without a folder (pasted) finds none. */
export interface ImageSearch {
  readonly folder: string | null
  readonly look: ImageStore['look']
}

interface SeenRow extends PlacedRow {
  /** Equal for images that may have equal bytes; null where there is no usable image. */
  readonly likeness: string | null
}

// Enough to keep a disk busy; each holds one file open.
const atOnce = 8

async function mapAtOnce<Item, Value>(
  items: readonly Item[],
  work: (item: Item) => Promise<Value>,
): Promise<readonly Value[]> {
  const results: Value[] = []
  const queue = items.entries()
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}

// Merely looking at `\\host\share` makes Windows sign in to that host: a manifest from a stranger must not do that.
function isAbsoluteAnywhere(image: string): boolean {
  return win32.isAbsolute(image) || posix.isAbsolute(image) || /^[a-z]:/i.test(image)
}

// Manifests are written on Windows and read everywhere.
const portable = (image: string): string => (process.platform === 'win32' ? image : image.replaceAll('\\', '/'))

async function isMissing(path: string): Promise<boolean> {
  try {
    await stat(path)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
  }
}

function unreadable(error: unknown): ManifestProblem {
  if (!(error instanceof FailureError) || error.failure.kind !== 'refused') throw error
  const { reason, detail } = error.failure
  return { kind: 'unreadable-image', reason: unreadableReason.parse(reason), detail }
}

async function lookAt(row: CheckedRow, { folder, look }: ImageSearch): Promise<SeenRow> {
  const without = (problem: ManifestProblem): SeenRow => ({
    ...row,
    problems: [...row.problems, problem],
    path: null,
    likeness: null,
  })
  if (row.image === '') return { ...row, path: null, likeness: null }
  if (isAbsoluteAnywhere(row.image)) return without({ kind: 'absolute-path' })
  const path = folder === null ? null : resolve(folder, portable(row.image))
  if (path === null || (await isMissing(path))) return without({ kind: 'missing-image' })
  try {
    const { bytes, width, height } = await look({ path })
    return { ...row, path, likeness: [bytes, width, height].join(' ') }
  } catch (error) {
    return without(unreadable(error))
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  try {
    for await (const piece of createReadStream(path)) hash.update(piece as Uint8Array)
  } catch (error) {
    throw fileProblem(error, path)
  }
  return hash.digest('hex')
}

function repeatedIn(rows: readonly SeenRow[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const { likeness } of rows) {
    if (likeness !== null && seen.has(likeness)) repeated.add(likeness)
    if (likeness !== null) seen.add(likeness)
  }
  return repeated
}

const isGood = ({ problems }: CheckedRow): boolean => problems.length === 0

// Only images of equal size are read whole: forty different portraits cost forty headers.
async function markDuplicates(rows: readonly SeenRow[]): Promise<readonly PlacedRow[]> {
  const repeated = repeatedIn(rows.filter(isGood))
  const firstLines = new Map<string, number>()
  const marked: PlacedRow[] = []
  for (const { likeness, ...row } of rows) {
    const isCandidate = isGood(row) && row.path !== null && likeness !== null && repeated.has(likeness)
    marked.push(isCandidate ? await withoutSecond(row, firstLines) : row)
  }
  return marked
}

async function withoutSecond(row: PlacedRow, firstLines: Map<string, number>): Promise<PlacedRow> {
  if (row.path === null) return row
  try {
    const hash = await hashOf(row.path)
    const first = firstLines.get(hash)
    if (first !== undefined) return { ...row, path: null, problems: [{ kind: 'duplicate-image', line: first }] }
    firstLines.set(hash, row.line)
    return row
  } catch (error) {
    return { ...row, path: null, problems: [unreadable(error)] }
  }
}

/** The rows with the paths of their images, and with what is wrong with those. */
export async function placeImages(rows: readonly CheckedRow[], search: ImageSearch): Promise<readonly PlacedRow[]> {
  return markDuplicates(await mapAtOnce(rows, (row) => lookAt(row, search)))
}
