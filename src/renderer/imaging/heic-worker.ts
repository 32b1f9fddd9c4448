/**
 * The worker for HEIC, which Chromium does not decode. libheif is loaded by address as the file that its package ships,
 * unchanged and separate from our code (LGPL-3.0). It is WebAssembly, which this script's own content policy allows,
 * unlike the page's (src/main/desktop/page.ts).
 */
import libheifUrl from 'libheif-js/libheif-wasm/libheif-bundle.mjs?url'
import { readHeif } from '../../shared/model/heif-file.ts'
import { readImageTags } from '../../shared/model/image-tags.ts'
import { managedBitmap } from './managed-colours.ts'
import { serveImageJobs } from './run-image-job.ts'
import { turned, wholePicture } from './draw.ts'
import type { Picture } from './draw.ts'
import { ImageJobFailure, maxPixels } from './image-messages.ts'

/** The used part of libheif-js: images are handles into its memory and must be freed. */
interface HeifImage {
  get_width: () => number
  get_height: () => number
  is_primary: () => boolean
  display: (target: ImageData, done: (drawn: ImageData | null) => void) => void
  free: () => void
}

interface Libheif {
  readonly HeifDecoder: new () => {
    readonly decoder: { delete: () => void } | null
    decode: (bytes: Uint8Array) => readonly HeifImage[]
  }
}

let loading: Promise<Libheif> | undefined

function libheif(): Promise<Libheif> {
  loading ??= (import(/* @vite-ignore */ libheifUrl) as Promise<{ default: () => Libheif }>).then((module) =>
    module.default(),
  )
  return loading
}

function pixelsOf(image: HeifImage, isTruncated: boolean): Promise<ImageData> {
  const [width, height] = [image.get_width(), image.get_height()]
  if (width * height > maxPixels) throw new ImageJobFailure('too-many-pixels')
  return new Promise((resolve, reject) =>
    image.display(new ImageData(width, height), (drawn) => {
      if (drawn === null) reject(new ImageJobFailure(isTruncated ? 'truncated' : 'unreadable'))
      else resolve(drawn)
    }),
  )
}

/**
 * libheif rotates and mirrors as the boxes of the file say; an orientation that only the EXIF contains is applied here.
 */
async function decode(read: () => Promise<ArrayBuffer>): Promise<Picture> {
  const { HeifDecoder } = await libheif()
  const bytes = new Uint8Array(await read())
  const { profile, isTruncated } = readHeif(bytes)
  const { orientation, isTurnedByBoxes } = readImageTags(bytes, 'heic')
  const decoder = new HeifDecoder()
  const images = decoder.decode(bytes)
  try {
    const image = images.find((one) => one.is_primary()) ?? images[0]
    if (image === undefined) throw new ImageJobFailure(isTruncated ? 'truncated' : 'unreadable')
    const bitmap = await managedBitmap(await pixelsOf(image, isTruncated), profile)
    return { ...wholePicture(turned(bitmap, isTurnedByBoxes ? 1 : orientation)), truncated: isTruncated }
  } finally {
    for (const image of images) image.free()
    decoder.decoder?.delete()
  }
}

serveImageJobs(decode)
