/**
 * Files that the page handed over, under short-lived handles: the page never names a path. A handle stands for a file,
 * a folder (walked when it is used) or pasted bytes.
 */
import { randomUUID } from 'node:crypto'
import { lstat, readdir, realpath } from 'node:fs/promises'
import type { Dirent } from 'node:fs'
import { basename, isAbsolute, join } from 'node:path'
import type { HandedFile } from '../../shared/bridge.ts'
import { LRUCache } from 'lru-cache'
import { FailureError, refusal } from '../../shared/failure.ts'
import type { Failure, Result } from '../../shared/failure.ts'
import type { FileHandle } from '../../shared/ids.ts'
import { cleanName } from '../../shared/model/file-names.ts'
import type { RefusedFile } from '../../shared/schemas/avatar.ts'
import { fileHandle } from '../../shared/schemas/ids.ts'
import type { Clock } from '../lib/clock.ts'
import { atMost } from '../lib/cache-bounds.ts'
import { codeOf } from '../lib/files.ts'
import { fileProblem, isWithin, readFileUpTo } from './open-file.ts'
import { encodingOf, textOf } from './plain-text.ts'
import { maxMegabytes } from './image-source.ts'
import type { ImageSource } from './image-source.ts'

/** A file behind a handle. */
export interface FoundFile {
  readonly fileName: string
  readonly source: ImageSource
}

/** What a handle stands for: the files, and the entries of a folder that could not be read. */
export interface FoundFiles {
  readonly files: readonly FoundFile[]
  readonly refused: readonly RefusedFile[]
}

export interface HandedFiles {
  /**
   * Stores `{ fileName, path, bytes }` as the preload sends them; the handles are valid for ten minutes after the last
   * use of any of them. Failures, as a Result: invalid-input; refused (`image-too-heavy` for pasted bytes that are too
   * many, `too-many-files` for more than 20,000 handles).
   */
  readonly take: (files: unknown) => Result<readonly HandedFile[]>
  /** The name behind a handle, also behind an expired handle; "" for a handle that was never issued, or long ago. */
  readonly nameOf: (handle: FileHandle) => string
  /**
   * Runs `work`; meanwhile no handle that was issued together with one of these expires, because a file can take longer
   * than ten minutes.
   */
  readonly holding: <Value>(handles: readonly FileHandle[], work: () => Promise<Value>) => Promise<Value>
  /**
   * The files behind a handle; of a folder the first 10,000, by name. Refuses an expired or unknown handle with
   * `not-at-hand`.
   */
  readonly open: (handle: FileHandle) => Promise<FoundFiles>
  /** Issues a handle for a file that was found behind a different handle, such as a file of a folder. */
  readonly handOver: (file: FoundFile) => HandedFile
}

const lifetimeMs = 10 * 60_000
const maxHandles = 20_000
const maxFiles = 10_000
const deepest = 16
const maxPastedBytes = maxMegabytes * 2 ** 20

/** The name of a file as it is shown, and as a name for its avatar. */
function shownName(path: string): string {
  return cleanName(basename(path).slice(0, 255)) || 'file'
}

function foundOf(file: unknown): FoundFile | null {
  // Never spread: each of many bytes would become a property.
  const entry = typeof file === 'object' && file !== null ? file : {}
  const { fileName, path, bytes } = entry as Readonly<Record<string, unknown>>
  if (typeof fileName !== 'string') return null
  const name = shownName(fileName)
  if (bytes instanceof Uint8Array) return { fileName: name, source: { bytes } }
  return typeof path === 'string' && isAbsolute(path) ? { fileName: name, source: { path } } : null
}

const invalid: Failure = { kind: 'invalid-input', issues: [{ path: 'files', message: 'files with a path or bytes' }] }

// One collator for all names: localeCompare makes one for each pair, and 5,000 names blocked main for 0.3 s.
const inOrder = new Intl.Collator('en', { numeric: true })

interface Walk {
  /** The folder that was handed over. */
  readonly root: string
  readonly files: FoundFile[]
  readonly refused: RefusedFile[]
}

async function entriesOf(folder: string, walk: Walk): Promise<readonly Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.sort((one, other) => inOrder.compare(one.name, other.name))
  } catch (error) {
    walk.refused.push({ fileName: shownName(folder), failure: fileProblem(error, folder).failure })
    return []
  }
}

