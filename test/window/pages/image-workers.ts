/** The image workers as built: requests in, responses out. */
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { FaceBox, ImageType } from '../../../src/shared/schemas/avatar.ts'
import type { ImageResponse, ImageSize, ImageTask } from '../../../src/renderer/imaging/image-messages.ts'
import { quarterColour } from '../../support/hostile/parts.ts'

const assets = path.join(import.meta.dirname, '../../../out/renderer/assets')

export async function addressOf(worker: string): Promise<string> {
  const file = (await readdir(assets)).find((name) => name.startsWith(`${worker}-`))
  if (file === undefined) throw new Error(`${worker} is not in the build`)
  return `/assets/${file}`
}

export const idOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

export const analysis: ImageTask = { kind: 'look', converts: false }

/** A response with its bytes as arrays, as they leave the page. */
export type Analysed = ImageResponse & { readonly imageType?: string; readonly faces?: readonly FaceBox[] | null }

/**
 * Makes a worker of the page carry out one request on these bytes and, if faces matter, the face worker analyse the
 * result.
 */
export async function ask(
  page: Page,
  worker: string,
  order: { bytes: Buffer; task: ImageTask; type?: ImageType; size?: ImageSize; findsFaces?: boolean },
): Promise<Analysed> {
  return page.evaluate(
    async ({ script, faceScript, imageId, base64, task, type, size, findsFaces }) => {
      const askWorker = async (address: string, message: unknown): Promise<unknown> => {
        const worker = new Worker(address, { type: address === faceScript ? 'classic' : 'module' })
        const answer = new Promise<unknown>((resolve, reject) => {
          worker.onmessage = ({ data }) => resolve(data)
          worker.onerror = () => reject(new Error('worker'))
        })
        worker.postMessage(message)
        return answer.finally(() => worker.terminate())
      }
      const file = new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], 'portrait')
      const answer = (await askWorker(script, { imageId, file, task, type, size })) as ImageResponse
      if (!answer.ok) return answer
      const { seen, converted } = answer
      const first = converted?.image[0]
      const imageType = { 0xff: 'jpeg', 0x89: 'png' }[first ?? 0] ?? 'none'
      if (seen === null || !findsFaces) return { ...answer, imageType }
      const faces = (await askWorker(faceScript, seen.faces)) as readonly FaceBox[] | null
      return { ...answer, imageType, faces }
    },
    {
      script: await addressOf(worker),
      faceScript: await addressOf('face-worker'),
      imageId: idOf(order.bytes),
      base64: order.bytes.toString('base64'),
      task: order.task,
      type: order.type ?? 'jpeg',
      size: order.size ?? { width: 0, height: 0 },
      findsFaces: order.findsFaces ?? false,
    },
  )
}

export function seenIn(answer: Analysed) {
  if (!answer.ok || answer.seen === null) throw new Error('nothing was seen')
  return { ...answer.seen, faces: answer.faces, imageType: answer.imageType, converted: answer.converted }
}

const quarters = [
  { sign: 'a', colour: quarterColour(0.25, 0.25) },
  { sign: 'b', colour: quarterColour(0.75, 0.25) },
  { sign: 'c', colour: quarterColour(0.25, 0.75) },
  { sign: 'd', colour: quarterColour(0.75, 0.75) },
]

/** The positions of the test picture's quarters (`ab` over `cd`) in a worker's encoded image; `?` is none of them. */
export async function quartersIn(page: Page, answer: Analysed): Promise<string> {
  if (!answer.ok || answer.converted === null) throw new Error('nothing was converted')
  return page.evaluate(
    async ({ base64, known }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes]))
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
      context?.drawImage(bitmap, 0, 0)
      const signAt = (across: number, down: number): string => {
        const place = [Math.floor(bitmap.width * across), Math.floor(bitmap.height * down)] as const
        const pixel = context?.getImageData(...place, 1, 1).data ?? []
        return known.find(({ colour }) => colour.every((c, at) => Math.abs(c - (pixel[at] ?? -99)) < 30))?.sign ?? '?'
      }
      // Close to the edges, where a crop that is off by one pixel shows.
      const places = [0.01, 0.99].flatMap((down) => [0.01, 0.99].map((across) => [across, down] as const))
      return places.map((place) => signAt(...place)).join('')
    },
    { base64: Buffer.from(answer.converted.image).toString('base64'), known: quarters },
  )
}
