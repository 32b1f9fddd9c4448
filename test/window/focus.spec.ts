/** Where keyboard focus moves when the focused element disappears: never to the top of the window. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import { paintPortrait } from '../support/portraits.ts'
import { answerQuestions } from './pages/native-questions.ts'
import { chooseImages, drafts, fillShared, openConfirmation, queueRows } from './pages/avatars-page.ts'
import { comparison } from './pages/compare-page.ts'
import { fetchConversation } from './pages/library-page.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'

const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name })

async function press(control: Locator, key = 'Enter'): Promise<void> {
  await control.focus()
  await control.press(key)
}

// Would catch a focused field that the sticky outcome covers.
async function expectClearOfOutcome(form: Locator): Promise<void> {
  const page = form.page()
  await page.keyboard.press('Enter')
  const outcome = form.getByRole('status').filter({ hasText: 'Correct the marked fields' })
  await expect(outcome).toBeInViewport({ ratio: 1 })
  await expect(form.getByRole('textbox', { name: 'Profile name' })).toBeFocused()
  while ((await form.locator(':focus').count()) > 0) {
    const field = await form.locator(':focus').boundingBox()
    expect((field?.y ?? Infinity) + (field?.height ?? 0)).toBeLessThanOrEqual((await outcome.boundingBox())?.y ?? 0)
    await page.keyboard.press('Tab')
  }
}

// Would catch a keyboard that starts at the top of the window after each change of page.
test(
  'leaving a page passes the focus to the next page, and a link of the navigation keeps it',
  { tag: '@extended' },
  async ({ launch }) => {
    const { page } = await launch()
    await press(page.getByRole('button', { name: 'Connect to a service' }))
    const form = page.getByRole('form', { name: 'Profile', exact: true })
    await expect(form.getByRole('textbox', { name: 'Profile name' })).toBeFocused()
    await page.setViewportSize({ width: 900, height: 600 })
    await test.step('the fields of a profile stay clear of the outcome', () => expectClearOfOutcome(form))
    await page.keyboard.press('ControlOrMeta+1')
    await expect(heading(page, 'Greenroom')).toBeFocused()
    await press(page.getByRole('button', { name: 'Try the practice service' }))
    await expect(heading(page, 'Avatars')).toBeFocused()
    for (const [key, name] of Object.entries({ 3: 'Sessions', 2: 'Conversations', 5: 'Activity' })) {
      await page.keyboard.press(`ControlOrMeta+${key}`)
      await expect(heading(page, name)).toBeFocused()
    }
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Account' })
    await press(link)
    await expect(heading(page, 'Account')).toBeVisible()
    await expect(link).toBeFocused()
  },
)

test(
  'drafts, a preset and rows of the queue pass focus to their neighbours',
  { tag: '@extended' },
  async ({ shared, double }, testInfo) => {
    const { page } = shared
    const { control } = double.service
    await saveProfile(page, double.profile())
    await goTo(page, 'Avatars')
    const folder = testInfo.outputPath('portraits')
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    await chooseImages(page, await Promise.all(names.map((name) => paintPortrait(folder, `${name}.jpg`))))
    await fillShared(page, { voice: 'Aria', conversationId: '108', name: '{filename}' })
    const draft = (name: string) => drafts(page).getByRole('listitem', { name, exact: true })
    const box = (name: string) => draft(name).getByRole('checkbox')

    await test.step('a draft, then the last one', async () => {
      await press(draft('b').getByRole('button', { name: 'Remove' }))
      await expect(box('c')).toBeFocused()
      await press(box('f'), 'Space')
      await page.keyboard.press('Delete')
      await expect(box('e')).toBeFocused()
    })

    await test.step('a preset', async () => {
      await press(page.getByRole('button', { name: 'Save preset' }))
      await page.keyboard.insertText('Lobby')
      await page.keyboard.press('Enter')
      await press(page.getByRole('button', { name: 'Delete preset' }))
      await expect(page.getByRole('combobox', { name: 'Preset' })).toBeFocused()
    })

    await test.step('all drafts, confirmed', async () => {
      control.faults.arm({ kind: 'reset-after-processing' }, { on: 'createAvatar', times: 2 })
      const dialog = await openConfirmation(page)
      await press(dialog.getByRole('button', { name: /^Create/ }))
      await expect(dialog).toBeHidden()
      await expect(drafts(page)).toBeHidden()
      await expect(page.locator('main :focus')).toBeVisible()
      await expect(queueRows(page).filter({ hasText: 'Outcome unknown' })).toHaveCount(2)
    })

    await test.step('rows that are decided', async () => {
      const asking = queueRows(page).filter({ hasText: 'Outcome unknown' })
      await press(asking.first().getByRole('button', { name: 'It was not created' }))
      await press(page.getByRole('dialog').getByRole('button', { name: 'Mark as not created' }))
      await expect(asking).toHaveCount(1)
      // The next control in the row, or the next row.
      await expect(page.getByRole('table', { name: 'Avatar queue' }).locator(':focus')).toBeVisible()
    })

    await test.step('a row that is removed', async () => {
      await queueRows(page).filter({ hasText: 'Rejected' }).focus()
      await page.keyboard.press('Delete')
      await expect(queueRows(page)).toHaveCount(3)
      await expect(queueRows(page).and(page.locator(':focus'))).toBeVisible()
    })
  },
)

test(
  'a mute and a profile pass focus to the controls beside them',
  { tag: '@extended' },
  async ({ shared, double }) => {
    const { app, page } = shared
    await saveProfile(page, double.profile({ protection: 'open' }))
    await test.step('a mute, and a comparison that opens and closes', async () => {
      await goTo(page, 'Conversations')
      await fetchConversation(page, '108')
      const checks = page.getByRole('region', { name: 'Checks' })
      await checks.getByText('Proportion mismatch').click()
      await press(checks.getByRole('button', { name: 'Mute: Proportion mismatch' }))
      await expect(page.getByText('1 muted')).toBeVisible()
      await expect(page.locator('main :focus')).toBeVisible()
      await fetchConversation(page, '108')
      await expect(page.getByRole('combobox', { name: 'Snapshots' })).toBeVisible()
      await press(page.getByRole('button', { name: 'Compare' }))
      await press(page.getByRole('dialog').getByRole('group').getByRole('button').first())
      await expect(comparison(page)).toBeFocused()
      await press(page.getByRole('button', { name: 'Close comparison' }))
      await expect(page.getByRole('button', { name: 'Compare', exact: true })).toBeFocused()
    })

    await test.step('a profile', async () => {
      await goTo(page, 'Settings')
      await answerQuestions(app, 'Confirm')
      await press(page.getByRole('button', { name: /^Delete/ }))
      await press(page.getByRole('dialog').getByRole('button', { name: /^Delete/ }))
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(page.getByRole('region', { name: 'Profiles' })).toBeFocused()
    })
  },
)
