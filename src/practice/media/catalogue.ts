/** Which media the practice service has, and how each is made. Made at the first request, cached in memory. */
import { createRandom, seedOf } from '../random.ts'
import type { PracticeImageStore } from '../image-store.ts'
import { encodeEveningLights } from './evening-lights.ts'
import { encodeJpeg } from './jpeg.ts'
import { portrait, room } from './pictures.ts'
import { encodePng } from './png.ts'
import { encodeSpeech } from './wav.ts'

/** A media file as it is served. */
export interface MediaFile {
  readonly type: string
  readonly bytes: Uint8Array
}

/** By path on the media server; undefined when there is none. */
export type Media = (path: string) => Promise<MediaFile | undefined>

type Maker = () => Promise<MediaFile>

function portraitAt(path: string): readonly [string, Maker] {
  return [path, async () => ({ type: 'image/png', bytes: await encodePng(portrait(createRandom(seedOf(path)))) })]
}

function roomAt(path: string, isPortrait = false): readonly [string, Maker] {
  return [
    path,
    async () => ({ type: 'image/jpeg', bytes: await encodeJpeg(room(createRandom(seedOf(path)), isPortrait)) }),
  ]
}

function speechAt(path: string, seconds: number): readonly [string, Maker] {
  return [path, () => Promise.resolve({ type: 'audio/wav', bytes: encodeSpeech(createRandom(seedOf(path)), seconds) })]
}

const stock: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ...['receptionist', 'bare', '321486924406853', 'studio-host', 'kiosk-guide'].map((name) =>
    portraitAt(`/model/${name}.png`),
  ),
  roomAt('/video-server/jpg/atrium.jpg'),
  roomAt('/video-server/jpg/zuoyi.jpg'),
  roomAt('/video-server/jpg/lobby.jpg', true),
  ['/video-server/mp4/evening-lights.mp4', async () => ({ type: 'video/mp4', bytes: await encodeEveningLights() })],
  speechAt('/video-server/audio/opening.wav', 2.6),
  speechAt('/video-server/audio/waiting.wav', 1.8),
  speechAt('/video-server/audio/farewell.wav', 1.6),
  ...['echo', 'aria', 'nova', 'marin', 'alloy', 'guina'].map((name) =>
    speechAt(`/video-server/audio/voice-${name}.wav`, 2.2),
  ),
])

const uploadTypes: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['webp', 'image/webp'],
])

/** The paths that are always there. */
export const stockPaths: readonly string[] = [...stock.keys()]

/** The media of one service: the stock, and the images that came with creations. */
export function createMedia(images: PracticeImageStore): Media {
  const made = new Map<string, Promise<MediaFile>>()
  const stocked = (path: string): Promise<MediaFile> | undefined => {
    const maker = stock.get(path)
    if (maker === undefined) return undefined
    const file = made.get(path) ?? maker()
    made.set(path, file)
    return file
  }
  const uploaded = async (path: string): Promise<MediaFile | undefined> => {
    const [, name = '', extension = ''] = /^\/model\/(\d{19}\.([a-z]+))$/.exec(path) ?? []
    const type = uploadTypes.get(extension)
    if (type === undefined) return undefined
    const bytes = await images.load(name)
    // An image that was not stored over a restart: a portrait of the same name stands in for it.
    return bytes === undefined ? portraitAt(path)[1]() : { type, bytes }
  }
  return (path) => stocked(path) ?? uploaded(path)
}
