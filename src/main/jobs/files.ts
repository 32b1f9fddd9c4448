/**
 * Files that the page handed over, under short-lived handles: the page never names a path. A handle stands for a file, a
 * folder (walked when it is used) or pasted bytes.
 */
import { randomUUID } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import type { Dirent } from 'node:fs'
import { basename, extname, isAbsolute, join } from 'node:path'
import type { HandedFile } from '../../shared/bridge.ts'
import { refusal } from '../../shared/failure.ts'
import type { Failure, Result } from '../../shared/failure.ts'
import type { FileHandle } from '../../shared/ids.ts'
import type { RefusedFile } from '../../shared/schemas/avatar.ts'
import { fileHandle } from '../../shared/schemas/ids.ts'
import type { Clock } from '../clock.ts'
import { fileProblem } from './file-problem.ts'
import { mostMegabytes } from './image-source.ts'
import type { ImageSource } from './image-source.ts'

/** A file behind a handle. */
export interface FoundFile {
  readonly fileName: string
  readonly source: ImageSource
}

/** What a handle stands for: the files, and what of a folder could not be read. */
export interface FoundFiles {
  readonly files: readonly FoundFile[]
  readonly refused: readonly RefusedFile[]
}

/** The files that were handed over. */
export interface HandedFiles {
  /**
   * Takes note of `{ fileName, path, bytes }` as the preload sends them; the handles are good for ten minutes.
   * Failures, as a Result: invalid-input; refused (`image-too-heavy`) for pasted bytes that are too many.
   */
  readonly take: (files: unknown) => Result<readonly HandedFile[]>
  /** The files behind a handle, in the order of their names. Refuses with `not-at-hand` when it is too old or unknown. */
  readonly open: (handle: FileHandle) => Promise<FoundFiles>
}

const lifetimeMs = 10 * 60_000
const mostHandles = 20_000
const mostFiles = 10_000
const deepest = 16
const mostPastedBytes = mostMegabytes * 2 ** 20

interface Kept extends FoundFile {
  readonly at: number
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function sourceOf({ path, bytes }: Readonly<Record<string, unknown>>): ImageSource | null {
  if (bytes instanceof Uint8Array) return { bytes }
  return typeof path === 'string' && isAbsolute(path) ? { path } : null
}

function foundOf(file: unknown): FoundFile | null {
  if (!isRecord(file) || typeof file['fileName'] !== 'string') return null
  const source = sourceOf(file)
  return source === null ? null : { fileName: basename(file['fileName']).slice(0, 255), source }
}

function sizeInMemory(source: ImageSource): number {
  return 'bytes' in source ? source.bytes.byteLength : 0
}

const invalid: Failure = { kind: 'invalid-input', issues: [{ path: 'files', message: 'files with a path or bytes' }] }

interface Walk {
  readonly files: FoundFile[]
  readonly refused: RefusedFile[]
}

async function entriesOf(folder: string, found: Walk): Promise<readonly Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.sort((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }))
  } catch (error) {
    found.refused.push({ fileName: basename(folder), failure: fileProblem(error, folder).failure })
    return []
  }
}

// A folder is dropped for its images: what one of its tables means for them, nobody has said.
const isManifest = (name: string): boolean => extname(name).toLowerCase() === '.csv'

function find(folder: string, { name }: Dirent, found: Walk): void {
  if (isManifest(name)) found.refused.push({ fileName: name, failure: refusal('manifest-in-folder').failure })
  else found.files.push({ fileName: name, source: { path: join(folder, name) } })
}

// Hidden files and links are passed over: links may lead anywhere, also back to where the walk began.
async function walk(folder: string, depth: number, found: Walk): Promise<void> {
  for (const entry of await entriesOf(folder, found)) {
    if (found.files.length > mostFiles) return
    if (entry.name.startsWith('.')) continue
    if (entry.isDirectory() && depth < deepest) await walk(join(folder, entry.name), depth + 1, found)
    else if (entry.isFile()) find(folder, entry, found)
  }
}

async function filesIn(folder: string): Promise<FoundFiles> {
  const found: Walk = { files: [], refused: [] }
  await walk(folder, 0, found)
  if (found.files.length <= mostFiles) return found
  const failure = refusal('too-many-files', String(mostFiles)).failure
  return {
    files: found.files.slice(0, mostFiles),
    refused: [...found.refused, { fileName: basename(folder), failure }],
  }
}

// What cannot be looked at counts as a file: opening it names the reason.
function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

async function filesBehind(file: FoundFile): Promise<FoundFiles> {
  const { source } = file
  return 'path' in source && (await isFolder(source.path)) ? filesIn(source.path) : { files: [file], refused: [] }
}

/** Gives an empty set of handed-over files. Nothing is read before a handle is used. */
export function createHandedFiles({ clock }: { readonly clock: Clock }): HandedFiles {
  const kept = new Map<FileHandle, Kept>()

  const isGood = (at: number): boolean => Math.abs(clock.now() - at) < lifetimeMs

  const forgetOld = (): void => {
    for (const [handle, { at }] of kept) if (!isGood(at)) kept.delete(handle)
  }

  const hasRoomFor = (files: readonly FoundFile[]): boolean => {
    const inMemory = [...kept.values(), ...files].reduce((sum, { source }) => sum + sizeInMemory(source), 0)
    return inMemory <= mostPastedBytes && kept.size + files.length <= mostHandles
  }

  const keep = (file: FoundFile): HandedFile => {
    const handle = fileHandle.parse(randomUUID())
    kept.set(handle, { ...file, at: clock.now() })
    return { handle, fileName: file.fileName }
  }

  return {
    take: (files) => {
      forgetOld()
      const found = Array.isArray(files) ? files.map(foundOf) : [null]
      const good = found.filter((file) => file !== null)
      if (good.length < found.length) return { ok: false, failure: invalid }
      if (!hasRoomFor(good)) return { ok: false, failure: refusal('image-too-heavy', String(mostMegabytes)).failure }
      return { ok: true, value: good.map(keep) }
    },
    open: async (handle) => {
      const file = kept.get(handle)
      if (file === undefined || !isGood(file.at)) throw refusal('not-at-hand')
      const found = await filesBehind({ fileName: file.fileName, source: file.source })
      // Pasted bytes are given up as soon as they are used: they are the only handles that cost memory.
      if ('bytes' in file.source) kept.delete(handle)
      return found
    },
  }
}
