/**
 * The keyboard in the table of known sessions: which controls it reaches, and where the focus goes when a row
 * disappears.
 */
import type { Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import { callBridge } from './pages/bridge.ts'
import { addByPaste, closeResults, closeSession, knownRow, watchApplication } from './pages/sessions-page.ts'
import { saveProfile } from './pages/settings-page.ts'

const tick = (page: Page, sessionId = '') => page.getByRole('checkbox', { name: `Select ${sessionId}`, exact: true })

/** Marks a session as ended, as a different window would. */
function endElsewhere(page: Page, sessionId = ''): Promise<unknown> {
  return callBridge(page, 'inbox.markEnded', { sessionIds: [sessionId], isEnded: true })
}

// Would catch a keyboard that jumps to the top of the page with every closed call.
test(
  'arrows, Space and Delete work on rows, and the focus moves on from a row that disappeared',
  { tag: '@extended' },
  async ({ shared, double }) => {
    const { control } = double.service
    const { page } = shared
    await saveProfile(page, double.profile({ protection: 'open' }))
    await watchApplication(page, double.quietAppId)
    const [single = '', ...added] = control.addCalls(double.quietAppId, 7)

    await test.step('closed by its ID, and the next ID can be typed', async () => {
      await closeSession(page, single)
      await expect(page.getByRole('textbox', { name: 'Session ID' })).toBeFocused()
    })

    await addByPaste(page, added)
    const names = await page
      .getByRole('checkbox', { name: /^Select \S{5,}$/ })
      .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('aria-label') ?? ''))
    const [first, second, third, fourth, fifth, last] = names.map((name) => name.replace('Select ', ''))
    const dialog = page.getByRole('dialog', { name: 'Close session' })
    const open = (sessionId = '') => page.getByRole('button', { name: `Close session ${sessionId}` }).click()
    const confirm = () => dialog.getByRole('button', { name: 'Close session' }).click()

    await test.step('two are selected and removed by key, and restored', async () => {
      await knownRow(page, first ?? '').focus()
      for (const key of ['ArrowDown', 'Space', 'ArrowDown', 'Space']) await page.keyboard.press(key)
      await expect(page.getByRole('status').filter({ hasText: '2 selected' })).toBeVisible()
      await expect(knownRow(page, third ?? '')).toBeFocused()
      await page.keyboard.press('Delete')
      await expect(tick(page, second)).toBeHidden()
      await expect(tick(page, third)).toBeHidden()
      await page.keyboard.press('Control+z')
      await expect(tick(page, third)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()
    })

    await test.step('closed from its row', async () => {
      await open(second)
      await confirm()
      await expect(closeResults(page)).toContainText('accepted')
      await expect(knownRow(page, third ?? '')).toBeFocused()
    })

    await test.step('removed behind the confirmation', async () => {
      await open(third)
      await expect(dialog).toBeVisible()
      await endElsewhere(page, third)
      await expect(tick(page, third)).toBeHidden()
      await expect(dialog.locator(':focus')).toBeVisible()
      await confirm()
      await expect(knownRow(page, fourth ?? '')).toBeFocused()
    })

    await test.step('closed by selection', async () => {
      await tick(page, first).check()
      await page.getByRole('button', { name: 'Close 1 session' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Close 1 session' }).click()
      await expect(tick(page, first)).toBeHidden()
      await expect(page.getByRole('region', { name: 'Known sessions' })).toBeFocused()
    })

    await test.step('no focus is taken from elsewhere', async () => {
      await tick(page, fourth).check()
      await tick(page, fifth).focus()
      await endElsewhere(page, fourth)
      await expect(tick(page, fourth)).toBeHidden()
      await expect(tick(page, fifth)).toBeFocused()
    })

    await test.step('after the last row', async () => {
      await open(last)
      await confirm()
      await expect(tick(page, last)).toBeHidden()
      await expect(knownRow(page, fifth ?? '')).toBeFocused()
    })
    expect(control.requests('sessionStop').map(({ query }) => query['uuid'])).toEqual([
      single,
      second,
      third,
      first,
      last,
    ])
  },
)
