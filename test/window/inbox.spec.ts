/**
 * The session inbox from a pasted text to the last row that is marked as ended; each call is closed once, or not at
 * all.
 */
import { writeFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { paintPortrait } from '../support/portraits.ts'
import { expect, test } from '../support/app.ts'
import { drafts, dragFiles } from './pages/avatars-page.ts'
import { addByPaste, knownRow, openAddSessions, outcomesOf, watchApplication } from './pages/sessions-page.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'

function rows(page: Page): Locator {
  return page
    .getByRole('table', { name: 'Known sessions' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
}

/** Moves the clock of the page; main keeps the real time. */
async function moveClock(page: Page, aheadMs: number): Promise<void> {
  await page.evaluate((ms) => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + ms
  }, aheadMs)
}

function summary(page: Page, words: string): Locator {
  return page.getByText(words)
}

test('ids of any text are proposed, added, named, closed one after the other, stopped, and marked as ended', async ({
  shared,
  double,
}, testInfo) => {
  const { control } = double.service
  const { page } = shared
  await saveProfile(page, double.profile({ protection: 'open' }))
  const ids = control.addCalls(double.quietAppId, 8)
  const [first = '', second = ''] = ids
  await watchApplication(page, double.quietAppId)
  await expect(summary(page, '12 live, 0 known here, 12 not known')).toBeVisible()

  await test.step('nothing is added before it was seen, and unselected ids stay out', async () => {
    const box = await openAddSessions(page)
    await expect(box).toBeFocused()
    const proposed = page.getByRole('list', { name: 'IDs found' }).getByRole('checkbox')
    const log = ids.map((id) => `12:00:07 start-complete sessionId=${id}`).join('\n')
    await box.fill(`apiKey=3f2a9c1e-7b4d-4e2a-9f10-aaaaaaaaaaaa\n${log}\ntaskId=1983775419508027393`)
    // A task's number can still be a session id, so it is offered; a key cannot.
    await expect(proposed).toHaveCount(9)
    await expect(proposed.last()).not.toBeChecked()
    await expect(rows(page)).toHaveCount(0)
    await proposed.nth(7).uncheck()
    await box.press('Control+Enter')
    await expect(rows(page)).toHaveCount(7)
    await expect(summary(page, '12 live, 7 known here, 5 not known')).toBeVisible()
  })

  await test.step('a file adds only its new ids', async () => {
    const heading = page.getByRole('table', { name: 'Known sessions' }).getByRole('columnheader', { name: 'Label' })
    await expect(heading).toBeHidden()
    const file = testInfo.outputPath('calls.csv')
    await writeFile(file, `sessionId,place\n${first},lobby\n${ids[7] ?? ''},desk\n`)
    await openAddSessions(page)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose files' }).click()
    await (await chooser).setFiles(file)
    await expect(summary(page, '1 of 2 selected')).toBeVisible()
    await expect(page.getByRole('checkbox', { name: `${ids[7] ?? ''} desk`, exact: true })).toBeChecked()
    await page.getByRole('button', { name: 'Add 1 session' }).click()
    await expect(summary(page, '12 live, 8 known here, 4 not known')).toBeVisible()
    await expect(heading).toBeVisible()
    await expect(page.getByRole('textbox', { name: `Label of ${ids[7] ?? ''}` })).toHaveValue('desk')
    const search = page.getByRole('textbox', { name: 'Session ID' })
    await search.fill('file calls.csv')
    await expect(rows(page)).toHaveCount(1)
    await search.fill('')
    await expect(rows(page)).toHaveCount(8)
  })

  await test.step('label and note are saved where they are typed, and can be found', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const chart = page.getByRole('img', { name: /^Last hour/ })
    await expect(chart).toBeVisible()
    await knownRow(page, second).press('Enter')
    // Would catch counts that overflow the strip, whose room the inspector takes, and a chart of a few pixels.
    const strip = page.getByRole('region', { name: 'Now', exact: true })
    await expect(chart).toBeHidden()
    expect(await strip.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    const details = page.getByRole('complementary', { name: 'Session details' })
    for (const [name, text] of [
      [`Label of ${second}`, 'Front desk'],
      ['Note', 'Waits for the manager'],
    ] as const) {
      const box = details.getByRole('textbox', { name })
      await box.fill(text)
      await box.press('Enter')
    }
    await details.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(chart).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 800 })
    const label = page.getByRole('textbox', { name: `Label of ${second}` })
    const search = page.getByRole('textbox', { name: 'Session ID' })
    await search.fill('the manager')
    await expect(rows(page)).toHaveCount(1)
    await expect(label).toHaveValue('Front desk')
    await search.fill('')
    await expect(rows(page)).toHaveCount(8)
  })

  await test.step('closing sessions older than an hour: named, in turn, stopped; each request was sent once', async () => {
    await page.getByRole('button', { name: 'Older than…' }).click()
    const older = page.getByRole('dialog', { name: 'Select older sessions' })
    await expect(older.getByRole('button', { name: 'Select 0 sessions' })).toBeDisabled()
    await moveClock(page, 61 * 60_000)
    await older.getByRole('button', { name: 'Select 8 sessions' }).click()
    await moveClock(page, -61 * 60_000)
    await page.getByRole('checkbox', { name: `Select ${first}` }).uncheck()
    await page.getByRole('button', { name: 'Close 7 sessions' }).click()
    const dialog = page.getByRole('dialog', { name: /^Close \d+ sessions?$/ })
    await expect(dialog.getByRole('listitem')).toHaveCount(7)
    await expect(dialog).toContainText('Front desk')
    await expect(dialog).not.toContainText(first)
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    expect(control.count('sessionStop')).toBe(0)
    control.faults.arm({ kind: 'slow', delayMs: 3_000 }, { on: 'sessionStop', times: 1 })
    await dialog.getByRole('button', { name: 'Close 7 sessions' }).click()
    // Would catch a close in flight that is shown as unknown.
    await expect(rows(page).filter({ hasText: 'sending…' })).toHaveCount(1)
    const outcomes = await outcomesOf(page)
    await expect(outcomes.first()).toContainText('accepted')
    await expect(page.getByRole('progressbar', { name: 'Closing sessions…' })).toBeVisible()
    await page.getByRole('button', { name: 'Stop closing' }).click()
    await expect(outcomes.last()).toContainText('not sent')
    await expect(page.getByRole('button', { name: 'Stop closing' })).toBeHidden()
    const sent = control.requests('sessionStop').map(({ query }) => query['uuid'])
    expect(sent.length).toBeLessThan(7)
    expect(new Set(sent).size).toBe(sent.length)
    await expect(outcomes.filter({ hasText: 'accepted' })).toHaveCount(sent.length)
    await expect(rows(page)).toHaveCount(8 - sent.length)
  })

  const before = control.count('sessionStop')
  await test.step('marking as ended sends the service nothing; ended sessions are shown on request', async () => {
    const all = page.getByRole('checkbox', { name: 'Select all', exact: true })
    if (!(await all.isChecked())) await all.check()
    await page.getByRole('button', { name: 'Mark as ended' }).click()
    await expect(rows(page)).toHaveCount(0)
    await page.getByRole('checkbox', { name: 'Ended' }).check()
    await expect(rows(page)).toHaveCount(8)
    await expect(rows(page).filter({ hasText: 'accepted' })).toHaveCount(before)
    await expect(rows(page).getByRole('button', { name: /^Close session/ })).toHaveCount(0)
    await addByPaste(page, control.addCalls(double.quietAppId, 1))
    await expect(rows(page)).toHaveCount(9)
  })
  expect(control.count('sessionStop')).toBe(before)
  expect(control.count('distroyCallSessionsByAppId')).toBe(0)
})

