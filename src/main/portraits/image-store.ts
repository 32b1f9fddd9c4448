/**
 * The files of images, named by the SHA-256 of their bytes: what an operator drops is copied here at once, so that
 * nothing is lost when the original is moved, and beside it, without its metadata, what will be sent. A file appears
 * under its name only when it is whole and on disk.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import PQueue from 'p-queue'
import { FailureError, refusal } from '../../shared/failure.ts'
import type { ImageId } from '../../shared/ids.ts'
import type { ImageFacts } from '../../shared/model/image/image-facts.ts'
import { readImageHeader } from '../../shared/model/image/image-header.ts'
import { lengthOf } from '../../shared/model/image/strip-pieces.ts'
import type { StripPiece } from '../../shared/model/image/strip-pieces.ts'
import type { ImageInfo, ImageType } from '../../shared/schemas/avatar.ts'
import type { ImageStructure } from '../../shared/schemas/image-structure.ts'
import { imageId } from '../../shared/schemas/ids.ts'
import type { ImagesRepository } from '../store/images-repository.ts'
import { asStorageFailure } from '../store/storage-failure.ts'
import { inspected, inspectSource, readImage } from './image-source.ts'
import type { ImageSource, InspectedImage } from './image-source.ts'
import { filesIn, headOf, isFileAt, syncFolder, writeWhole } from './image-files.ts'

/** An image as it was dropped, and as it will be sent; `prepared` is null when only a new encoding can be sent. */
export interface StoredImage {
  readonly original: ImageInfo
  readonly prepared: ImageInfo | null
}

/** A file for the page. */
export interface FoundImage {
  readonly path: string
  readonly type: ImageType
  /** False where another file may stand in its place later: a whole image in place of its thumbnail. */
  readonly isFinal: boolean
}

/** A file to be sent, with its length. */
export type SendableImage = Pick<FoundImage, 'path' | 'type'> & Pick<ImageInfo, 'bytes'>

/** The stored images. */
export interface ImageStore {
  /**
   * Copies an image in, and what can be sent of it, told by its content. Failures: refused (`file-empty`,
   * `not-an-image`, `unsupported-image` with the format's name, `image-too-heavy`, `image-too-large`, `file-gone`,
   * `file-unreadable`), storage.
   */
  readonly keep: (source: ImageSource) => Promise<StoredImage>
  /**
   * Keeps what the page encoded, without any metadata. Failures: invalid-input for what is no plain JPEG or PNG,
   * those of `keep`.
   */
  readonly keepEncoded: (bytes: Uint8Array) => Promise<ImageInfo>
  /** What can be sent of a stored original as it is. Failures: not-found when its file is gone, storage. */
  readonly prepare: (original: ImageInfo) => Promise<ImageInfo | null>
  /**
   * What may leave of an image: the image itself or, of one that an earlier version took in, the same without its
   * metadata. Null when its file is gone. Failures: refused (`keeps-metadata`), those of `prepare`.
   */
  readonly toSend: (image: ImageInfo) => Promise<SendableImage | null>
  /** What an image is, without copying it. Failures as those of `keep`, without storage. */
  readonly readHeader: (source: ImageSource) => Promise<Omit<ImageInfo, 'imageId'>>
  /** Keeps a small picture of these images. Failures: invalid-input for what is none, storage. */
  readonly keepThumbnail: (ids: readonly ImageId[], bytes: Uint8Array) => Promise<void>
  /** Where the bytes of an image are. */
  readonly pathOf: (image: Pick<ImageInfo, 'imageId' | 'type'>) => string
  /**
   * The file of an image for the page; null when there is none by that id or its file is gone. Without a thumbnail, the
   * image itself stands in where a page can draw it.
   */
  readonly find: (id: string, size?: 'whole' | 'thumbnail') => Promise<FoundImage | null>
  /** Runs work that keeps images and then writes what refers to them: nothing is removed before it has ended. */
  readonly hold: <Value>(work: () => Promise<Value>) => Promise<Value>
  /** Deletes images that no draft refers to, and no job but removed ones. Failures: storage. */
  readonly removeUnused: () => Promise<void>
  /** The same, with files that no row names and what an earlier run left half-written. Failures: storage. */
  readonly sweep: () => Promise<void>
}

