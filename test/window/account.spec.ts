/** The account in the real window: the balances, their pace, how long they last, and the chosen unit. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import { quitAndWrite } from '../support/closed-app.ts'
import { chartColours } from './pages/chart.ts'
import { addWithoutImage, confirmDrafts, fillShared } from './pages/avatars-page.ts'
import { figure } from './pages/sessions-page.ts'
import { goTo, profileForm, saveProfile } from './pages/settings-page.ts'
import { expectReady } from './pages/time.ts'

function usage(page: Page, balance: string): Locator {
  return page.getByRole('list', { name: `${balance} left` })
}

test('a batch lowers the balance and appears among its changes; the chosen unit is used everywhere', async ({
  shared,
  double,
}) => {
  const { app, page } = shared
  await saveProfile(page, double.profile())
  await goTo(page, 'Account')
  await expect(figure(page, 'Avatar creations left')).toContainText('37')
  await expect(figure(page, 'Conversation duration left')).toContainText('unit unknown')

  await goTo(page, 'Avatars')
  await addWithoutImage(page)
  await fillShared(page, { voice: 'Echo', conversationId: '108' })
  await confirmDrafts(page)
  await expectReady({ app, page })
  await goTo(page, 'Account')
  await expect(figure(page, 'Avatar creations left')).toContainText('36')
  await expect(
    page.getByRole('table', { name: 'Changes' }).getByRole('row').filter({ hasText: 'Create 1 avatar' }),
  ).toContainText(/1 accepted.*36/)

  await goTo(page, 'Settings')
  await profileForm(page).getByRole('heading', { name: 'Advanced' }).click()
  await profileForm(page).getByLabel('Duration unit').selectOption('minutes')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(profileForm(page).getByRole('status')).toContainText('Saved')
  await goTo(page, 'Account')
  await expect(figure(page, 'Conversation duration left')).toContainText(' min')
  await expect(page.getByRole('main')).not.toContainText('unit unknown')
})

test(
  'an hour of readings shows its pace, how long the balance lasts, and the line of an alert',
  { tag: '@extended' },
  async ({ launch, double }) => {
    const first = await launch()
    await saveProfile(first.page, double.profile())
    await goTo(first.page, 'Account')
    await expect(figure(first.page, 'Avatar creations left')).toContainText('37')
    await quitAndWrite(first, { balances: { left: 37, spent: 12, durationLeft: 430_000 } })

    const { page } = await launch()
    await goTo(page, 'Account')
    await expect(figure(page, 'Avatar creations left')).toContainText('37')
    await expect(usage(page, 'Avatar creations')).toContainText(/1[12](\.\d)? per hour since /)
    await expect(usage(page, 'Avatar creations')).toContainText(/Lasts about \d+ (hours|minutes)/)
    await expect(usage(page, 'Avatar creations')).toContainText(/This week: \d+ used · since /)
    await page.setViewportSize({ width: 900, height: 600 })
    const pace = await usage(page, 'Avatar creations').getByRole('listitem').first().boundingBox()
    const alert = await page.getByRole('switch', { name: 'Alert: Avatar creations left' }).boundingBox()
    expect((pace?.x ?? Infinity) + (pace?.width ?? 0)).toBeLessThanOrEqual(alert?.x ?? 0)
    const chart = page.getByRole('img', { name: /^Avatar creations left, Hour/ })
    await expect(chart).toBeVisible()
    const before = await chartColours(chart, '--unknown')
    expect(before.drawn.length).toBeGreaterThan(0)
    expect(before.drawn).not.toContain(before.token)
    await page.getByRole('switch', { name: 'Alert: Avatar creations left' }).click()
    await expect(chart.locator('text', { hasText: 'alert below 5' })).toBeVisible()
    const after = await chartColours(chart, '--unknown')
    expect(after.drawn).toContain(after.token)
  },
)