// Files that systems write into folders of pictures automatically, besides files whose names begin with a dot.
const systemFiles = ['desktop.ini', 'thumbs.db', 'ehthumbs.db', 'ehthumbs_vista.db', 'icon\r']

const isOfSystem = (name: string): boolean => name.startsWith('.') || systemFiles.includes(name.toLowerCase())

/** Why an entry that is not a folder is left out; null for a file that is included. */
function reasonOf(entry: Dirent): FailureError | null {
  if (entry.isSymbolicLink()) return refusal('link-in-folder')
  return entry.isFile() ? null : refusal('not-a-file', shownName(entry.name))
}

/** True for a link to a folder inside the folder that was handed over: its target is walked anyway. */
async function isWalkedAnyway(path: string, root: string): Promise<boolean> {
  try {
    const realPath = await realpath(path)
    return isWithin(root, realPath) && (await lstat(realPath)).isDirectory()
  } catch (error) {
    if (codeOf(error) === null) throw error
    return false
  }
}

async function find(folder: string, entry: Dirent, walk: Walk): Promise<void> {
  const path = join(folder, entry.name)
  const reason = reasonOf(entry)
  const fileName = shownName(entry.name)
  if (reason === null) walk.files.push({ fileName, source: { path, within: walk.root } })
  // No link is followed, because a link can lead anywhere, also back to where the walk began.
  else if (!entry.isSymbolicLink() || !(await isWalkedAnyway(path, walk.root))) {
    walk.refused.push({ fileName, failure: reason.failure })
  }
}

async function walk(folder: string, depth: number, found: Walk): Promise<void> {
  for (const entry of await entriesOf(folder, found)) {
    if (found.files.length > maxFiles) return
    if (isOfSystem(entry.name)) continue
    if (entry.isDirectory() && depth < deepest) await walk(join(folder, entry.name), depth + 1, found)
    else await find(folder, entry, found)
  }
}

async function filesIn(folder: string): Promise<FoundFiles> {
  const found: Walk = { root: folder, files: [], refused: [] }
  await walk(folder, 0, found)
  if (found.files.length <= maxFiles) return found
  const failure = refusal('too-many-in-folder', String(maxFiles)).failure
  return {
    files: found.files.slice(0, maxFiles),
    refused: [...found.refused, { fileName: shownName(folder), failure }],
  }
}

async function filesBehind({ fileName, source }: FoundFile): Promise<FoundFiles> {
  if ('bytes' in source) return { files: [{ fileName, source }], refused: [] }
  try {
    // A link that an operator chose is followed once, here; later opens follow no link.
    const path = await realpath(source.path)
    if ((await lstat(path)).isDirectory()) return await filesIn(path)
    return { files: [{ fileName, source: { path } }], refused: [] }
  } catch (error) {
    // Opening the file later reports the reason, where the operator can be shown this file.
    if (codeOf(error) === null) throw error
    return { files: [{ fileName, source }], refused: [] }
  }
}

/** Files that were handed over together. */
interface Handing {
  /** When one of the handles was last issued or used. */
  at: number
  /** Calls that are using the files now. */
  users: number
}

interface StoredFile extends FoundFile {
  readonly handing: Handing
}