const extensions: Readonly<Record<ImageInfo['type'], string>> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  gif: 'gif',
  bmp: 'bmp',
  avif: 'avif',
  heic: 'heic',
}

const maxThumbnailSide = 640

function structureOf(facts: ImageFacts): ImageStructure {
  const { orientation, animated, alpha, bitsPerChannel, colour, metadata, truncated, trailingBytes } = facts
  return { orientation, animated, alpha, bitsPerChannel, colour, metadata, truncated, trailingBytes }
}

function invalid(path: string, message: string): FailureError {
  return new FailureError({ kind: 'invalid-input', issues: [{ path, message }] })
}

function isBare(structure: ImageStructure | null): boolean {
  return structure?.trailingBytes === 0 && !Object.values(structure.metadata).includes(true)
}

function partsOf(bytes: Uint8Array, pieces: readonly StripPiece[]): readonly Uint8Array[] {
  return pieces.map((piece) => (piece instanceof Uint8Array ? piece : bytes.subarray(...piece)))
}

function thumbnailType(bytes: Uint8Array): ImageType | null {
  const header = readImageHeader(bytes)
  if (header.kind !== 'image' || Math.max(header.width, header.height) > maxThumbnailSide) return null
  return header.type === 'jpeg' || header.type === 'png' || header.type === 'webp' ? header.type : null
}

interface Removal {
  /** Runs beside other held work, and never beside work that is alone; must not be called inside itself. */
  readonly hold: <Value>(work: () => Promise<Value>) => Promise<Value>
  /** Runs when nothing else does; in turn. */
  readonly alone: (work: () => Promise<void>) => Promise<void>
}

/** Keeps removing apart from keeping: an image that is being kept must not go before something refers to it. */
export function createRemoval(): Removal {
  const held = new PQueue()
  const removals = new PQueue({ concurrency: 1 })
  return {
    hold: async (work) => {
      while (removals.size + removals.pending > 0) await removals.onIdle()
      return held.add(work)
    },
    alone: (work) =>
      removals.add(async () => {
        await held.onIdle()
        await work()
      }),
  }
}

