/**
 * The only way in which main opens a file of the operator: follows no link, does not block, and opens only regular
 * files. The opened file itself is checked, so that no other file can take its place between the check and the read.
 */
import { constants } from 'node:fs'
import { lstat, open, readlink, realpath, stat } from 'node:fs/promises'
import { basename, isAbsolute, relative, sep } from 'node:path'
import { FailureError, refusal } from '../../shared/failure.ts'
import { cleanName } from '../../shared/model/file-names.ts'
import { codeOf } from '../lib/files.ts'

/** An opened file. Reading fails with refused (`file-unreadable`). */
export interface OpenedFile {
  /** In bytes, at the time of opening. */
  readonly size: number
  /** At most `length` bytes from `from`, fewer where the file ends; in memory of its own. */
  readonly read: (from: number, length: number) => Promise<Uint8Array<ArrayBuffer>>
}

// Windows has neither flag, and both add nothing there: the path is checked for a link first, and no path can block.
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

// The error codes of opening links (with O_NOFOLLOW), sockets and folders. macOS reports EOPNOTSUPP for a socket, for
// which Node has no name there.
const notFileCodes = ['ELOOP', 'EMLINK', 'ENXIO', 'Unknown system error -102', 'EISDIR']

/**
 * Ready to throw: `file-gone`, `file-name-unreadable`, `not-a-file`, or `file-unreadable` with the code; never a
 * `storage` failure.
 */
export function fileProblem(error: unknown, path: string): FailureError {
  if (error instanceof FailureError) return error
  return Object.assign(problemOf(codeOf(error) ?? String(error), cleanName(basename(path))), { cause: error })
}

function problemOf(code: string, name: string): FailureError {
  // U+FFFD stands for bytes that are no text: the file exists, but can't be opened by this name.
  if (code === 'ENOENT' && name.includes('\uFFFD')) return refusal('file-name-unreadable', name)
  if (code === 'ENOENT' || code === 'ENOTDIR') return refusal('file-gone', name)
  return notFileCodes.includes(code) ? refusal('not-a-file', name) : refusal('file-unreadable', code)
}

/** True when `path` is `folder` or below it, comparing names only. */
export function isWithin(folder: string, path: string): boolean {
  const relativePath = relative(folder, path)
  return relativePath !== '..' && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath)
}

async function realPathWithin(folder: string, path: string): Promise<string> {
  const realPath = await realpath(path)
  if (!isWithin(await realpath(folder), realPath)) throw refusal('outside-folder', basename(path))
  return realPath
}

type Handle = Awaited<ReturnType<typeof open>>

// A folder in the path might have become a link between the check and the opening. Linux reports the path of the opened
// file; elsewhere the opened file must at least be the same as the file that is now inside the folder.
async function isOpenWithin(handle: Handle, path: string, within: string): Promise<boolean> {
  if (process.platform === 'linux') {
    return isWithin(await realpath(within), await readlink(`/proc/self/fd/${String(handle.fd)}`))
  }
  const stats = await handle.stat({ bigint: true })
  const inside = await stat(await realPathWithin(within, path), { bigint: true })
  return inside.dev === stats.dev && inside.ino === stats.ino
}

async function opened(path: string, within: string | null): Promise<Handle> {
  if (process.platform === 'win32' && within === null && (await lstat(path)).isSymbolicLink()) {
    throw refusal('not-a-file', basename(path))
  }
  return open(within === null ? path : await realPathWithin(within, path), flags)
}

async function sizeOfGood(handle: Handle, path: string, within: string | null): Promise<number> {
  const stats = await handle.stat()
  if (!stats.isFile()) throw refusal('not-a-file', basename(path))
  if (within !== null && !(await isOpenWithin(handle, path, within))) throw refusal('outside-folder', basename(path))
  return stats.size
}

async function filled(handle: Handle, from: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length)
  let count = 0
  while (count < length) {
    const { bytesRead } = await handle.read(bytes, count, length - count, from + count)
    if (bytesRead === 0) break
    count += bytesRead
  }
  return bytes.subarray(0, count)
}

/**
 * Opens a regular file, runs `work` on it and closes it. Links are followed only below `within`, and must not lead out
 * of it. Failures: refused (`file-gone`, `file-name-unreadable`, `file-unreadable`, `not-a-file`, `outside-folder`),
 * those of `work`.
 */
export async function withFile<Value>(
  path: string,
  work: (file: OpenedFile) => Promise<Value>,
  within: string | null = null,
): Promise<Value> {
  const reading = <Read>(read: Promise<Read>): Promise<Read> =>
    read.catch((error: unknown) => {
      throw fileProblem(error, path)
    })
  await using handle = await reading(opened(path, within))
  const size = await reading(sizeOfGood(handle, path, within))
  return await work({ size, read: (from, length) => reading(filled(handle, from, Math.max(0, length))) })
}

/** All bytes of a file; null for more than `maxBytes`. Failures: those of `withFile`. */
export function readFileUpTo(path: string, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  return withFile(path, ({ size, read }) => (size > maxBytes ? Promise.resolve(null) : read(0, size)))
}