/** Nothing is read before a handle is used. */
export function createHandedFiles({ clock }: { readonly clock: Clock }): HandedFiles {
  const stored = new Map<FileHandle, StoredFile>()
  // Also has the names of expired handles.
  const names = new LRUCache<FileHandle, string>(atMost(maxHandles))

  const isGood = ({ at, users }: Handing): boolean => users > 0 || Math.abs(clock.now() - at) < lifetimeMs

  const forgetOld = (): void => {
    for (const [handle, { handing }] of stored) if (!isGood(handing)) stored.delete(handle)
  }

  const limitRefusal = (files: readonly FoundFile[]): FailureError | null => {
    if (stored.size + files.length > maxHandles) return refusal('too-many-files', String(maxHandles))
    const pasted = [...stored.values(), ...files].map(({ source }) => ('bytes' in source ? source.bytes.byteLength : 0))
    const inMemory = pasted.reduce((sum, bytes) => sum + bytes, 0)
    return inMemory > maxPastedBytes ? refusal('image-too-heavy', String(maxMegabytes)) : null
  }

  const keep = (file: FoundFile, handing: Handing): HandedFile => {
    const handle = fileHandle.parse(randomUUID())
    stored.set(handle, { fileName: file.fileName, source: file.source, handing })
    names.set(handle, file.fileName)
    return { handle, fileName: file.fileName }
  }

  return {
    take: (files: unknown): Result<readonly HandedFile[]> => {
      forgetOld()
      const found = Array.isArray(files) ? files.map(foundOf) : [null]
      const good = found.filter((file) => file !== null)
      if (good.length < found.length) return { ok: false, failure: invalid }
      const refused = limitRefusal(good)
      if (refused !== null) return { ok: false, failure: refused.failure }
      const handing = { at: clock.now(), users: 0 }
      return { ok: true, value: good.map((file) => keep(file, handing)) }
    },
    nameOf: (handle: FileHandle): string => names.get(handle) ?? '',
    holding: async <Value>(handles: readonly FileHandle[], work: () => Promise<Value>): Promise<Value> => {
      const handings = new Set(handles.flatMap((handle) => stored.get(handle)?.handing ?? []).filter(isGood))
      for (const handing of handings) handing.users += 1
      try {
        return await work()
      } finally {
        for (const handing of handings) {
          handing.users -= 1
          handing.at = clock.now()
        }
      }
    },
    open: async (handle: FileHandle): Promise<FoundFiles> => {
      const file = stored.get(handle)
      if (file === undefined || !isGood(file.handing)) throw refusal('not-at-hand')
      const folderFiles = await filesBehind({ fileName: file.fileName, source: file.source })
      // Pasted bytes are dropped as soon as they are used: only their handles cost memory.
      if ('bytes' in file.source) stored.delete(handle)
      return folderFiles
    },
    handOver: (file) => keep(file, { at: clock.now(), users: 0 }),
  }
}

/** The only file behind a handle; refuses with `not-at-hand` where there is no file, or several. */
export async function fileBehind(files: Pick<HandedFiles, 'open'>, handle: FileHandle): Promise<FoundFile> {
  const [file, ...others] = (await files.open(handle)).files
  if (file === undefined || others.length > 0) throw refusal('not-at-hand')
  return file
}

/** All bytes of a file; null for more than `maxBytes`. Failures: those of `withFile`. */
export async function bytesUpTo(source: ImageSource, maxBytes: number): Promise<Uint8Array | null> {
  if ('path' in source) return readFileUpTo(source.path, maxBytes)
  return source.bytes.byteLength > maxBytes ? null : source.bytes
}

/** A file as text; `text` is empty for a file without text, such as a picture or an archive. */
export interface HandedText {
  readonly fileName: string
  readonly bytes: number
  readonly text: string
}

const maxTextMegabytes = 20
const maxTexts = 200

async function filesOfAll(
  files: Pick<HandedFiles, 'open'>,
  handles: readonly FileHandle[],
): Promise<readonly FoundFile[]> {
  const allFiles: FoundFile[] = []
  for (const handle of handles) {
    const { files: foundFiles, refused } = await files.open(handle)
    allFiles.push(...foundFiles)
    // Checked before the refusals of a folder: they can say that its rest was left out, which is untrue where nothing
    // is read.
    if (allFiles.length > maxTexts) throw refusal('too-many-files', String(maxTexts))
    const [first] = refused
    if (first !== undefined) throw new FailureError(first.failure)
  }
  return allFiles
}

/**
 * Reads the files behind the handles, one after the other, up to 20 MB together. Failures: refused (`not-at-hand`,
 * `file-gone`, `file-unreadable`, `not-a-file`, `too-many-files`, `text-too-large`).
 */
export async function* readHandedTexts(
  files: Pick<HandedFiles, 'open'>,
  handles: readonly FileHandle[],
): AsyncGenerator<HandedText> {
  let remainingBytes = maxTextMegabytes * 2 ** 20
  for (const { fileName, source } of await filesOfAll(files, handles)) {
    const bytes = await bytesUpTo(source, remainingBytes)
    if (bytes === null) throw refusal('text-too-large', String(maxTextMegabytes))
    remainingBytes -= bytes.byteLength
    const encoding = encodingOf(bytes)
    yield { fileName, bytes: bytes.byteLength, text: encoding === null ? '' : textOf(bytes, encoding) }
  }
}