test('a paste and a drop anywhere on the page are proposed, and a removal can be undone', async ({
  shared,
  double,
}, testInfo) => {
  const { page } = shared
  await saveProfile(page, double.profile({ protection: 'open' }))
  const [pasted = '', dropped = ''] = double.service.control.addCalls(double.quietAppId, 2)
  await watchApplication(page, double.quietAppId)
  const dialog = page.getByRole('dialog', { name: 'Add session IDs' })

  await test.step('pasted outside of a field', async () => {
    const box = page.getByRole('textbox', { name: 'Session ID' })
    await box.fill(pasted)
    await box.press('ControlOrMeta+A')
    await box.press('ControlOrMeta+X')
    // Neither control takes a text: the page does.
    for (const control of [
      page.getByRole('checkbox', { name: 'Ended' }),
      page.getByRole('combobox', { name: 'Application' }),
    ]) {
      await control.press('ControlOrMeta+V')
      await expect(dialog.getByRole('textbox', { name: 'Paste any text' })).toHaveValue(pasted)
      await dialog.getByRole('button', { name: 'Cancel' }).click()
    }
    await box.fill(`Please close ${pasted}.`)
    await box.press('ControlOrMeta+A')
    await box.press('ControlOrMeta+X')
    await box.press('ControlOrMeta+V')
    await expect(dialog.getByRole('checkbox', { name: pasted })).toBeChecked()
    await dialog.getByRole('button', { name: 'Add 1 session' }).click()
    await expect(knownRow(page, pasted)).toBeVisible()
  })

  await test.step('dropped on the page', async () => {
    const file = testInfo.outputPath('calls.log')
    await writeFile(file, `start-complete sessionId=${dropped}\n`)
    const drag = await dragFiles(page, [file])
    await expect(page.getByRole('status').filter({ hasText: 'Add session IDs' })).toBeVisible()
    await drag.drop()
    await expect(dialog.getByRole('checkbox', { name: dropped })).toBeChecked()
    await dialog.getByRole('button', { name: 'Add 1 session' }).click()
    await expect(knownRow(page, dropped)).toBeVisible()
  })

  await test.step('portraits still become drafts', async () => {
    const drag = await dragFiles(page, [await paintPortrait(testInfo.outputPath(), 'anna.jpg')])
    await drag.drop()
    await expect(drafts(page).getByRole('listitem')).toHaveCount(1)
    await goTo(page, 'Sessions')
  })

  await test.step('removed with a key, and restored with its label', async () => {
    await knownRow(page, pasted).press('Enter')
    const details = page.getByRole('complementary', { name: 'Session details' })
    const label = page.getByRole('textbox', { name: `Label of ${pasted}` })
    await label.fill('Front desk')
    await label.press('Enter')
    await details.getByRole('button', { name: 'Close', exact: true }).click()
    await knownRow(page, pasted).press('Delete')
    await expect(knownRow(page, pasted)).toBeHidden()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(label).toHaveValue('Front desk')
  })
})

