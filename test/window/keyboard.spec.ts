/** The main jobs by the keyboard alone, from the first screen to the end. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import type { Double } from '../support/double.ts'
import { paintPortrait } from '../support/portraits.ts'
import { chooseImages, conversationIdField, drafts, queueRows } from './pages/avatars-page.ts'
import { focusedName, tabTo } from './pages/keys.ts'
import { libraryRows } from './pages/library-page.ts'
import { knownRow, openAddSessions, watchApplication } from './pages/sessions-page.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'

async function press(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press('Enter')
}

async function typeInto(page: Page, control: Locator, text: string): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

async function goByKey(page: Page, section: string): Promise<void> {
  await press(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: section, exact: true }))
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: section })).toBeVisible()
}

/** Fills the form of a new profile; returns the form. */
async function fillProfile(page: Page, double: Double): Promise<Locator> {
  const { baseUrl, access } = double.profile()
  const connect = page.getByRole('button', { name: 'Connect to a service' })
  if (await connect.isVisible()) {
    await press(page, connect)
  } else {
    await goByKey(page, 'Settings')
    await press(page, page.getByRole('button', { name: 'New profile' }))
  }
  const form = page.getByRole('form', { name: 'Profile', exact: true })
  await typeInto(page, form.getByRole('textbox', { name: 'Profile name', exact: true }), 'Lobby')
  await typeInto(page, form.getByRole('textbox', { name: 'Base URL', exact: true }), baseUrl)
  if (!('token' in access)) {
    await tabTo(page, form.getByRole('radio', { name: 'Access token' }))
    await page.keyboard.press('ArrowRight')
    await typeInto(page, form.getByRole('textbox', { name: 'App ID', exact: true }), access.appId)
    await typeInto(page, form.getByRole('textbox', { name: 'App key', exact: true }), access.appKey)
  }
  return form
}

async function addByKeys(page: Page, sessionIds: readonly string[]): Promise<void> {
  await press(page, page.getByRole('button', { name: 'Add session IDs' }))
  const adding = page.getByRole('dialog', { name: 'Add session IDs' })
  await expect(adding.locator(':focus')).toBeVisible()
  await page.keyboard.insertText(sessionIds.join('\n'))
  await press(page, adding.getByRole('button', { name: `Add ${String(sessionIds.length)} sessions` }))
  await expect(adding).toBeHidden()
}

test('from two files to portraits in the queue, their details, and a name in the palette', async ({
  shared,
  double,
}, testInfo) => {
  const { page } = shared
  // The palette would also find a ready avatar among the conversations.
  double.service.control.setTrainingMs(600_000)
  await saveProfile(page, double.profile())
  await goByKey(page, 'Avatars')
  const portraits = testInfo.outputPath('portraits')
  const chooser = page.waitForEvent('filechooser')
  await press(page, page.getByRole('button', { name: 'Choose images' }).first())
  await (
    await chooser
  ).setFiles([await paintPortrait(portraits, 'Anna.jpg'), await paintPortrait(portraits, 'Bao.jpg')])
  await expect(drafts(page).getByRole('listitem')).toHaveCount(2)

  await typeInto(page, page.getByRole('combobox', { name: 'Voice', exact: true }), 'Aria')
  await typeInto(page, conversationIdField(page), '108')
  await typeInto(page, page.getByRole('textbox', { name: 'Name', exact: true }), 'Desk {n}')
  await press(page, page.getByRole('button', { name: 'Create 2 avatars' }))
  const dialog = page.getByRole('dialog', { name: 'Confirm creation' })
  await expect(dialog).toContainText('leaves 35')
  await press(page, dialog.getByRole('button', { name: 'Create 2 avatars' }))
  await expect(dialog).toBeHidden()
  await expect(queueRows(page).filter({ hasText: 'Training' })).toHaveCount(2)

  // Rows are sorted by state: a row can move while keys are pressed, and Tab returns to the last position.
  await expect(async () => {
    await tabTo(page, queueRows(page).and(page.locator('[tabindex="0"]')))
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowDown')
    await expect(queueRows(page).nth(1)).toBeFocused({ timeout: 500 })
  }).toPass()
  // Would catch an arrow key that leads to a row without a name, because Chromium names no row after its cells.
  expect(await focusedName(page)).toMatch(/^Desk \d Training /)
  await page.keyboard.press('Enter')
  const details = page.getByRole('complementary', { name: 'Avatar details' })
  await expect(details).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await expect(queueRows(page).and(page.locator(':focus'))).toBeVisible()

  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog', { name: 'Command palette' }).locator(':focus')).toBeVisible()
  await page.keyboard.insertText('Desk 1')
  const hit = page.getByRole('option', { name: /Desk 1/ })
  await expect(hit).toHaveAttribute('data-highlighted')
  await page.keyboard.press('Enter')
  await expect(details).toContainText('Desk 1')
})

