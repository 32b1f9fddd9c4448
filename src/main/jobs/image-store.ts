/**
 * The files of images, named by the SHA-256 of their bytes: what an operator drops is copied here at once, so that
 * nothing is lost when the original is moved. A file appears under its name only when it is whole and on disk.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { refusal } from '../../shared/failure.ts'
import { readImageHeader } from '../../shared/model/image/image-header.ts'
import type { ImageHeader } from '../../shared/model/image/image-facts.ts'
import type { ImageInfo } from '../../shared/schemas/avatar.ts'
import { imageId } from '../../shared/schemas/ids.ts'
import type { ImagesRepository } from '../store/images-repository.ts'
import { asStorageFailure } from '../store/storage-failure.ts'

/** An image to be kept: a file on this computer, or bytes that exist only in memory. */
export type ImageSource = { readonly path: string } | { readonly bytes: Uint8Array }

/** The stored images. */
export interface ImageStore {
  /**
   * Copies an image in and answers what it is, told by its content. Failures: refused (`not-an-image`,
   * `unsupported-image` with the format's name or the size limit, `file-gone`), storage.
   */
  readonly keep: (source: ImageSource) => Promise<ImageInfo>
  /** What an image is, without copying it. Failures as those of `keep`, without storage. */
  readonly look: (source: ImageSource) => Promise<Omit<ImageInfo, 'imageId'>>
  /** Where the bytes of an image are. */
  readonly pathOf: (image: Pick<ImageInfo, 'imageId' | 'type'>) => string
  /** The file and type of an image for the page; null when there is none by that id or its file is gone. */
  readonly find: (id: string) => Promise<{ readonly path: string; readonly type: ImageInfo['type'] } | null>
  /** Deletes what no draft and no job refers to, and what an earlier run left half-written; before anything is kept. */
  readonly removeUnused: () => Promise<void>
}

/** What the store needs: its folder (made when there is none) and the rows of images. */
export interface ImageStoreDeps {
  readonly folder: string
  readonly repository: ImagesRepository
}

const mostBytes = 100 * 2 ** 20
const pieceBytes = 2 ** 20
const firstHeadBytes = 2 ** 16
// The size of a JPEG may stand behind a colour profile and previews; beyond this it is no picture that anyone made.
const mostHeadBytes = 8 * 2 ** 20

const extensions: Readonly<Record<ImageInfo['type'], string>> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  gif: 'gif',
  bmp: 'bmp',
  avif: 'avif',
  heic: 'heic',
}

interface Bytes {
  readonly size: number
  readonly read: (from: number, length: number) => Promise<Uint8Array>
  readonly close: () => Promise<void>
}

function inMemory(bytes: Uint8Array): Bytes {
  return {
    size: bytes.byteLength,
    read: (from, length) => Promise.resolve(bytes.subarray(from, from + length)),
    close: () => Promise.resolve(),
  }
}

// A source that cannot be read is the operator's file, not our disk: its own refusal, naming the system's code.
async function reading<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work
  } catch (error) {
    throw refusal('file-gone', error instanceof Error && 'code' in error ? String(error.code) : String(error))
  }
}

async function onDisk(path: string): Promise<Bytes> {
  // Looked at before it is opened: opening a named pipe would wait for ever.
  if (!(await reading(stat(path))).isFile()) throw refusal('not-an-image')
  const handle = await reading(open(path, 'r'))
  return {
    size: (await reading(handle.stat())).size,
    read: async (from, length) => {
      const { buffer, bytesRead } = await reading(handle.read(new Uint8Array(length), 0, length, from))
      return buffer.subarray(0, bytesRead)
    },
    close: () => handle.close(),
  }
}

async function headerOf(bytes: Bytes): Promise<ImageHeader> {
  for (let length = firstHeadBytes; ; length *= 8) {
    const finding = readImageHeader(await bytes.read(0, Math.min(length, bytes.size)))
    if (finding.kind === 'image') return finding
    if (finding.kind === 'unsupported') throw refusal('unsupported-image', finding.format)
    const isAll = length >= Math.min(bytes.size, mostHeadBytes)
    if (finding.kind === 'not-an-image' || isAll) throw refusal('not-an-image')
  }
}

// In pieces: hashing ten megabytes at once would hold up main for longer than a frame.
async function copy(bytes: Bytes, target: FileHandle): Promise<{ readonly hash: string; readonly size: number }> {
  const hash = createHash('sha256')
  let size = 0
  for (;;) {
    const piece = await bytes.read(size, pieceBytes)
    if (piece.byteLength === 0) return { hash: hash.digest('hex'), size }
    hash.update(piece)
    await target.writeFile(piece)
    size += piece.byteLength
    if (size > mostBytes) throw refusal('unsupported-image', '> 100 MB')
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows has no such thing as flushing a folder, and refuses to open one.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function writeWhole(bytes: Bytes, file: string): Promise<{ readonly hash: string; readonly size: number }> {
  await mkdir(dirname(file), { recursive: true })
  const target = await open(file, 'wx')
  try {
    const written = await copy(bytes, target)
    await target.sync()
    return written
  } finally {
    await target.close()
  }
}

async function opened<Value>(
  source: ImageSource,
  work: (bytes: Bytes, header: ImageHeader) => Promise<Value>,
): Promise<Value> {
  const bytes = 'path' in source ? await onDisk(source.path) : inMemory(source.bytes)
  try {
    if (bytes.size > mostBytes) throw refusal('unsupported-image', '> 100 MB')
    return await work(bytes, await headerOf(bytes))
  } finally {
    await bytes.close()
  }
}

/** Gives the store of images in a folder. */
export function createImageStore({ folder, repository }: ImageStoreDeps): ImageStore {
  const incoming = join(folder, 'incoming')

  const pathOf: ImageStore['pathOf'] = ({ imageId: id, type }) =>
    join(folder, id.slice(0, 2), `${id}.${extensions[type]}`)

  const moveIn = async (bytes: Bytes, header: ImageHeader): Promise<ImageInfo> => {
    const unfinished = join(incoming, randomUUID())
    try {
      const { hash, size } = await writeWhole(bytes, unfinished)
      const { type, width, height } = header
      const image: ImageInfo = { imageId: imageId.parse(hash), type, width, height, bytes: size }
      const path = pathOf(image)
      await mkdir(dirname(path), { recursive: true })
      // The row comes first: a file that no row names would be found by nobody, and stay for ever after a crash here.
      repository.add(image)
      await rename(unfinished, path)
      await syncFolder(dirname(path))
      return image
    } catch (error) {
      await rm(unfinished, { force: true })
      throw asStorageFailure(error)
    }
  }

  return {
    pathOf,
    keep: (source) => opened(source, moveIn),
    look: (source) =>
      opened(source, ({ size }, { type, width, height }) => Promise.resolve({ type, width, height, bytes: size })),
    find: async (id) => {
      const known = imageId.safeParse(id)
      const image = known.success ? repository.find(known.data) : null
      if (image === null) return null
      const path = pathOf(image)
      const isThere = await stat(path).then(
        (found) => found.isFile(),
        () => false,
      )
      return isThere ? { path, type: image.type } : null
    },
    removeUnused: async () => {
      await rm(incoming, { recursive: true, force: true })
      for (const image of repository.removeUnused()) await rm(pathOf(image), { force: true })
    },
  }
}
