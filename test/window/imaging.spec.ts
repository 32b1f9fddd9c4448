// The image workers as they are built, under the policy that main serves them with: orders in, answers out.
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { FaceBox } from '../../src/shared/schemas/avatar.ts'
import type { LookAnswer, LookTask } from '../../src/renderer/imaging/look-order.ts'
import { expect, test } from '../support/app.ts'
import { exifSegment } from '../support/image-bytes.ts'
import { paintPortrait } from '../support/portraits.ts'

const fixtures = path.join(import.meta.dirname, '../fixtures')
const assets = path.join(import.meta.dirname, '../../out/renderer/assets')

async function addressOf(worker: string): Promise<string> {
  const file = (await readdir(assets)).find((name) => name.startsWith(`${worker}-`))
  if (file === undefined) throw new Error(`${worker} is not in the build`)
  return `/assets/${file}`
}

const look: LookTask = { kind: 'look', converts: false }

/** An answer with its bytes as arrays, as they come out of the page. */
type Told = LookAnswer & { readonly imageType?: string; readonly faces?: readonly FaceBox[] | null }

/** Lets a worker of the page carry out one order on these bytes, and the face worker look at what it saw. */
async function ask(page: Page, worker: string, order: { bytes: Buffer; task: LookTask }): Promise<Told> {
  return page.evaluate(
    async ({ script, faceScript, base64, task }) => {
      const askWorker = async (address: string, message: unknown): Promise<unknown> => {
        const worker = new Worker(address, { type: 'module' })
        const answer = new Promise<unknown>((resolve, reject) => {
          worker.onmessage = ({ data }) => {
            resolve(data)
          }
          worker.onerror = () => {
            reject(new Error('worker'))
          }
        })
        worker.postMessage(message)
        return answer.finally(() => {
          worker.terminate()
        })
      }
      const source = new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))])
      const answer = (await askWorker(script, { source, task })) as LookAnswer
      if (!answer.ok) return answer
      const { seen, converted } = answer
      const first = converted?.image[0]
      const imageType = { 0xff: 'jpeg', 0x89: 'png' }[first ?? 0] ?? 'none'
      if (seen === null) return { ...answer, imageType }
      const { width, height, square: pixels } = seen
      const faces = (await askWorker(faceScript, { pixels, width, height })) as readonly FaceBox[] | null
      return { ...answer, imageType, faces }
    },
    {
      script: await addressOf(worker),
      faceScript: await addressOf('face-worker'),
      base64: order.bytes.toString('base64'),
      task: order.task,
    },
  )
}

function seenIn(answer: Told) {
  if (!answer.ok || answer.seen === null) throw new Error('nothing was seen')
  return { ...answer.seen, faces: answer.faces, imageType: answer.imageType, converted: answer.converted }
}

function distance(one: string, other: string): number {
  return (BigInt(`0x${one}`) ^ BigInt(`0x${other}`)).toString(2).replaceAll('0', '').length
}

test('a JPEG and a HEIC of the same portrait look alike, and both show one face', async ({ launch }) => {
  const { page } = await launch()
  const bytesOf = (name: string) => readFile(path.join(fixtures, name))
  const jpeg = seenIn(await ask(page, 'look-worker', { bytes: await bytesOf('astronaut.jpg'), task: look }))
  const heic = seenIn(
    await ask(page, 'heic-worker', {
      bytes: await bytesOf('astronaut.heic'),
      task: { kind: 'look', converts: true },
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

test('a picture is turned as its EXIF says, and a cut-off one is drawn as far as it goes', async ({ launch }, info) => {
  const { page } = await launch()
  const upright = await readFile(await paintPortrait(info.outputPath('images'), 'upright.jpg'))
  const turned = Buffer.concat([upright.subarray(0, 2), Buffer.from(exifSegment(6, true)), upright.subarray(2)])
  const one = seenIn(await ask(page, 'look-worker', { bytes: upright, task: look }))
  const other = seenIn(await ask(page, 'look-worker', { bytes: turned, task: look }))
  expect([other.width, other.height]).toEqual([one.height, one.width])
  const cutOff = upright.subarray(0, Math.floor(upright.length * 0.7))
  expect(seenIn(await ask(page, 'look-worker', { bytes: cutOff, task: look }))).toMatchObject({
    width: one.width,
    height: one.height,
  })
})

test('an edit cuts, scales and encodes; a transparent original is converted to PNG', async ({ launch }) => {
  const { page } = await launch()
  const bytes = await readFile(path.join(fixtures, 'astronaut.jpg'))
  const edit = { area: { x: 16, y: 32, width: 240, height: 135 }, longestSide: 160, type: 'jpeg' as const }
  const edited = await ask(page, 'look-worker', { bytes, task: { kind: 'edit', edit } })
  expect(edited).toMatchObject({ ok: true, imageType: 'jpeg', converted: { width: 160, height: 90, edit } })
  const glass = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(40, 30)
    canvas.getContext('2d')?.fillRect(0, 0, 20, 30)
    return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp' })).arrayBuffer())]
  })
  const converted = await ask(page, 'look-worker', {
    bytes: Buffer.from(glass),
    task: { kind: 'look', converts: true },
  })
  expect(seenIn(converted)).toMatchObject({ transparent: true, imageType: 'png', faces: [] })
})

test('what is no image is told as such by both workers', async ({ launch }) => {
  const { page } = await launch()
  for (const worker of ['look-worker', 'heic-worker'])
    expect(await ask(page, worker, { bytes: Buffer.from('not an image'), task: look })).toEqual({
      ok: false,
      reason: 'unreadable',
    })
})