// Would catch an Undo that covers the buttons of a dialog that opens within its ten seconds.
test('a toast leaves the title and the buttons of a dialog uncovered', async ({ shared, double }) => {
  const { page } = shared
  await page.setViewportSize({ width: 900, height: 600 })
  await saveProfile(page, double.profile({ protection: 'open' }))
  const ids = double.service.control.addCalls(double.quietAppId, 40)
  await watchApplication(page, double.quietAppId)
  await addByPaste(page, ids.slice(0, 2))
  await knownRow(page, ids[0] ?? '').focus()
  await page.keyboard.press('Delete')
  const undo = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  await (await openAddSessions(page)).fill(ids.join('\n'))
  const dialog = page.getByRole('dialog', { name: 'Add session IDs' })
  await expect(dialog.getByRole('list', { name: 'IDs found' }).getByRole('checkbox')).toHaveCount(40)
  const boxOf = async (place: Locator) => (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const toast = await boxOf(page.getByRole('region', { name: 'Notifications' }).getByRole('group').first())
  expect(toast.height).toBeGreaterThan(0)
  expect(toast.y).toBeGreaterThanOrEqual(0)
  expect(toast.y + toast.height).toBeLessThanOrEqual((await boxOf(dialog.getByRole('heading').first())).y + 24)
  for (const name of ['Cancel', /^Add \d+ sessions$/])
    expect(toast.y + toast.height).toBeLessThan((await boxOf(dialog.getByRole('button', { name }))).y)
  await undo.click()
  await expect(undo).toBeHidden()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(knownRow(page, ids[0] ?? '')).toBeVisible()
})