/** Makes the folder when there is none. */
export function createImageStore(folder: string, repository: ImagesRepository): ImageStore {
  const incoming = join(folder, 'incoming')
  const removal = createRemoval()
  // Made to be sent in place of what an earlier version kept: nothing refers to them, and this run may still read them.
  const sending = new Set<ImageId>()

  const pathOf: ImageStore['pathOf'] = ({ imageId: id, type }) =>
    join(folder, id.slice(0, 2), `${id}.${extensions[type]}`)

  const thumbnailOf = (id: ImageId): string => join(folder, id.slice(0, 2), `${id}.thumbnail`)

  const moveIn = async (parts: readonly Uint8Array[], place: (hash: string) => string): Promise<string> => {
    const unfinished = join(incoming, randomUUID())
    try {
      const hash = await writeWhole(parts, unfinished)
      const path = place(hash)
      await mkdir(dirname(path), { recursive: true })
      await rename(unfinished, path)
      await syncFolder(dirname(path))
      return hash
    } catch (error) {
      await rm(unfinished, { force: true })
      throw asStorageFailure(error)
    }
  }

  const write = async (parts: readonly Uint8Array[], facts: ImageFacts): Promise<ImageInfo> => {
    const { type, width, height } = facts
    const bytes = parts.reduce((sum, { byteLength }) => sum + byteLength, 0)
    const imageOf = (hash: string): ImageInfo => ({ imageId: imageId.parse(hash), type, width, height, bytes })
    const hash = await moveIn(parts, (found) => {
      // The row comes first: a file that no row names would be found by nobody, and stay for ever after a crash here.
      repository.add(imageOf(found), structureOf(facts))
      return pathOf(imageOf(found))
    })
    return imageOf(hash)
  }

  // Bare: nothing is left that would have to be removed once more.
  const bareFacts = (facts: ImageFacts): ImageFacts => ({
    ...facts,
    metadata: { exif: false, location: false, xmp: false, iptc: false, comment: false },
    trailingBytes: 0,
  })

  const prepared = async ({ bytes, facts, plan }: InspectedImage, original: ImageInfo): Promise<ImageInfo | null> => {
    if (plan.kind === 'convert') return null
    // Pieces never overlap: as long as the source means that they are the source.
    if (lengthOf(plan.pieces) === original.bytes && plan.pieces.length === 1) return original
    return write(partsOf(bytes, plan.pieces), bareFacts(facts))
  }

  const prepare = async (original: ImageInfo): Promise<ImageInfo | null> => {
    const bytes = await readFile(pathOf(original)).catch((error: unknown) => {
      throw Object.assign(new FailureError({ kind: 'not-found', what: 'image' }), { cause: error })
    })
    const image = await inspected(bytes)
    const { width, height } = image.facts
    repository.add({ ...original, width, height }, structureOf(image.facts))
    return prepared(image, original)
  }

  // Files first: after a crash in between the row still names what is left.
  const removeUnused = async (): Promise<void> => {
    const images = repository.unused().filter((image) => !sending.has(image.imageId))
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

  const isKnownBare = ({ imageId: id }: ImageInfo): boolean => isBare(repository.structureOf(id))

  return {
    pathOf,
    keep: async (source) => {
      const image = await readImage(source)
      const original = await write([image.bytes], image.facts)
      return { original, prepared: await prepared(image, original) }
    },
    keepEncoded: async (encoded) => {
      const { bytes, facts, plan } = await inspected(new Uint8Array(encoded))
      const isPlain = (facts.type === 'jpeg' || facts.type === 'png') && !facts.truncated
      if (plan.kind === 'convert' || !isPlain) throw invalid('image', 'a plain JPEG or PNG')
      return write(partsOf(bytes, plan.pieces), bareFacts(facts))
    },
    prepare,
    toSend: async (image) => {
      const bare = isKnownBare(image) ? image : await prepare(image)
      // An animation can have nothing to take out, and goes as it was confirmed.
      if (bare === null && !isKnownBare(image)) throw refusal('keeps-metadata')
      const sent = bare ?? image
      if (sent !== image) sending.add(sent.imageId)
      const path = pathOf(sent)
      return (await isFileAt(path)) ? { path, type: sent.type, bytes: sent.bytes } : null
    },
    readHeader: async (source) => {
      const { type, width, height, bytes } = await inspectSource(source)
      return { type, width, height, bytes }
    },
    keepThumbnail: async (ids, bytes) => {
      if (thumbnailType(bytes) === null) throw invalid('thumbnail', 'a JPEG, PNG or WebP of at most 640 pixels a side')
      for (const id of ids) await moveIn([bytes], () => thumbnailOf(id))
    },
    find: async (id, size = 'whole') => {
      const known = imageId.safeParse(id)
      const image = known.success ? repository.find(known.data) : null
      if (image === null) return null
      const thumbnail = size === 'thumbnail' ? await headOf(thumbnailOf(image.imageId)) : null
      const type = thumbnail === null ? null : thumbnailType(thumbnail)
      if (type !== null) return { path: thumbnailOf(image.imageId), type, isFinal: true }
      if (size === 'thumbnail' && image.type === 'heic') return null
      const path = pathOf(image)
      return (await isFileAt(path)) ? { path, type: image.type, isFinal: size === 'whole' } : null
    },
    hold: removal.hold,
    removeUnused: () => removal.alone(removeUnused),
    sweep: () =>
      removal.alone(async () => {
        await rm(incoming, { recursive: true, force: true })
        await removeUnused()
        await removeUnnamed()
      }),
  }
}
