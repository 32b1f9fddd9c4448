/**
 * CSV manifests: a first call reads and shows the rows, and a second call adds exactly the rows that were shown. A row
 * whose image is already a draft fills that draft.
 */
import { createHash } from 'node:crypto'
import { basename, dirname, posix, resolve, win32 } from 'node:path'
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import { FailureError, refusal } from '../../shared/failure.ts'
import { cleanName } from '../../shared/model/file-names.ts'
import type { DraftId, ManifestId, ProfileId } from '../../shared/ids.ts'
import { manifestId } from '../../shared/schemas/ids.ts'
import type { Draft, ImageInfo, RefusedFile } from '../../shared/schemas/avatar.ts'
import { unreadableReason } from '../../shared/schemas/manifest.ts'
import type { AddedManifest, ManifestReading, ManifestRow, ManifestProblem } from '../../shared/schemas/manifest.ts'
import type { HandlersOf } from '../ipc/handlers.ts'
import { isWithin, withFile } from '../files/open-file.ts'
import type { OpenedFile } from '../files/open-file.ts'
import type { Drafts } from './drafts.ts'
import { bytesUpTo, fileBehind } from '../files/handed-files.ts'
import type { FoundFile, HandedFiles } from '../files/handed-files.ts'
import type { ImageStore } from './image-store.ts'
import { attempt } from './intake.ts'
import { checkRows, readManifestText } from './manifest-text.ts'
import type { CheckedRow } from './manifest-text.ts'

interface StoredManifest {
  readonly profileId: ProfileId
  readonly rows: readonly MatchedRow[]
}

const maxBytes = 20 * 2 ** 20
const maxStored = 4
const firstRows = 5
const shownCharacters = 200

function manifestRow({ line, image, overrides, draftId }: MatchedRow): ManifestRow {
  const cut = Object.entries(overrides).map(([name, text = '']) => [name, text.slice(0, shownCharacters)] as const)
  return { line, image, overrides: Object.fromEntries(cut), fills: draftId !== null }
}

const isGood = ({ problems }: LocatedRow): boolean => problems.length === 0

/** Keeps the last four readings in memory, each until it is added. `open` refuses (`no-profile`) without a profile. */
export function createManifests(
  options: {
    readonly files: Pick<HandedFiles, 'open'>
    readonly images: Pick<ImageStore, 'readHeader'>
    readonly drafts: Pick<Drafts, 'add' | 'find' | 'read' | 'setOverrides'>
  },
  randomId: () => string,
  open: () => ProfileId,
) {
  const { files, images, drafts } = options
  const stored = new LRUCache<ManifestId, StoredManifest>({ max: maxStored })

  const keep = (profileId: ProfileId, rows: readonly MatchedRow[]): ManifestId => {
    const id = manifestId.parse(randomId())
    stored.set(id, { profileId, rows })
    return id
  }

  const read = async (profileId: ProfileId, { fileName, source }: FoundFile): Promise<ManifestReading> => {
    const bytes = await bytesUpTo(source, maxBytes)
    if (bytes === null) return { kind: 'unusable', fileName, reason: 'too-large', line: null, detail: '20' }
    const text = await readManifestText(bytes)
    if ('reason' in text) return { kind: 'unusable', fileName, ...text }
    const folder = 'path' in source ? dirname(source.path) : null
    const placed = await locateImages(checkRows(text), { folder, readHeader: images.readHeader })
    const rows = await matchDrafts(placed, (await drafts.read(profileId)).drafts)
    const good = rows.filter(isGood)
    const unwrappedIds = good.filter((row) => row.isIdUnwrapped).length
    return {
      kind: 'preview',
      manifestId: keep(profileId, good),
      fileName,
      header: [...text.header],
      unknownColumns: text.header.filter((name, index) => name !== '' && text.columns[index] === null),
      goodCount: good.length,
      fillCount: good.filter(({ draftId }) => draftId !== null).length,
      ...(unwrappedIds > 0 ? { unwrappedIds } : {}),
      first: good.slice(0, firstRows).map(manifestRow),
      wrong: rows
        .filter((row) => !isGood(row))
        .map(({ line, cells, problems }) => ({ line, cells: [...cells], problems: [...problems] })),
    }
  }

  const add = async ({ profileId, rows }: StoredManifest): Promise<AddedManifest> => {
    const refused: RefusedFile[] = []
    let [added, filled] = [0, 0]
    // One after the other, so that memory and disk load stay bounded for any number of rows.
    for (const { source, image, overrides, draftId } of rows) {
      const fileName = source === null ? nameIn(image) : cleanName(basename(source.path))
      await attempt(refused, fileName, async () => {
        if (draftId === null) {
          await drafts.add(profileId, { fileName, source, overrides })
          added += 1
        } else {
          drafts.setOverrides(profileId, draftId, { ...drafts.find(profileId, draftId).overrides, ...overrides })
          filled += 1
        }
      })
    }
    return { added, filled, refused }
  }

  return {
    'manifest.read': async ({ handle }) => read(open(), await fileBehind(files, handle)),
    'manifest.add': async ({ manifestId: id }) => {
      const manifest = stored.get(id)
      if (manifest?.profileId !== open()) throw refusal('not-at-hand')
      // Deleted first: a second call finds no reading and adds nothing twice.
      stored.delete(id)
      return add(manifest)
    },
  } satisfies HandlersOf<'manifest.read' | 'manifest.add'>
}

