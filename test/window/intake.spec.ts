/**
 * How portraits come in: dropped, pasted, chosen, as folders; refusals; cropping by keyboard; the state after a crash.
 */
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { readImageHeader } from '../../src/main/lib/image-header.ts'
import type { Double } from '../support/double.ts'
import { expect, test } from '../support/app.ts'
import { paintPortrait } from '../support/portraits.ts'
import {
  conversationIdField,
  chooseImages,
  confirmDrafts,
  drafts,
  dragFiles,
  fillShared,
} from './pages/avatars-page.ts'
import { tabTo } from './pages/keys.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'
import { expectReady } from './pages/time.ts'

function cards(page: Page): Locator {
  return drafts(page).getByRole('listitem')
}

/** Type and size of the image in the latest creation that the double read. */
function sentImage(double: Double): { readonly type: string; readonly width: number; readonly height: number } {
  const uri = String(double.service.control.lastCreateBody()?.['coverImage'])
  const match = /^data:image\/(\w+);base64,(.+)$/.exec(uri)
  if (match === null) throw new Error(`no data URI: ${uri.slice(0, 40)}`)
  const finding = readImageHeader(Buffer.from(match[2] ?? '', 'base64'))
  if (finding === null) throw new Error('not an image')
  expect(finding.type).toBe(match[1])
  return finding
}

test('files and folders are dropped anywhere; a file that is not an image is refused by name', async ({
  shared,
  double,
}, testInfo) => {
  const { page } = shared
  await saveProfile(page, double.profile())
  await goTo(page, 'Avatars')
  const folder = testInfo.outputPath('portraits')
  const anna = await paintPortrait(folder, 'anna.jpg')
  const nested = path.join(folder, 'team')
  await paintPortrait(nested, 'bao.png')
  await paintPortrait(path.join(nested, 'deeper'), 'chen.jpg')
  const notes = path.join(folder, 'notes.txt')
  await writeFile(notes, 'Call sheet for Tuesday')
  const liar = path.join(folder, 'liar.jpg')
  await writeFile(liar, '<html>not found</html>')

  const drag = await dragFiles(page, [anna, notes, liar])
  await expect(async () => {
    await drag.over()
    await expect(page.getByText('Drop to add drafts')).toBeVisible({ timeout: 500 })
  }).toPass()
  await drag.drop()
  await expect(page.getByText('Drop to add drafts')).toBeHidden()
  await expect(cards(page)).toHaveCount(1)
  await expect(cards(page).first()).toContainText('anna.jpg')
  const refused = page.getByRole('list', { name: '2 not added' })
  await expect(refused.getByRole('listitem').filter({ hasText: 'notes.txt' })).toContainText(
    'This is a text file. Choose a JPEG or PNG.',
  )
  await expect(refused.getByRole('listitem').filter({ hasText: 'liar.jpg' })).toContainText('This is a web page.')
  await refused.getByRole('button', { name: 'Dismiss notes.txt' }).click()
  await expect(page.getByRole('list', { name: '1 not added' })).toBeVisible()

  // A manifest in the folder is shown once its images are drafts.
  await writeFile(path.join(nested, 'names.csv'), 'image,name\nbao.png,Bao Li\n')
  const second = await dragFiles(page, [nested])
  await second.drop()
  const manifest = page.getByRole('dialog', { name: 'Manifest' })
  await manifest.getByRole('button', { name: 'Fill 1, add 0' }).click()
  await expect(drafts(page).getByRole('listitem', { name: 'Bao Li' })).toBeVisible()
  await expect(cards(page)).toHaveCount(3)
  await expect(drafts(page)).toContainText('bao.png')
  await expect(drafts(page)).toContainText('chen.jpg')
  expect(double.service.control.count('createAvatar')).toBe(0)
})

