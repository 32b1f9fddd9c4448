/**
 * The files of images, named by the SHA-256 of their bytes. A dropped image is copied here immediately, so that nothing
 * is lost when the original is moved; the image that the page encodes for sending is stored beside it. An image appears
 * under its name only when it is complete and on disk.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rm, open, readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import PQueue from 'p-queue'
import { invalidInput, refusal } from '../../shared/failure.ts'
import type { ImageId } from '../../shared/ids.ts'
import type { ImageFacts, ImageInfo, ImageType } from '../../shared/schemas/avatar.ts'
import { imageId } from '../../shared/schemas/ids.ts'
import { readImageHeader } from '../lib/image-header.ts'
import { asStorageFailure } from '../store/storage-failure.ts'
import type { Repositories } from '../store/repositories.ts'
import { uprightSize } from '../../shared/model/orientation.ts'
import { isBare, readFacts } from './image-facts.ts'
import { inspectSource, readImage } from '../files/image-source.ts'
import type { ImageSource, ReadImage } from '../files/image-source.ts'
import { ifMissing, isMissing } from '../lib/files.ts'
import { replaceFile } from '../lib/replace-file.ts'

export interface FoundImage {
  readonly path: string
  readonly type: ImageType
  /** False where a different file can replace it later: a whole image that stands in for its thumbnail. */
  readonly isFinal: boolean
}

const maxThumbnailSide = 640

function thumbnailType(bytes: Uint8Array): ImageType | null {
  const header = readImageHeader(bytes)
  if (header === null || Math.max(header.width, header.height) > maxThumbnailSide) return null
  return header.type === 'jpeg' || header.type === 'png' || header.type === 'webp' ? header.type : null
}

/** Separates removing from keeping: an image that is being kept must not be removed before something refers to it. */
export function createRemoval() {
  // Without a limit: this queue only reports when no work holds the images.
  const workQueue = new PQueue()
  const removals = new PQueue({ concurrency: 1 })
  return {
    /** Runs beside other held work, and never beside work that runs alone; calls must not be nested. */
    hold: async <Value>(work: () => Promise<Value>): Promise<Value> => {
      while (removals.size + removals.pending > 0) await removals.onIdle()
      return workQueue.add(work)
    },
    /** Runs when no other work runs, one call after the other. */
    alone: (work: () => Promise<void>): Promise<void> =>
      removals.add(async () => {
        await workQueue.onIdle()
        await work()
      }),
  }
}

function createImagePaths(folder: string) {
  const incoming = join(folder, 'incoming')

  const pathOf = ({ imageId: id, type }: Pick<ImageInfo, 'imageId' | 'type'>): string =>
    join(folder, id.slice(0, 2), `${id}.${type === 'jpeg' ? 'jpg' : type}`)
  const thumbnailOf = (id: ImageId): string => join(folder, id.slice(0, 2), `${id}.thumbnail`)

  const moveIn = async (
    bytes: Uint8Array<ArrayBuffer>,
    pathFor: (hash: string) => string,
    isDurable: boolean,
  ): Promise<string> => {
    const unfinished = join(incoming, randomUUID())
    try {
      const hash = await writeWhole(bytes, unfinished, isDurable)
      const path = pathFor(hash)
      await mkdir(dirname(path), { recursive: true })
      await replaceFile(unfinished, path)
      if (isDurable) await syncFolder(dirname(path))
      return hash
    } catch (error) {
      await rm(unfinished, { force: true })
      throw asStorageFailure(error)
    }
  }

  return { incoming, pathOf, thumbnailOf, moveIn }
}

export interface ImageStore {
  readonly pathOf: (image: Pick<ImageInfo, 'imageId' | 'type'>) => string
  /** Copies an image into the store; its content decides its type. Failures: those of `readImage`, storage. */
  readonly keep: (source: ImageSource) => Promise<ImageInfo>
  /** Keeps an image that the page encoded. Failures: invalid-input unless it is a bare JPEG or PNG, those of `keep`. */
  readonly keepEncoded: (encoded: Uint8Array) => Promise<ImageInfo>
  /**
   * The file of an image to send, checked now to contain a picture and nothing else. Null when the file is missing.
   * Failures: `keeps-metadata`, storage.
   */
  readonly toSend: (image: ImageInfo) => Promise<(Pick<ImageInfo, 'type' | 'bytes'> & { readonly path: string }) | null>
  /** Reads the header of an image without copying the image. Failures: those of `inspectSource`. */
  readonly readHeader: typeof inspectSource
  /** Keeps a thumbnail of these images. Failures: invalid-input for bytes that are no thumbnail, storage. */
  readonly keepThumbnail: (ids: readonly ImageId[], bytes: Uint8Array<ArrayBuffer>) => Promise<void>
  /**
   * The file of an image for the page; null when no image has that id or its file is missing. Without a thumbnail, the
   * image itself stands in where a page can draw it.
   */
  readonly find: (id: string, size?: 'whole' | 'thumbnail') => Promise<FoundImage | null>
  /** Runs work that keeps images and then writes references to them: no image is removed before the work ends. */
  readonly hold: <Value>(work: () => Promise<Value>) => Promise<Value>
  /** Deletes unused images, except images of rows that can be restored. Failures: storage. */
  readonly removeUnused: () => Promise<void>
  /**
   * Like `removeUnused`; also deletes files that no row names and unfinished files of an earlier run. Failures:
   * storage.
   */
  readonly sweep: () => Promise<void>
}