/** A checked row with its image; `source` is null without an image or with a problem. */
interface LocatedRow extends CheckedRow {
  /** Below the manifest's folder, which it must not lead out of. */
  readonly source: { readonly path: string; readonly within: string } | null
  /** Equal for images that may have equal bytes; null where there is no usable image. */
  readonly likeness: string | null
}

/** A placed row, and the draft that it fills; null for a row that becomes a draft. */
interface MatchedRow extends LocatedRow {
  readonly draftId: DraftId | null
}

/** Where images are searched, and what reads their headers; a pasted manifest has no folder and finds no image. */
interface ImageSearch {
  readonly folder: string | null
  readonly readHeader: ImageStore['readHeader']
}

type LocatedImage = NonNullable<LocatedRow['source']>

// Enough to keep a disk busy; each holds one file open.
const atOnce = 8

// Merely accessing `\\host\share` makes Windows sign in to that host: a manifest from a stranger must not do that.
function isAbsoluteAnywhere(image: string): boolean {
  return win32.isAbsolute(image) || posix.isAbsolute(image) || /^[a-z]:/i.test(image)
}

// Manifests are written on Windows and read everywhere.
const portable = (image: string): string => (process.platform === 'win32' ? image : image.replaceAll('\\', '/'))

// Refusals of opening an image that have a problem of their own, because the manifest is wrong and not the image.
const rowProblems: Readonly<Record<string, ManifestProblem>> = {
  'file-gone': { kind: 'missing-image' },
  // No file was found, and the name has a replacement character, as after a program that lost its accents.
  'file-name-unreadable': { kind: 'missing-image' },
  'outside-folder': { kind: 'outside-folder' },
}

function unusable(error: unknown): ManifestProblem {
  if (!(error instanceof FailureError) || error.failure.kind !== 'refused') throw error
  const { reason, detail } = error.failure
  return rowProblems[reason] ?? { kind: 'unreadable-image', reason: unreadableReason.parse(reason), detail }
}

/** Where the image of a row is, or why it is not searched. */
function locateImage(image: string, folder: string | null): LocatedImage | ManifestProblem {
  if (isAbsoluteAnywhere(image)) return { kind: 'absolute-path' }
  if (folder === null) return { kind: 'missing-image' }
  const path = resolve(folder, portable(image))
  return isWithin(folder, path) ? { path, within: folder } : { kind: 'outside-folder' }
}

// Without the order of the sides: a WebP has its orientation after its picture, where reading its header does not reach.
const likenessOf = ({ bytes, width, height }: Pick<ImageInfo, 'bytes' | 'width' | 'height'>): string =>
  [bytes, Math.min(width, height), Math.max(width, height)].join(' ')

