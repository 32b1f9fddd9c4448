/** Closing calls: what never sends anything, what is sent once, and what the page then shows of the count. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import { closeResults, figure, openCloseAll, watchApplication } from './pages/sessions-page.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'

function idBox(dialog: Locator): Locator {
  return dialog.getByRole('textbox', { name: 'Type the application ID to confirm' })
}

function closeButton(dialog: Locator): Locator {
  return dialog.getByRole('button', { name: /^Close \d+ sessions?$/ })
}

async function total(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Refresh' }).click()
  return figure(page, 'Total concurrent sessions')
}

test('nothing but the button with the right id closes all; the fall is watched to 0', async ({ shared, double }) => {
  const { control } = double.service
  const { page } = shared
  // Motion as most operators have it.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await saveProfile(page, double.profile())
  control.addCalls(double.quietAppId, 7)
  await watchApplication(page, double.quietAppId)
  await expect(await total(page)).toContainText('11')
  const sent = (): number => control.count('distroyCallSessionsByAppId')

  // Enter on the button, and Enter once more: the second Enter presses Cancel.
  const open = page.getByRole('button', { name: 'Close all sessions' })
  await open.focus()
  await page.keyboard.press('Enter')
  let dialog = page.getByRole('dialog', { name: 'Close all sessions' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()

  dialog = await openCloseAll(page)
  await expect(dialog).toContainText('Lobby, practice')
  await expect(dialog).toContainText(double.quietAppId)
  await expect(dialog).toContainText('This ends 11 calls.')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  const [id, part] = [double.quietAppId, double.quietAppId.slice(0, -1)]
  for (const wrong of ['', 'Showroom', double.appId, ` ${id}`, `${id} `, part, `${id}0`]) {
    await idBox(dialog).fill(wrong)
    if (wrong === part) await expect(dialog).toContainText('18 of 19 match')
    if (wrong === `${id}0`) await expect(dialog).toContainText('19 of 19 match, rest differs')
    await expect(closeButton(dialog)).toBeDisabled()
    await idBox(dialog).press('Enter')
  }
  await idBox(dialog).fill(double.quietAppId)
  await expect(closeButton(dialog)).toBeEnabled()
  await idBox(dialog).press('Enter')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()

  // Each opening reads the count again, and starts with an empty box.
  control.addCalls(double.quietAppId, 1)
  dialog = await openCloseAll(page)
  await expect(dialog).toContainText('This ends 12 calls.')
  await expect(idBox(dialog)).toHaveValue('')
  await idBox(dialog).fill(double.quietAppId)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  expect(sent()).toBe(0)

  dialog = await openCloseAll(page)
  await idBox(dialog).fill(double.quietAppId)
  await expect(closeButton(dialog)).toHaveText('Close 12 sessions')
  // The count is read again automatically; typed text stays, and the button says what it would close now.
  control.addCalls(double.quietAppId, 3)
  await expect(closeButton(dialog)).toHaveText('Close 15 sessions')
  await expect(idBox(dialog)).toHaveValue(double.quietAppId)
  await closeButton(dialog).dblclick()
  await expect(page.getByRole('status').filter({ hasText: /15 → 0 in \d+ s/ })).toBeVisible()
  expect(sent()).toBe(1)
  await expect(figure(page, 'Total concurrent sessions')).toContainText('0')
  await goTo(page, 'Activity')
  const journal = page.getByRole('table', { name: 'Activity journal' })
  await expect(journal).toContainText('Showroom15 → 0')
})

test('a gateway’s error on close-all says that calls may have been closed, and what was seen', async ({
  shared,
  double,
}) => {
  const { control } = double.service
  const { page } = shared
  await saveProfile(page, double.profile())
  await watchApplication(page, double.quietAppId)
  // The gateway failed, but the service closed the calls.
  control.faults.arm({ kind: 'status', status: 502 }, { on: 'distroyCallSessionsByAppId', processed: true })
  const dialog = await openCloseAll(page)
  await idBox(dialog).fill(double.quietAppId)
  await closeButton(dialog).click()
  const notice = closeResults(page)
  await expect(notice).toContainText('HTTP 502 with a web page')
  await expect(notice).toContainText('it may have happened')
  await expect(page.getByRole('status').filter({ hasText: /4 → 0 in \d+ s/ })).toBeVisible()
  expect(control.count('distroyCallSessionsByAppId')).toBe(1)
})

test('close-all is sent while the counter fails, and a working counter shows the result', async ({
  shared,
  double,
}) => {
  const { control } = double.service
  const { page } = shared
  await saveProfile(page, double.profile())
  await watchApplication(page, double.quietAppId)
  await expect(await total(page)).toContainText('4')
  const dialog = await openCloseAll(page)
  await idBox(dialog).fill(double.quietAppId)
  await expect(closeButton(dialog)).toBeEnabled()
  control.faults.arm({ kind: 'status', status: 503 }, { on: 'getconcurrentNumber' })
  // The count is read again automatically; typed text stays, and the last count is in the past tense.
  await expect(dialog).toContainText(/was 4, (just now|\d+ s ago), couldn't be read now/)
  await expect(idBox(dialog)).toHaveValue(double.quietAppId)
  await expect(dialog.getByRole('button', { name: 'Close 4 sessions' })).toBeEnabled()
  await closeButton(dialog).click()
  await expect(dialog).toBeHidden()
  await expect.poll(() => control.count('distroyCallSessionsByAppId')).toBe(1)
  await expect(page.getByRole('contentinfo')).toContainText('Request failed')

  control.faults.clear()
  await expect(closeResults(page)).toContainText(/Live count 0 in \d+ s/)
  await expect(page.getByText('All sessions closed.')).toBeVisible()
  expect(control.count('distroyCallSessionsByAppId')).toBe(1)
})

// Would catch a dialog that closes calls and is open again after a crash without a request.
test(
  'a reloaded page shows Sessions without the dialog that was open, and its button opens it again',
  { tag: '@extended' },
  async ({ shared, double }) => {
    const { page } = shared
    await saveProfile(page, double.profile())
    await watchApplication(page, double.quietAppId)
    await openCloseAll(page)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Sessions' })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Application' })).toHaveValue(double.quietAppId)
    await expect(page.getByRole('dialog')).toBeHidden()
    for (let times = 0; times < 2; times += 1) {
      const dialog = await openCloseAll(page)
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(dialog).toBeHidden()
    }
    expect(double.service.control.count('distroyCallSessionsByAppId')).toBe(0)
  },
)

test('one session: Cancel sends nothing, its last characters are required, and the service’s message is shown', async ({
  shared,
  double,
}) => {
  const { control } = double.service
  const { page } = shared
  await saveProfile(page, double.profile())
  await watchApplication(page, double.quietAppId)
  const box = page.getByRole('textbox', { name: 'Session ID' })
  const open = page.getByRole('button', { name: 'Close session', exact: true })
  await expect(open).toBeDisabled()
  await box.fill('  ')
  await expect(open).toBeDisabled()
  await box.fill('two words')
  await expect(open).toBeEnabled()
  const dialog = page.getByRole('dialog', { name: 'Close session' })
  // The characters around an id might belong to it: the button is in reach of the pointer.
  await box.fill('"8c1f9a1e-4bd2-4d58-9e0a-3d1c0f2b7a11"')
  await page.getByRole('button', { name: 'Use as typed' }).click()
  await open.click()
  await expect(dialog).toContainText('"8c1f9a1e-4bd2-4d58-9e0a-3d1c0f2b7a11"')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await box.fill('9999999999999999998')
  await box.press('Enter')
  await expect(dialog).toContainText('9999999999999999998')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  expect(control.count('sessionStop')).toBe(0)

  control.faults.arm({ kind: 'declined', code: '2002', message: 'session does not exist' }, { on: 'sessionStop' })
  await open.click()
  const asked = dialog.getByRole('textbox', { name: 'Type “9998” or the whole ID' })
  await expect(asked).toBeFocused()
  const close = dialog.getByRole('button', { name: 'Close session', exact: true })
  for (const wrong of ['', '999', '9999', ' 9998']) {
    await asked.fill(wrong)
    await asked.press('Enter')
    await expect(close).toBeDisabled()
  }
  expect(control.count('sessionStop')).toBe(0)
  await asked.fill('9998')
  await asked.press('Enter')
  const notice = closeResults(page)
  await expect(notice).toContainText('“session does not exist” (code 2002)')
  await expect(box).toHaveValue('9999999999999999998')
  expect(control.count('sessionStop')).toBe(1)
  expect(control.requests('sessionStop')[0]?.query).toEqual({ uuid: '9999999999999999998' })
})
