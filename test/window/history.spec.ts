/**
 * A long history in the real window: scrolled, searched, filtered and exported; and a waiting avatar that is edited.
 */
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import { quitAndRun } from '../support/closed-app.ts'
import { paintPortrait } from '../support/portraits.ts'
import {
  addWithoutImage,
  chooseImages,
  chooseInQueue,
  chooseInRow,
  confirmDrafts,
  drafts,
  fillShared,
  pauseQueue,
  queueRows,
} from './pages/avatars-page.ts'
import { answerSaveDialog } from './pages/save-dialog.ts'
import { goTo, saveProfile, scrollBox } from './pages/settings-page.ts'
import { expectReady } from './pages/time.ts'

const jobs = 1_200

function table(page: Page) {
  return page.getByRole('table', { name: 'Avatar queue' })
}

async function scrollToEnd(page: Page): Promise<void> {
  const box = await scrollBox(page)
  await box.evaluate((element) => {
    element.scrollTop = element.scrollHeight
  })
}

test(
  'a history of a thousand is scrolled, searched, filtered and exported',
  { tag: '@extended' },
  async ({ launch, double }, testInfo) => {
    const first = await launch()
    await saveProfile(first.page, double.profile())
    await quitAndRun(first, 'history-process.ts', String(jobs))

    const { app, page } = await launch()
    await goTo(page, 'Avatars')
    await expect(queueRows(page)).toHaveCount(300)
    await chooseInQueue(page, 'Newest first')
    await expect(queueRows(page).first()).toContainText('Portrait 1200')
    // The focused row can scroll under the sticky head like any other row.
    await queueRows(page).nth(5).focus()
    const box = await scrollBox(page)
    await box.evaluate((element) => {
      const [head, row] = [element.querySelector('table[aria-label="Avatar queue"] thead'), document.activeElement]
      const topOf = (one: Element | null): number => one?.getBoundingClientRect().top ?? 0
      // Twice, because the head also moves until it sticks.
      for (let times = 0; times < 2; times += 1) element.scrollTop += topOf(row) - topOf(head)
    })
    const shown = await table(page)
      .locator('thead')
      .evaluate((head) => {
        const { left, top } = head.getBoundingClientRect()
        return document.elementFromPoint(left + 60, top + 8)?.closest('thead') === head
      })
    expect(shown).toBe(true)

    for (const more of ['Show 300 more of 1,200', 'Show 300 more of 1,200', 'Show 300 more of 1,200']) {
      await page.getByRole('button', { name: more }).click()
    }
    await expect(queueRows(page)).toHaveCount(jobs)
    await scrollToEnd(page)
    await expect(queueRows(page).last()).toContainText('Portrait 1')
    await expect(queueRows(page).last()).toBeInViewport()

    const search = page.getByRole('searchbox', { name: 'Find in queue' })
    await search.fill('portrait-77')
    // 77 and 770 to 779.
    await expect(queueRows(page)).toHaveCount(11)
    await page
      .getByRole('group', { name: 'Show only' })
      .getByRole('button', { name: /^Failed/ })
      .click()
    await expect(queueRows(page)).toHaveCount(2)
    const file = testInfo.outputPath('failed.csv')
    await answerSaveDialog(app, file)
    await chooseInQueue(page, 'Export CSV')
    await expect(page.getByText('Saved as failed.csv')).toBeVisible()
    const lines = (await readFile(file, 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toContain('state,name,file,taskId')
    expect(lines.slice(1).map((line) => line.split(',').slice(0, 4).join(','))).toEqual([
      "failed,Portrait 778,portrait-778.jpg,'1983775419000000778",
      "failed,Portrait 771,portrait-771.jpg,'1983775419000000771",
    ])

    const batch = testInfo.outputPath('batch.csv')
    await answerSaveDialog(app, batch)
    await chooseInQueue(page, 'Export last batch as CSV')
    await expect(page.getByText('Saved as batch.csv')).toBeVisible()
    expect((await readFile(batch, 'utf8')).trim().split('\r\n')).toHaveLength(jobs + 1)

    await answerSaveDialog(app, testInfo.outputPath('no such folder/failed.csv'))
    await chooseInQueue(page, 'Export CSV')
    await expect(page.getByText("Couldn't save (ENOENT).")).toBeVisible()

    await search.fill('nobody')
    await expect(page.getByText('No avatar matches.')).toBeVisible()
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(queueRows(page)).toHaveCount(300)
  },
)

test('avatars that ended long ago are in the archive', { tag: '@extended' }, async ({ launch, double }, testInfo) => {
  const first = await launch()
  await saveProfile(first.page, double.profile())
  await quitAndRun(first, 'history-process.ts', '30')
  const second = await launch()
  await quitAndRun(second, 'sql-process.ts', "UPDATE jobs SET state_since = 0 WHERE state = 'ready'")

  const { page } = await launch()
  await goTo(page, 'Avatars')
  const archive = page.getByRole('group', { name: 'Show only' }).getByRole('button', { name: /^Archive/ })
  await expect(archive).toBeVisible()
  await page.screenshot({ path: testInfo.outputPath('working.png') })
  const working = await queueRows(page).count()
  await archive.click()
  await expect(archive).toHaveAttribute('aria-pressed', 'true')
  await expect(archive).toHaveText(`Archive ${String(30 - working)}`)
  await expect(queueRows(page)).toHaveCount(30 - working)
  await page.screenshot({ path: testInfo.outputPath('archive.png') })
  await archive.click()
  await expect(queueRows(page)).toHaveCount(working)
})

/** The names of stored portraits. */
async function portraitsIn(userData: string): Promise<readonly string[]> {
  const files = await readdir(path.join(userData, 'images'), { recursive: true })
  return files.filter((file) => file.endsWith('.jpg'))
}

// Would catch a removed row that is still exported, a row that comes back after a quit within the ten seconds of Undo,
// and a portrait that stays on the disk.
test(
  'a removed avatar leaves the export immediately, stays removed after a quit, and leaves the disk later',
  { tag: '@extended' },
  async ({ launch, double }, testInfo) => {
    double.service.control.setTrainingMs(600_000)
    const first = await launch()
    const { page } = first
    await saveProfile(page, double.profile())
    await goTo(page, 'Avatars')
    const folder = testInfo.outputPath('portraits')
    await chooseImages(page, [await paintPortrait(folder, 'anna.jpg'), await paintPortrait(folder, 'bo.jpg')])
    await fillShared(page, { voice: 'Aria', conversationId: '108', name: '{filename}' })
    await confirmDrafts(page)
    await expect(queueRows(page)).toContainText(['Training', 'Training'])
    await addWithoutImage(page)
    await addWithoutImage(page)

    await chooseInRow(queueRows(page).filter({ hasText: 'anna' }), 'Remove')
    await expect(page.getByText('Removed from this computer; training continues')).toBeVisible()
    const file = testInfo.outputPath('queue.csv')
    await answerSaveDialog(first.app, file)
    await drafts(page).getByRole('listitem').first().getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(2)
    await expect(drafts(page).getByRole('listitem')).toHaveCount(1)
    await chooseInQueue(page, 'Export CSV')
    await expect(page.getByText('Saved as queue.csv')).toBeVisible()
    const text = await readFile(file, 'utf8')
    expect(text).toContain('bo.jpg')
    expect(text).not.toContain('anna.jpg')
    expect(await portraitsIn(first.userData)).toHaveLength(2)
    await quitAndRun(first, 'sql-process.ts', 'UPDATE removed_rows SET removed_at = 0')

    const second = await launch()
    await expect.poll(() => portraitsIn(second.userData)).toHaveLength(1)
    await goTo(second.page, 'Avatars')
    await expect(drafts(second.page).getByRole('listitem')).toHaveCount(1)
    await expect(queueRows(second.page)).toHaveText([/bo/])
    await expect(second.page.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(0)
  },
)

test('a waiting avatar is edited and sent with the changes', async ({ shared, double }, testInfo) => {
  const { app, page } = shared
  await saveProfile(page, double.profile())
  await goTo(page, 'Avatars')
  const folder = testInfo.outputPath('portraits')
  await chooseImages(page, [await paintPortrait(folder, 'anna.jpg')])
  await fillShared(page, { voice: 'Aria', conversationId: '1871234567890123479', name: '{filename}' })
  await confirmDrafts(page)
  await expectReady({ app, page })
  await pauseQueue(page)
  await chooseImages(page, [await paintPortrait(folder, 'bao.jpg'), await paintPortrait(folder, 'chen.jpg')])
  await confirmDrafts(page)
  const chen = queueRows(page).filter({ hasText: /chen/i })
  await expect(chen).toContainText('place 2')
  await expect(queueRows(page).filter({ hasText: 'bao' })).toContainText('next')
  await expect(page.getByRole('progressbar', { name: 'Total progress' })).toBeVisible()

  await chooseInRow(chen, 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit chen' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Chen Yu')
  await dialog.getByRole('textbox', { name: 'Greeting' }).fill('Ni hao')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(chen).toContainText('Chen Yu')

  await page.getByRole('button', { name: 'Resume queue' }).click()
  await expectReady({ app, page }, 3)
  await expect(page.getByText(/^2 ready in \d+ s$/).first()).toBeVisible()
  const sent = double.service.control
    .requests('createAvatar')
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>)
  expect(sent.map(({ name, greetings }) => [name, greetings])).toEqual(
    expect.arrayContaining([
      ['bao', undefined],
      ['Chen Yu', 'Ni hao'],
    ]),
  )
  expect(sent).toHaveLength(3)
})