/** The stored images. Creates the folder when it is missing. */
export function createImageStore(folder: string, repository: Repositories['images']): ImageStore {
  const removal = createRemoval()
  const { incoming, pathOf, thumbnailOf, moveIn } = createImagePaths(folder)

  const write = async ({ type, width, height, bytes }: ReadImage, facts: ImageFacts): Promise<ImageInfo> => {
    const header = { type, bytes: bytes.byteLength, ...uprightSize({ width, height }, facts.orientation) }
    const imageOf = (hash: string): ImageInfo => ({ imageId: imageId.parse(hash), ...header })
    // The row comes first: after a crash here, `removeUnused` can find only files that a row names.
    const pathFor = (hash: string): string => {
      repository.add(imageOf(hash), facts)
      return pathOf(imageOf(hash))
    }
    return imageOf(await moveIn(bytes, pathFor, true))
  }

  // Files first: after a crash in between, the rows still name the remaining files.
  const removeUnused = async (): Promise<void> => {
    const images = repository.unused()
    for (const image of images) {
      await rm(pathOf(image), { force: true })
      await rm(thumbnailOf(image.imageId), { force: true })
    }
    repository.forget(images)
  }

  const removeUnnamed = async (): Promise<void> => {
    for (const file of await filesIn(folder)) {
      const named = imageId.safeParse(basename(file).split('.')[0])
      if (named.success && repository.find(named.data) === null) await rm(file, { force: true })
    }
  }

  return {
    pathOf,
    keep: async (source: ImageSource): Promise<ImageInfo> => {
      const image = await readImage(source)
      return write(image, readFacts(image.bytes, image.type))
    },
    keepEncoded: async (encoded: Uint8Array): Promise<ImageInfo> => {
      const image = await readImage({ bytes: encoded })
      const facts = readFacts(image.bytes, image.type)
      if (!facts.sendable) throw invalidInput('image', 'a JPEG or PNG without anything but its picture')
      return write(image, facts)
    },
    toSend: async (image: ImageInfo) => {
      const path = pathOf(image)
      if (!(await isFileAt(path))) return null
      if (!isBare(await readFile(path), image.type)) throw refusal('keeps-metadata')
      return { path, type: image.type, bytes: image.bytes }
    },
    readHeader: inspectSource,
    keepThumbnail: async (ids: readonly ImageId[], bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
      if (thumbnailType(bytes) === null)
        throw invalidInput('thumbnail', 'a JPEG, PNG or WebP of at most 640 pixels a side')
      // Not flushed: if a power failure loses the thumbnail, the image itself stands in.
      for (const id of ids) await moveIn(bytes, () => thumbnailOf(id), false)
    },
    find: async (id: string, size: 'whole' | 'thumbnail' = 'whole'): Promise<FoundImage | null> => {
      const parsedId = imageId.safeParse(id)
      const image = parsedId.success ? repository.find(parsedId.data) : null
      if (image === null) return null
      const thumbnail = size === 'thumbnail' ? await headOf(thumbnailOf(image.imageId)) : null
      const type = thumbnail === null ? null : thumbnailType(thumbnail)
      if (type !== null) return { path: thumbnailOf(image.imageId), type, isFinal: true }
      if (size === 'thumbnail' && image.type === 'heic') return null
      const path = pathOf(image)
      return (await isFileAt(path)) ? { path, type: image.type, isFinal: size === 'whole' } : null
    },
    hold: removal.hold,
    removeUnused: (): Promise<void> => removal.alone(removeUnused),
    sweep: (): Promise<void> =>
      removal.alone(async () => {
        await rm(incoming, { recursive: true, force: true })
        await removeUnused()
        await removeUnnamed()
      }),
  }
}

const partBytes = 2 ** 19

/** Writes the bytes to a new file and flushes it if `isDurable`; returns their SHA-256 in hexadecimal. */
async function writeWhole(bytes: Uint8Array<ArrayBuffer>, file: string, isDurable: boolean): Promise<string> {
  await mkdir(dirname(file), { recursive: true })
  await using target = await open(file, 'wx')
  const hash = createHash('sha256')
  for (let from = 0; from < bytes.length; from += partBytes) {
    const part = bytes.subarray(from, from + partBytes)
    // Hashed during the write, and in parts because hashing blocks main; crypto.subtle would first copy all bytes.
    const writing = target.writeFile(part)
    hash.update(part)
    await writing
  }
  if (isDurable) await target.sync()
  return hash.digest('hex')
}

/** Flushes a folder, so that a file renamed into it is still there after a power failure. */
async function syncFolder(folder: string): Promise<void> {
  // Windows can't flush a folder, and refuses to open a folder.
  if (process.platform === 'win32') return
  await using handle = await open(folder, 'r')
  await handle.sync()
}

function isFileAt(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  )
}

// Enough for the header of an image that a canvas encodes.
const headBytes = 2 ** 12

/** The first bytes of a file; null when there is none. */
async function headOf(path: string): Promise<Uint8Array | null> {
  try {
    await using handle = await open(path, 'r')
    const { buffer, bytesRead } = await handle.read(new Uint8Array(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } catch (error) {
    return ifMissing(error, null)
  }
}

/** Paths of all files in a folder and the folders in it; none when there is no such folder. Failures: storage. */
async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw asStorageFailure(error)
  })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}
