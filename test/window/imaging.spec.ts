// The image workers as they are built, under the policy that main serves them with: orders in, answers out.
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { FaceBox, ImageType } from '../../src/shared/schemas/avatar.ts'
import type { ImageResponse, ImageSize, ImageTask } from '../../src/renderer/imaging/image-messages.ts'
import { expect, test } from '../support/app.ts'
import { exif, jpegFile, tiffBlock } from '../support/hostile/jpeg-file.ts'
import { encoded, webpChunk, webpOf } from '../support/hostile/other-files.ts'
import { little, quarterColour } from '../support/hostile/parts.ts'
import { exifSegment } from '../support/image-bytes.ts'
import { paintPortrait } from '../support/portraits.ts'
import { chooseImages, drafts } from './pages/avatars-page.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'

const fixtures = path.join(import.meta.dirname, '../fixtures')
const assets = path.join(import.meta.dirname, '../../out/renderer/assets')

async function addressOf(worker: string): Promise<string> {
  const file = (await readdir(assets)).find((name) => name.startsWith(`${worker}-`))
  if (file === undefined) throw new Error(`${worker} is not in the build`)
  return `/assets/${file}`
}

const idOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const analysis: ImageTask = { kind: 'look', converts: false }

/** An answer with its bytes as arrays, as they come out of the page. */
type Analysed = ImageResponse & { readonly imageType?: string; readonly faces?: readonly FaceBox[] | null }

/** Lets a worker of the page carry out one order on these bytes and, if faces matter, the face worker look at what it saw. */
async function ask(
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

function seenIn(answer: Analysed) {
  if (!answer.ok || answer.seen === null) throw new Error('nothing was seen')
  return { ...answer.seen, faces: answer.faces, imageType: answer.imageType, converted: answer.converted }
}

function distance(one: string, other: string): number {
  return (BigInt(`0x${one}`) ^ BigInt(`0x${other}`)).toString(2).replaceAll('0', '').length
}

test('a JPEG and a HEIC of the same portrait look alike, and both show one face', async ({ shared }) => {
  const { page } = shared
  const bytesOf = (name: string) => readFile(path.join(fixtures, name))
  const jpeg = seenIn(
    await ask(page, 'image-worker', { bytes: await bytesOf('astronaut.jpg'), task: analysis, findsFaces: true }),
  )
  const heic = seenIn(
    await ask(page, 'heic-worker', {
      bytes: await bytesOf('astronaut.heic'),
      task: { kind: 'look', converts: true },
      findsFaces: true,
    }),
  )
  expect(jpeg).toMatchObject({ width: 304, height: 304, transparent: false, converted: null })
  expect(heic).toMatchObject({ width: 304, height: 304, transparent: false, imageType: 'jpeg' })
  expect(heic.converted).toMatchObject({ width: 304, height: 304, edit: null, type: 'jpeg' })
  expect(distance(jpeg.hash, heic.hash)).toBeLessThanOrEqual(4)
  for (const { faces } of [jpeg, heic]) {
    expect(faces).toHaveLength(1)
    expect(faces?.[0]).toMatchObject({ frontal: true })
    expect(faces?.[0]?.width).toBeGreaterThan(50)
    expect(faces?.[0]?.width).toBeLessThan(80)
  }
})

test('a picture is turned as its EXIF says, and a cut-off one is drawn as far as it goes', async ({ shared }, info) => {
  const { page } = shared
  const upright = await readFile(await paintPortrait(info.outputPath('images'), 'upright.jpg'))
  const turned = Buffer.concat([upright.subarray(0, 2), Buffer.from(exifSegment(6, true)), upright.subarray(2)])
  const one = seenIn(await ask(page, 'image-worker', { bytes: upright, task: analysis }))
  const other = seenIn(await ask(page, 'image-worker', { bytes: turned, task: analysis }))
  expect([other.width, other.height]).toEqual([one.height, one.width])
  const truncated = upright.subarray(0, Math.floor(upright.length * 0.7))
  expect(seenIn(await ask(page, 'image-worker', { bytes: truncated, task: analysis }))).toMatchObject({
    width: one.width,
    height: one.height,
  })
})

const orientations = [1, 2, 3, 4, 5, 6, 7, 8] as const

const quarters = [
  { sign: 'a', colour: quarterColour(0.25, 0.25) },
  { sign: 'b', colour: quarterColour(0.75, 0.25) },
  { sign: 'c', colour: quarterColour(0.25, 0.75) },
  { sign: 'd', colour: quarterColour(0.75, 0.75) },
]

/** Where the quarters of the corpus's test picture (`ab` over `cd`) are in what a worker encoded; `?` is none of them. */
async function quartersIn(page: Page, answer: Analysed): Promise<string> {
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
      // Close to the edges: a cut that begins one pixel too early or too late shows there.
      const places = [0.01, 0.99].flatMap((down) => [0.01, 0.99].map((across) => [across, down] as const))
      return places.map((place) => signAt(...place)).join('')
    },
    { base64: Buffer.from(answer.converted.image).toString('base64'), known: quarters },
  )
}

