/** Many files dropped together: the resulting drafts, one click for all of them, and the requests that are sent. */
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { Double } from '../support/double.ts'
import { expect, test } from '../support/app.ts'
import { paintPortrait } from '../support/portraits.ts'
import { confirmDrafts, drafts, dragFiles, fillShared } from './pages/avatars-page.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'

// Analysing, cropping and sending this many files takes longer than the usual wait.
const hangMs = 40_000

const heicFixture = path.join(import.meta.dirname, '../fixtures/astronaut.heic')

function card(page: Page, file: string): Locator {
  return drafts(page).getByRole('listitem').filter({ hasText: file })
}

/**
 * Red above and blue below once it is upright; the file is stored sideways, with its orientation and its GPS position.
 */
async function turnedPhoto(file: string): Promise<void> {
  const red = { width: 600, height: 400, channels: 3, background: '#d01010' } as const
  const upright = sharp({ create: { ...red, height: 800 } }).composite([
    {
      input: await sharp({ create: { ...red, background: '#1010d0' } })
        .png()
        .toBuffer(),
      gravity: 'south',
    },
  ])
  const lying = await sharp(await upright.png().toBuffer())
    .rotate(-90)
    .jpeg()
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  await writeFile(file, lying)
}

/** 26 files: 20 images, of which two are copies, and six that are not images. */
async function manyFiles(folder: string): Promise<readonly string[]> {
  const painted = await paintPortrait(folder, 'anna.jpg')
  const at = (name: string): string => path.join(folder, name)
  const made: string[] = [painted]
  const make = async (name: string, write: (file: string) => Promise<unknown>): Promise<void> => {
    await write(at(name))
    made.push(at(name))
  }
  for (let index = 1; index <= 10; index += 1) {
    await make(`tall-${index}.jpg`, (file) =>
      sharp(painted)
        .modulate({ hue: index * 33 })
        .toFile(file),
    )
  }
  for (let index = 1; index <= 4; index += 1) {
    const wide = sharp(painted)
      .modulate({ hue: index * 80 })
      .resize(800, 600, { fit: 'cover' })
    await make(`wide-${index}.jpg`, (file) => wide.toFile(file))
  }
  await make('turned.jpg', turnedPhoto)
  await make('moving.gif', (file) => sharp(painted).resize(640, 640, { fit: 'cover' }).gif().toFile(file))
  await make('phone.heic', (file) => copyFile(heicFixture, file))
  await make('copy-1.jpg', (file) => copyFile(painted, file))
  await make('copy-2.jpg', (file) => copyFile(at('wide-1.jpg'), file))
  for (let index = 1; index <= 6; index += 1) {
    await make(index % 2 === 0 ? `liar-${index}.jpg` : `notes-${index}.txt`, (file) =>
      writeFile(file, `words ${index}`),
    )
  }
  return made
}

function sentImages(double: Double): readonly Buffer[] {
  const bodies = double.service.control.requests('createAvatar').map(({ body }) => JSON.parse(body) as unknown)
  return bodies.map((body) => {
    const uri = String((body as Readonly<Record<string, unknown>>)['coverImage'])
    return Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64')
  })
}

test('many files: findings, one crop for all, and nothing but upright 9:16 without metadata is sent', async ({
  shared,
  double,
}, testInfo) => {
  const folder = testInfo.outputPath('portraits')
  await mkdir(folder, { recursive: true })
  const files = await manyFiles(folder)
  expect(files).toHaveLength(26)
  const { page } = shared
  await saveProfile(page, double.profile())
  // A drop while a different section is open opens Avatars.
  await goTo(page, 'Account')
  const drag = await dragFiles(page, files)
  await expect(async () => {
    await drag.over()
    await expect(page.getByText('Drop to add drafts')).toBeVisible({ timeout: 500 })
  }).toPass()
  await drag.drop()
  await expect(drafts(page).getByRole('listitem')).toHaveCount(20, { timeout: hangMs })
  await expect(page.getByRole('list', { name: '6 not added' })).toBeVisible()
  await expect(drafts(page).locator('[aria-busy]')).toHaveCount(0, { timeout: hangMs })

  await expect(card(page, 'wide-1.jpg').first()).toContainText('Not exactly 16:9 or 9:16')
  await expect(card(page, 'moving.gif')).toContainText('Converted from GIF')
  await expect(card(page, 'phone.heic')).toContainText('Converted from HEIC')
  await expect(card(page, 'turned.jpg')).toContainText('600 × 800')
  await expect(card(page, 'copy-1.jpg')).toContainText('Same file as anna.jpg')
  await page.getByRole('button', { name: 'Remove 2 duplicates' }).click()
  await expect(drafts(page).getByRole('listitem')).toHaveCount(18)

  await page.getByRole('button', { name: /^Crop \d+ drafts/ }).click()
  await page.getByRole('menuitem', { name: 'Crop to 9:16' }).click()
  await expect(page.getByText(/^\d+ cropped to 9:16$/)).toBeVisible({ timeout: hangMs })
  await expect(page.getByText('Not exactly 16:9 or 9:16')).toHaveCount(0)
  await expect(card(page, 'turned.jpg')).toContainText('cropped')

  await fillShared(page, { voice: 'Aria', conversationId: '108', name: '{filename}' })
  await confirmDrafts(page)
  await expect.poll(() => double.service.control.count('createAvatar'), { timeout: hangMs }).toBe(18)
  for (const image of sentImages(double)) {
    const facts = await sharp(image).metadata()
    expect(Math.abs(facts.width - (facts.height * 9) / 16)).toBeLessThanOrEqual(1)
    expect(facts.exif ?? facts.orientation).toBeUndefined()
    expect(['jpeg', 'png']).toContain(facts.format)
  }
  const turned = double.service.control
    .requests('createAvatar')
    .findIndex(({ body }) => (JSON.parse(body) as Readonly<Record<string, unknown>>)['name'] === 'turned')
  const { data, info } = await sharp(sentImages(double)[turned]).raw().toBuffer({ resolveWithObject: true })
  expect(data[0]).toBeGreaterThan(150)
  expect(data[(info.height - 1) * info.width * info.channels + 2]).toBeGreaterThan(150)
})