test('calls are added, one is closed, then all; Cancel keeps them', async ({ shared, double }) => {
  const { control } = double.service
  const { page } = shared
  // Saving would open the profile where none is open, as in an app that no test has used.
  await saveProfile(page, double.profile({ name: 'Tower' }))
  const form = await fillProfile(page, double)
  await press(page, form.getByRole('button', { name: 'Test connection' }))
  await expect(form.getByRole('status').filter({ hasText: 'Connected' })).toBeVisible()
  await typeInto(page, form.getByRole('textbox', { name: 'Application ID' }).last(), double.quietAppId)
  await press(page, page.getByRole('button', { name: 'Save profile' }))
  await expect(form.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await press(page, page.getByRole('button', { name: 'Open Lobby', exact: true }))

  await goByKey(page, 'Sessions')
  const added = control.addCalls(double.quietAppId, 3)
  await addByKeys(page, added)

  // The slash focuses the box, Enter opens the confirmation and sends it; in between, Enter sends nothing.
  const [first = ''] = added
  await page.keyboard.press('/')
  await expect(page.getByRole('textbox', { name: 'Session ID' })).toBeFocused()
  await page.keyboard.insertText(first)
  await page.keyboard.press('Enter')
  const closing = page.getByRole('dialog', { name: 'Close session' })
  await expect(closing.locator(':focus')).toBeVisible()
  await page.keyboard.insertText(first.slice(-4, -1))
  await page.keyboard.press('Enter')
  await expect(closing).toContainText('3 of 4 match')
  expect(control.count('sessionStop')).toBe(0)
  await page.keyboard.insertText(first.slice(-1))
  await page.keyboard.press('Enter')
  await expect(knownRow(page, first)).toBeHidden()
  expect(control.count('sessionStop')).toBe(1)

  const closeAll = page.getByRole('button', { name: 'Close all sessions' })
  await press(page, closeAll)
  const all = page.getByRole('dialog', { name: 'Close all sessions' })
  await expect(all.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(all).toBeHidden()
  await expect(closeAll).toBeFocused()
  await page.keyboard.press('Enter')
  await typeInto(page, all.getByRole('textbox'), double.quietAppId)
  await press(page, all.getByRole('button', { name: /^Close \d+ sessions?$/ }))
  await expect(all).toBeHidden()
  await expect.poll(() => control.applications().find(({ appId }) => appId === double.quietAppId)?.calls.length).toBe(0)
})

test('some calls are selected and closed, and one is removed and restored', async ({ shared, double }) => {
  const { control } = double.service
  const { page } = shared
  await saveProfile(page, double.profile({ applications: double.quietAppId }))
  await goByKey(page, 'Sessions')
  await addByKeys(page, control.addCalls(double.quietAppId, 3))

  const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Close session / }) })
  await tabTo(page, rows.first())
  for (const key of ['Space', 'ArrowDown', 'Space']) await page.keyboard.press(key)
  await press(page, page.getByRole('button', { name: 'Close 2 sessions' }))
  const closing = page.getByRole('dialog', { name: /^Close \d+ sessions?$/ })
  await expect(closing.locator(':focus')).toBeVisible()
  await page.keyboard.insertText(double.quietAppId)
  await press(page, closing.getByRole('button', { name: 'Close 2 sessions' }))
  await expect(closing).toBeHidden()
  await expect(rows).toHaveCount(1)
  expect(control.count('sessionStop')).toBe(2)

  await tabTo(page, rows.first())
  await page.keyboard.press('Delete')
  await expect(rows).toHaveCount(0)
  // F6 moves the focus to the toasts.
  await page.keyboard.press('F6')
  await press(page, page.getByRole('button', { name: 'Undo' }))
  await expect(rows).toHaveCount(1)
})

