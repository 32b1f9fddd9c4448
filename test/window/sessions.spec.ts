/** Closing calls: what never sends anything, what is sent once, and what is told of the count afterwards. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import { figure, openCloseAll, typeWhatIsAsked, watchApplication } from './pages/sessions-page.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'

function idBox(dialog: Locator): Locator {
  return dialog.getByRole('textbox', { name: 'Type the application ID to confirm' })
}

function closeButton(dialog: Locator): Locator {
  return dialog.getByRole('button', { name: /^Close \d+ sessions$/ })
}

async function total(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Read now' }).click()
  return figure(page, 'Total concurrent sessions')
}

test('nothing but the button with the right id closes all; the fall is watched to 0', async ({ launch, double }) => {
  const { control } = double.service
  const { page } = await launch()
  await saveProfile(page, double.profile())
  control.addCalls(double.quietAppId, 8)
  await watchApplication(page, double.quietAppId)
  await expect(await total(page)).toContainText('12')
  const sent = (): number => control.count('distroyCallSessionsByAppId')

  let dialog = await openCloseAll(page)
  await expect(dialog).toContainText('Lobby, practice')
  await expect(dialog).toContainText(double.quietAppId)
  await expect(dialog).toContainText('12 live calls will be cut')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  for (const wrong of ['', 'Showroom', double.appId, double.quietAppId.slice(0, -1), `${double.quietAppId}0`]) {
    await idBox(dialog).fill(wrong)
    await expect(closeButton(dialog)).toBeDisabled()
    await idBox(dialog).press('Enter')
  }
  await idBox(dialog).fill(double.quietAppId)
  await expect(closeButton(dialog)).toBeEnabled()
  await idBox(dialog).press('Enter')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  dialog = await openCloseAll(page)
  await expect(idBox(dialog)).toHaveValue('')
  await idBox(dialog).fill(double.quietAppId)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  expect(sent()).toBe(0)

  dialog = await openCloseAll(page)
  await idBox(dialog).fill(double.quietAppId)
  await expect(closeButton(dialog)).toHaveText('Close 12 sessions')
  await closeButton(dialog).dblclick()
  await expect(page.getByRole('status').filter({ hasText: /^12 → 0 in \d+ s/ })).toBeVisible({ timeout: 20_000 })
  expect(sent()).toBe(1)
  await expect(figure(page, 'Total concurrent sessions')).toContainText('0')
  await goTo(page, 'Activity')
  const journal = page.getByRole('table', { name: 'Activity journal' })
  await expect(journal).toContainText(double.quietAppId)
})

test('a gateway’s error on close-all says that calls may have been cut, and what was seen', async ({
  launch,
  double,
}) => {
  const { control } = double.service
  const { page } = await launch()
  await saveProfile(page, double.profile())
  await watchApplication(page, double.quietAppId)
  // The gateway failed, and the service cut the calls all the same.
  control.faults.arm({ kind: 'status', status: 502 }, { on: 'distroyCallSessionsByAppId', processed: true })
  const dialog = await openCloseAll(page)
  await idBox(dialog).fill(double.quietAppId)
  await closeButton(dialog).click()
  const notice = page.getByRole('status').filter({ hasText: 'Closing all sessions' })
  await expect(notice).toContainText('The service failed (HTTP 502)')
  await expect(notice).toContainText('it may have happened')
  await expect(page.getByRole('status').filter({ hasText: /^4 → 0 in \d+ s/ })).toBeVisible({ timeout: 20_000 })
  expect(control.count('distroyCallSessionsByAppId')).toBe(1)
})

test('a confirmation whose count is too old cannot be used, and reads it again', async ({ launch, double }) => {
  const { control } = double.service
  const { page } = await launch()
  await saveProfile(page, double.profile())
  await page.clock.install()
  await watchApplication(page, double.quietAppId)
  const dialog = await openCloseAll(page)
  await idBox(dialog).fill(double.quietAppId)
  await expect(closeButton(dialog)).toBeEnabled()
  await page.clock.fastForward(31_000)
  await expect(dialog).toContainText('too old to act on')
  await expect(closeButton(dialog)).toBeDisabled()
  await closeButton(dialog).click({ force: true })
  expect(control.count('distroyCallSessionsByAppId')).toBe(0)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})

test('the count in the confirmation is read again by itself, and what was typed stays', async ({ launch, double }) => {
  const { page } = await launch()
  await saveProfile(page, double.profile())
  await watchApplication(page, double.quietAppId)
  const dialog = await openCloseAll(page)
  await idBox(dialog).fill(double.quietAppId)
  await expect(closeButton(dialog)).toHaveText('Close 4 sessions')
  double.service.control.addCalls(double.quietAppId, 3)
  await expect(closeButton(dialog)).toHaveText('Close 7 sessions', { timeout: 15_000 })
  await expect(idBox(dialog)).toHaveValue(double.quietAppId)
  await expect(closeButton(dialog)).toBeEnabled()
})

test('pasted ids are proposed, added, closed one after the other, and the rest is left out', async ({
  launch,
  double,
}) => {
  const { control } = double.service
  const { page } = await launch()
  await saveProfile(page, double.profile({ protection: 'open' }))
  const ids = control.addCalls(double.quietAppId, 5)
  await watchApplication(page, double.quietAppId)
  await page
    .getByRole('textbox', { name: 'Paste any text' })
    .fill(ids.map((sessionId) => `sessionId=${sessionId}`).join('\n'))
  await page.getByRole('button', { name: 'Add 5 sessions' }).click()
  const known = page.getByRole('table', { name: 'Known sessions' })
  await expect(known.getByRole('row')).toHaveCount(6)
  await expect(page.getByRole('status').filter({ hasText: '9 live, 5 known here, 4 not known' })).toBeVisible()
  expect(control.count('sessionStop')).toBe(0)

  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await page.getByRole('button', { name: 'Close selected' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close these sessions' })
  await expect(dialog.getByRole('listitem')).toHaveCount(5)
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Close 5 sessions' }).click()
  const outcomes = page.getByRole('list', { name: 'What became of each session' })
  await expect(outcomes.getByRole('listitem').first()).toContainText('accepted')
  await page.getByRole('button', { name: 'Stop closing' }).click()
  await expect(outcomes.getByRole('listitem').last()).toContainText('left out')
  await expect(page.getByRole('button', { name: 'Stop closing' })).toBeHidden()
  const sent = control.count('sessionStop')
  expect(sent).toBeLessThan(5)
  await expect(known.getByRole('row')).toHaveCount(1 + 5 - sent)
})

test('one session: Cancel sends nothing, an unknown one says what the service said', async ({ launch, double }) => {
  const { control } = double.service
  const { page } = await launch()
  await saveProfile(page, double.profile())
  await watchApplication(page, double.quietAppId)
  const box = page.getByRole('textbox', { name: 'Session ID' })
  const open = page.getByRole('button', { name: 'Close session', exact: true })
  await expect(open).toBeDisabled()
  await box.fill('two words')
  await expect(open).toBeDisabled()
  await box.fill('9999999999999999999')
  const dialog = page.getByRole('dialog', { name: 'Close session' })
  await box.press('Enter')
  await expect(dialog).toContainText('9999999999999999999')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  expect(control.count('sessionStop')).toBe(0)

  control.faults.arm({ kind: 'declined', code: '2002', message: 'session does not exist' }, { on: 'sessionStop' })
  await open.click()
  await expect(dialog).toBeVisible()
  await typeWhatIsAsked(dialog)
  await dialog.getByRole('button', { name: 'Close session', exact: true }).click()
  const notice = page.getByRole('status').filter({ hasText: 'Closing the session' })
  await expect(notice).toContainText('“session does not exist” (code 2002)')
  await expect(box).toHaveValue('9999999999999999999')
  expect(control.count('sessionStop')).toBe(1)
  expect(control.requests('sessionStop')[0]?.query).toEqual({ uuid: '9999999999999999999' })
})