test('an image is pasted and sent unchanged', async ({ shared, double }, testInfo) => {
  const { app, page } = shared
  await saveProfile(page, double.profile())
  await goTo(page, 'Avatars')
  await chooseImages(page, [await paintPortrait(testInfo.outputPath('portraits'), 'anna.png')])
  // The copy is the card's thumbnail: the pasted image has its size.
  const picture = cards(page).first().locator('img')
  // Main's thumbnail, not the placeholder that is shown during the analysis.
  await expect(picture).toHaveAttribute('src', /^\/thumbnail\//)
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(320)
  const preview = await picture.boundingBox()
  // Copied from the window itself: the clipboard's own functions differ between Electron 42 and 45.
  await app.evaluate(
    ({ BrowserWindow }, { x, y }) => {
      BrowserWindow.getAllWindows()[0]?.webContents.copyImageAt(x, y)
    },
    { x: Math.round((preview?.x ?? 0) + 40), y: Math.round((preview?.y ?? 0) + 40) },
  )
  await cards(page).first().getByRole('button', { name: 'Remove' }).click()
  await expect(cards(page)).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+V')
  await expect(cards(page)).toHaveCount(1)
  await expect(cards(page).first()).toContainText('180 × 320')

  await fillShared(page, { voice: 'Aria', conversationId: '108', name: 'Pasted' })
  await confirmDrafts(page)
  await expectReady({ app, page })
  expect(sentImage(double)).toMatchObject({ type: 'png', width: 180, height: 320 })
})

test('a portrait is cropped by keyboard alone, and the sent image has exactly the chosen shape', async ({
  shared,
  double,
}, testInfo) => {
  const { app, page } = shared
  await saveProfile(page, double.profile())
  await goTo(page, 'Avatars')
  await chooseImages(page, [await paintPortrait(testInfo.outputPath('portraits'), 'anna.jpg')])
  await fillShared(page, { voice: 'Aria', conversationId: '108', name: 'Cropped' })
  await tabTo(page, cards(page).first().getByRole('button', { name: 'Crop' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Crop anna.jpg' })
  const frame = dialog.getByRole('group', { name: 'Crop frame' })
  await expect(frame).toBeFocused()

  await tabTo(page, dialog.getByRole('radio', { name: '9:16' }))
  await page.keyboard.press('ArrowLeft')
  await expect(dialog.getByRole('radio', { name: '16:9' })).toBeChecked()
  const size = dialog.getByRole('status').filter({ hasText: '×' })
  const largest = (await size.textContent()) ?? ''
  await tabTo(page, dialog.getByRole('button', { name: 'Bottom right corner' }), 'Shift+Tab')
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(size).not.toHaveText(largest)
  await tabTo(page, frame, 'Shift+Tab')
  const before = await frame.boundingBox()
  for (const key of ['Shift+ArrowDown', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key)
  await expect.poll(async () => ((await frame.boundingBox())?.x ?? 0) - (before?.x ?? 0)).toBeCloseTo(1, 0)
  const result = (await size.textContent()) ?? ''
  const [, width, height] = /(\d+) × (\d+)/.exec(result) ?? []
  expect(Number(width) * 9).toBe(Number(height) * 16)
  await tabTo(page, dialog.getByRole('button', { name: 'Apply crop' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(cards(page).first()).toContainText('cropped')
  await expect(cards(page).first().getByRole('button', { name: 'Crop' })).toBeFocused()

  await confirmDrafts(page)
  await expectReady({ app, page })
  expect(sentImage(double)).toMatchObject({ type: 'jpeg', width: Number(width), height: Number(height) })
})

test('drafts, custom fields and typed fields survive a kill', async ({ launch, double }, testInfo) => {
  const first = await launch()
  await saveProfile(first.page, double.profile())
  await goTo(first.page, 'Avatars')
  const folder = testInfo.outputPath('portraits')
  await mkdir(folder, { recursive: true })
  await chooseImages(first.page, [await paintPortrait(folder, 'anna.jpg'), await paintPortrait(folder, 'bao.png')])
  await cards(first.page).first().getByRole('button', { name: 'Custom fields' }).click()
  const own = first.page.getByRole('dialog')
  await own.getByRole('textbox', { name: 'Greeting' }).fill('Good evening, 你好')
  await own.getByRole('button', { name: 'Save custom fields' }).click()
  await expect(own).toBeHidden()
  await fillShared(first.page, { voice: 'Nova', conversationId: '1983775419508027393', name: '{filename}' })
  await first.page.keyboard.press('Tab')
  await expect
    .poll(() => first.page.evaluate(async () => JSON.stringify(await window.bridge.call('creator.read', {}))))
    .toContain('1983775419508027393')
  await first.kill()
  // The originals can be gone by then: the app itself keeps a copy.
  await writeFile(path.join(folder, 'anna.jpg'), '')

  const { app, page } = await launch()
  await goTo(page, 'Avatars')
  await expect(cards(page)).toHaveCount(2)
  await expect(cards(page).first()).toContainText('Custom fields')
  await expect(page.getByRole('combobox', { name: 'Voice', exact: true })).toHaveValue('Nova')
  await expect(conversationIdField(page)).toHaveValue('1983775419508027393')
  await confirmDrafts(page)
  await expectReady({ app, page }, 2)
  const bodies = double.service.control.requests('createAvatar').map(({ body }) => JSON.parse(body) as unknown)
  expect(bodies).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'anna', greetings: 'Good evening, 你好', ttsName: 'Nova' }),
      expect.objectContaining({ name: 'bao', ttsName: 'Nova' }),
    ]),
  )
})

// Would catch the rest of a drop that is lost in a crash without a notice.
test(
  'a kill in the middle of a drop is reported at the next start, until it is dismissed',
  { tag: '@extended' },
  async ({ launch, double }, testInfo) => {
    const first = await launch()
    await saveProfile(first.page, double.profile())
    await goTo(first.page, 'Avatars')
    const folder = testInfo.outputPath('portraits')
    const portrait = await paintPortrait(folder, 'anna.jpg')
    const copies = Array.from({ length: 400 }, (_, index) => path.join(folder, `copy-${String(index)}.jpg`))
    for (const copy of copies) await copyFile(portrait, copy)
    const dropping = first.page.locator('input[type="file"]').first().setInputFiles(copies)
    await expect(cards(first.page).first()).toBeVisible()
    await first.kill()
    // The page might have gone before it could confirm the files.
    await dropping.catch(() => undefined)

    const second = await launch()
    const notice = second.page.getByText(/^Files not added to .*: \d+\. Add them again\./)
    await expect(notice).toBeVisible()
    const lost = Number(/: (\d+)\. Add/.exec(await notice.innerText())?.[1])
    await goTo(second.page, 'Avatars')
    const here = await second.page.evaluate(async () => {
      const read = await window.bridge.call('creator.read', {})
      return (read as { value: { drafts: unknown[] } }).value.drafts.length
    })
    // The file in progress might have become a draft a moment before the end.
    expect([copies.length, copies.length + 1]).toContain(here + lost)
    await second.page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(notice).toBeHidden()
    await second.kill()

    const { page } = await launch()
    await goTo(page, 'Avatars')
    await expect(cards(page).first()).toBeVisible()
    await expect(page.getByText(/^Files not added to/)).toBeHidden()
  },
)