test('a WebP is turned as its EXIF says, which the browser does not do', async ({ shared }) => {
  const { page } = shared
  // The corpus's WebP is near white on its whole right side: each way to turn it shows all the same.
  const upright = ['adcd', 'dadc', 'dcda', 'cdad', 'acdd', 'cadd', 'ddca', 'ddac']
  for (const [at, orientation] of orientations.entries()) {
    const header = webpChunk('VP8X', [0x08, 0, 0, 0], little(31, 3), little(23, 3))
    const bytes = webpOf(header, encoded.webpLossless.slice(12), webpChunk('EXIF', tiffBlock({ orientation })))
    const task: ImageTask = { kind: 'look', converts: true }
    const answer = await ask(page, 'image-worker', { bytes: Buffer.from(bytes), task, type: 'webp' })
    const size = orientation < 5 ? { width: 32, height: 24 } : { width: 24, height: 32 }
    expect(seenIn(answer)).toMatchObject({ ...size, converted: size })
    expect(await quartersIn(page, answer)).toBe(upright[at])
  }
})

test('a large JPEG, decoded to fewer pixels, is turned and cut where it should be', async ({ shared }) => {
  const { page } = shared
  const size = { width: 2400, height: 1600 }
  for (const orientation of orientations) {
    const bytes = Buffer.from(jpegFile({ ...size, orientation, segments: [exif({ orientation })] }))
    const { width, height } = seenIn(await ask(page, 'image-worker', { bytes, task: analysis, size }))
    expect({ width, height }).toEqual(size)
    for (const [at, sign] of ['a', 'b', 'c', 'd'].entries()) {
      const area = { x: (at % 2) * 1200, y: at < 2 ? 0 : 800, width: 1200, height: 800 }
      const edit = { area, longestSide: 300, type: 'png' as const }
      const answer = await ask(page, 'image-worker', { bytes, task: { kind: 'edit', edit }, size })
      expect(answer).toMatchObject({ ok: true, converted: { width: 300, height: 200, edit } })
      expect(await quartersIn(page, answer)).toBe(sign.repeat(4))
    }
  }
  const truncated = Buffer.from(jpegFile(size).slice(0, -2000))
  expect(seenIn(await ask(page, 'image-worker', { bytes: truncated, task: analysis, size }))).toMatchObject({
    ...size,
    truncated: true,
  })
})

test('an edit cuts, scales and encodes; a transparent original is converted to PNG', async ({ shared }) => {
  const { page } = shared
  const bytes = await readFile(path.join(fixtures, 'astronaut.jpg'))
  const edit = { area: { x: 16, y: 32, width: 240, height: 135 }, longestSide: 160, type: 'jpeg' as const }
  const edited = await ask(page, 'image-worker', { bytes, task: { kind: 'edit', edit } })
  expect(edited).toMatchObject({ ok: true, imageType: 'jpeg', converted: { width: 160, height: 90, edit } })
  const glass = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(40, 30)
    canvas.getContext('2d')?.fillRect(0, 0, 20, 30)
    return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp' })).arrayBuffer())]
  })
  const converted = await ask(page, 'image-worker', {
    bytes: Buffer.from(glass),
    task: { kind: 'look', converts: true },
    type: 'webp',
    findsFaces: true,
  })
  expect(seenIn(converted)).toMatchObject({ transparent: true, imageType: 'png', faces: [] })
})

// Would catch an image that is judged, cut and sent by another file than the one that main stores: saved anew since, moved,
// or another of that name.
test('a dropped file is read itself while it is the same, else main’s copy', async ({ shared, double }, info) => {
  const { page } = shared
  await saveProfile(page, double.profile())
  await goTo(page, 'Avatars')
  const paint = (name: string) => paintPortrait(info.outputPath('images'), name)
  const [stored, other] = [await paint('anna.jpg'), await paint('bert.jpg')]
  const [storedId, otherId] = [idOf(await readFile(stored)), idOf(await readFile(other))]
  await chooseImages(page, [stored])
  await expect(drafts(page).getByRole('listitem')).toHaveCount(1)
  await page.evaluate(() => document.body.append(Object.assign(document.createElement('input'), { type: 'file' })))
  const input = page.locator('body > input[type="file"]')
  const script = await addressOf('image-worker')
  const seenHash = (imageId: string) =>
    input.evaluate(
      async (element: HTMLInputElement, { address, id }) => {
        const worker = new Worker(address, { type: 'module' })
        const answer = new Promise<ImageResponse>((resolve) => {
          worker.onmessage = ({ data }: MessageEvent<ImageResponse>) => resolve(data)
        })
        const task: ImageTask = { kind: 'look', converts: false }
        worker.postMessage({ imageId: id, file: element.files?.[0], task, type: 'jpeg', size: { width: 0, height: 0 } })
        const answered = await answer
        worker.terminate()
        return answered.ok ? (answered.seen?.hash ?? '') : answered.reason
      },
      { address: script, id: imageId },
    )
  await input.setInputFiles(other)
  const itsHash = await seenHash(otherId)
  expect(itsHash).toMatch(/^[0-9a-f]{16}$/)
  const storedHash = await seenHash(storedId)
  expect(distance(storedHash, itsHash)).toBeGreaterThan(0)
  await input.setInputFiles(stored)
  expect(await seenHash(storedId)).toBe(storedHash)
  await writeFile(stored, 'no picture any more')
  expect(await seenHash(storedId)).toBe(storedHash)
  expect(await seenHash(otherId)).toBe('not-found')
})

test('what is no image is told as such by both workers', async ({ shared }) => {
  const { page } = shared
  for (const worker of ['image-worker', 'heic-worker'])
    expect(await ask(page, worker, { bytes: Buffer.from('not an image'), task: analysis })).toEqual({
      ok: false,
      reason: 'unreadable',
    })
})