// Would catch a list of a hundred rows that the keyboard has to walk through to get past it.
test(
  'Tab reaches one row of a table or of the drafts with its controls, and the arrows move on',
  { tag: '@extended' },
  async ({ shared, double }, testInfo) => {
    const { page } = shared
    await saveProfile(page, double.profile())
    await watchApplication(page, double.quietAppId)
    await (await openAddSessions(page)).fill(double.service.control.addCalls(double.quietAppId, 60).join('\n'))
    await page.getByRole('button', { name: 'Add 60 sessions' }).click()
    const table = page.getByRole('table', { name: 'Known sessions' })
    const focused = table.locator('tbody tr:focus')
    const placeOf = (row: Locator) =>
      row.evaluate((element) => (element instanceof HTMLTableRowElement ? element.sectionRowIndex : -1))
    const isInside = (place: Locator) => place.evaluate((element) => element.contains(document.activeElement))
    /** Presses Tab until the focus leaves the element; returns the number of presses. */
    const leave = async (place: Locator): Promise<number> => {
      for (let presses = 1; presses < 20; presses += 1) {
        await page.keyboard.press('Tab')
        if (!(await isInside(place))) return presses
      }
      return Infinity
    }
    const row = table.getByRole('row').nth(3)
    await tabTo(page, table.getByRole('row').nth(1))
    for (const key of ['ArrowDown', 'ArrowDown', 'Tab', 'Tab']) await page.keyboard.press(key)
    expect(await isInside(row)).toBe(true)
    expect(await leave(table)).toBeLessThan(5)
    await page.keyboard.press('Shift+Tab')
    expect(await isInside(row)).toBe(true)
    await page.keyboard.press('ArrowDown')
    await expect(table.getByRole('row').nth(4)).toBeFocused()
    for (const key of ['PageDown', 'PageDown']) {
      const before = await placeOf(focused)
      await page.keyboard.press(key)
      await expect.poll(() => placeOf(focused)).toBeGreaterThan(before + 3)
      await expect(focused).toBeInViewport()
    }
    const at = await placeOf(focused)
    await page.mouse.wheel(0, 20_000)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await expect.poll(() => placeOf(focused)).toBe(at)

    await goTo(page, 'Avatars')
    const folder = testInfo.outputPath('portraits')
    await chooseImages(page, await Promise.all(['a', 'b', 'c'].map((name) => paintPortrait(folder, `${name}.jpg`))))
    const list = drafts(page)
    const box = (name: string) => list.getByRole('checkbox', { name: `Select ${name}`, exact: true })
    await expect(list.locator('[aria-busy]')).toHaveCount(0)
    await tabTo(page, box('a'))
    await page.keyboard.press('ArrowRight')
    await expect(box('b')).toBeFocused()
    expect(await leave(list)).toBe(4)
    await page.keyboard.press('Shift+Tab')
    await expect(list.getByRole('listitem', { name: 'b' }).getByRole('button', { name: 'Remove' })).toBeFocused()
  },
)

test('a conversation is read, searched for a field and compared', { tag: '@extended' }, async ({ shared, double }) => {
  const { page } = shared
  await saveProfile(page, double.profile())
  await goByKey(page, 'Conversations')
  for (const id of ['108', '1871234567890123479']) {
    await typeInto(page, page.getByRole('textbox', { name: 'Conversation ID' }), id)
    await page.keyboard.press('Enter')
    // The newest row is first: a row that is added above would leave the focus on the second.
    await expect(libraryRows(page).first()).toHaveAttribute('title', id)
  }
  await tabTo(page, libraryRows(page).first())
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await typeInto(page, page.getByRole('combobox', { name: 'Find a field' }), 'pitch')
  await page.keyboard.press('Enter')
  await expect(page.locator('[id="field-data.detailDto.ttsPitch"]')).toBeInViewport({ ratio: 1 })
  await press(page, page.getByRole('button', { name: 'Compare' }))
  await expect(page.getByRole('dialog').locator(':focus')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Compare' })).toBeFocused()
})