async function findImage(row: CheckedRow, { folder, readHeader }: ImageSearch): Promise<LocatedRow> {
  const none = { ...row, source: null, likeness: null }
  if (row.image === '') return none
  const source = locateImage(row.image, folder)
  if ('kind' in source) return { ...none, problems: [...row.problems, source] }
  try {
    return { ...row, source, likeness: likenessOf(await readHeader(source)) }
  } catch (error) {
    return { ...none, problems: [...row.problems, unusable(error)] }
  }
}

const pieceBytes = 2 ** 20

function hashOf({ path, within }: LocatedImage): Promise<string> {
  const hash = createHash('sha256')
  const add = async ({ size, read }: OpenedFile): Promise<string> => {
    for (let from = 0; from < size; from += pieceBytes) hash.update(await read(from, pieceBytes))
    return hash.digest('hex')
  }
  return withFile(path, add, within)
}

async function withoutDuplicate(row: LocatedRow, firstLines: Map<string, number>): Promise<LocatedRow> {
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

/** The rows with their images and the problems of those images. */
async function locateImages(rows: readonly CheckedRow[], search: ImageSearch): Promise<readonly LocatedRow[]> {
  const located = await new PQueue({ concurrency: atOnce }).addAll(rows.map((row) => () => findImage(row, search)))
  const alike = Map.groupBy(located.filter(isGood), ({ likeness }) => likeness)
  const firstLines = new Map<string, number>()
  const marked: LocatedRow[] = []
  // Only images of equal size are read whole: forty different portraits cost forty headers.
  for (const row of located) {
    const isCandidate = isGood(row) && row.likeness !== null && (alike.get(row.likeness)?.length ?? 0) > 1
    marked.push(isCandidate ? await withoutDuplicate(row, firstLines) : row)
  }
  return marked
}

/** The file name in a manifest path, whose folders can be written in the style of any system. */
const nameIn = (image: string): string => cleanName(win32.basename(image))

const sameName = (name: string): string => name.toLowerCase()

// With these problems, the image is not found at its path, and a draft with its name is used.
const placeProblems: readonly ManifestProblem['kind'][] = ['absolute-path', 'outside-folder', 'missing-image']

/**
 * Finds the draft of a row: the draft with the same bytes, or the only draft of that name for an image that is not
 * found.
 */
function draftFinder(drafts: readonly Draft[]): (row: LocatedRow) => Promise<Draft | undefined> {
  const withImage = drafts.filter(({ original }) => original !== null)
  const byLikeness = Map.groupBy(withImage, ({ original }) => original && likenessOf(original))
  const byName = Map.groupBy(withImage, ({ fileName }) => sameName(fileName))
  return async ({ source, likeness, image, problems }) => {
    const named = byName.get(sameName(nameIn(image))) ?? []
    if (source === null) {
      const isLost = problems.length > 0 && problems.every(({ kind }) => placeProblems.includes(kind))
      return isLost && named.length === 1 ? named[0] : undefined
    }
    const alike = byLikeness.get(likeness) ?? []
    if (problems.length > 0 || alike.length === 0) return undefined
    const hash = await hashOf(source)
    const same = alike.filter(({ original }) => original?.imageId === hash)
    return same.find((draft) => named.includes(draft)) ?? same[0]
  }
}

/** The rows with the drafts that they fill; the first row for a draft fills it. */
async function matchDrafts(rows: readonly LocatedRow[], drafts: readonly Draft[]): Promise<readonly MatchedRow[]> {
  const find = draftFinder(drafts)
  const lines = new Map<DraftId, number>()
  const match = async (row: LocatedRow): Promise<MatchedRow> => {
    const draft = await find(row)
    if (draft === undefined) return { ...row, draftId: null }
    const first = lines.get(draft.id)
    if (first !== undefined) return { ...row, draftId: null, problems: [{ kind: 'duplicate-image', line: first }] }
    lines.set(draft.id, row.line)
    return { ...row, draftId: draft.id, problems: [] }
  }
  const matched: MatchedRow[] = []
  for (const row of rows) {
    try {
      matched.push(await match(row))
    } catch (error) {
      // The image became unreadable after its header was read.
      matched.push({ ...row, draftId: null, problems: [unusable(error)] })
    }
  }
  return matched
}
