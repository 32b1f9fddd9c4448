// The image workers as built, under the policy with which main serves them: requests in, responses out.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import type { ImageResponse, ImageTask } from '../../src/renderer/imaging/image-messages.ts'
import { expect, test } from '../support/app.ts'
import { exif, jpegFile } from '../support/hostile/jpeg-file.ts'
import { exifSegment } from '../support/image-bytes.ts'
import { paintPortrait } from '../support/portraits.ts'
import { chooseImages, drafts } from './pages/avatars-page.ts'
import { addressOf, analysis, ask, idOf, quartersIn, seenIn } from './pages/image-workers.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'

const fixtures = path.join(import.meta.dirname, '../fixtures')

test(
  'a JPEG and a HEIC of the same portrait are drawn in the same size, and both show one face',
  { tag: '@extended' },
  async ({ shared }) => {
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
    for (const { faces } of [jpeg, heic]) {
      expect(faces).toHaveLength(1)
      expect(faces?.[0]).toMatchObject({ frontal: true })
      expect(faces?.[0]?.width).toBeGreaterThan(50)
      expect(faces?.[0]?.width).toBeLessThan(80)
    }
  },
)

test(
  'a picture is rotated as its EXIF says, and a truncated one is drawn as far as it goes',
  { tag: '@extended' },
  async ({ shared }, info) => {
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
  },
)

const orientations = [1, 2, 3, 4, 5, 6, 7, 8] as const

test(
  'a large JPEG, decoded to fewer pixels, is rotated and cropped in the right place',
  { tag: '@extended' },
  async ({ shared }) => {
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
  },
)

test(
  'an edit crops, scales and encodes; a transparent original is converted to PNG',
  { tag: '@extended' },
  async ({ shared }) => {
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
  },
)

// Would catch a creation that is spent on a portrait that nobody could use.
test(
  'a blurred and a dark portrait are marked, a sharp one in soft light is not',
  { tag: '@extended' },
  async ({ shared, double }, info) => {
    const { page } = shared
    await saveProfile(page, double.profile())
    await goTo(page, 'Avatars')
    const portrait = sharp(await readFile(path.join(fixtures, 'astronaut.jpg')))
    const variants = {
      'sharp.jpg': portrait.clone().resize(304, 540, { fit: 'contain', background: '#6a6a70' }),
      'soft.jpg': portrait.clone().linear(0.5, 90),
      'shade.jpg': portrait.clone().linear(0.45, 0),
      'blurred.jpg': portrait.clone().blur(4),
      'dim.jpg': portrait.clone().linear(0.15, 0),
      'black.jpg': portrait.clone().linear(0, 0),
    }
    await mkdir(info.outputPath('images'), { recursive: true })
    const files = Object.keys(variants).map((name) => info.outputPath('images', name))
    for (const [at, variant] of Object.values(variants).entries()) await variant.jpeg().toFile(files[at] ?? '')
    await chooseImages(page, files)
    const card = (name: string) => drafts(page).getByRole('listitem', { name, exact: true })
    await expect(card('blurred')).toContainText('Blurred')
    await expect(card('dim')).toContainText('Too dark')
    await expect(card('black')).toContainText('Too dark')
    await expect(page.getByText(/^Preparing/)).toBeHidden()
    for (const name of ['sharp', 'soft', 'shade']) await expect(card(name)).not.toContainText(/Blurred|Too dark/)
  },
)

// Would catch an image that is analysed, cropped and sent from a different file than the one that main stores: saved
// again since, moved, or a different file of that name.
test(
  'a dropped file is read directly while it is unchanged, otherwise main’s copy',
  { tag: '@extended' },
  async ({ shared, double }, info) => {
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
    const seenQuality = (imageId: string) =>
      input.evaluate(
        async (element: HTMLInputElement, { address, id }) => {
          const worker = new Worker(address, { type: 'module' })
          const answer = new Promise<ImageResponse>((resolve) => {
            worker.onmessage = ({ data }: MessageEvent<ImageResponse>) => resolve(data)
          })
          const task: ImageTask = { kind: 'look', converts: false }
          worker.postMessage({
            imageId: id,
            file: element.files?.[0],
            task,
            type: 'jpeg',
            size: { width: 0, height: 0 },
          })
          const answered = await answer
          worker.terminate()
          return answered.ok ? JSON.stringify(answered.seen?.quality) : answered.reason
        },
        { address: script, id: imageId },
      )
    await input.setInputFiles(other)
    const otherQuality = await seenQuality(otherId)
    expect(otherQuality).toContain('brightness')
    const storedQuality = await seenQuality(storedId)
    expect(storedQuality).toContain('brightness')
    expect(storedQuality).not.toBe(otherQuality)
    await input.setInputFiles(stored)
    expect(await seenQuality(storedId)).toBe(storedQuality)
    await writeFile(stored, 'no picture any more')
    expect(await seenQuality(storedId)).toBe(storedQuality)
    expect(await seenQuality(otherId)).toBe('not-found')
  },
)

test('both workers report a file that is not an image', { tag: '@extended' }, async ({ shared }) => {
  const { page } = shared
  for (const worker of ['image-worker', 'heic-worker'])
    expect(await ask(page, worker, { bytes: Buffer.from('not an image'), task: analysis })).toEqual({
      ok: false,
      reason: 'unreadable',
    })
})
