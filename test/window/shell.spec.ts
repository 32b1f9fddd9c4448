/** The shell's information about the service, in the real window. */
import { expect, test } from '../support/app.ts'
import { watchApplication } from './pages/sessions-page.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'

// Would catch a status that says "connected" without evidence, and a refresh that reads one balance of two.
test('the connection status lists the last exchanges with this service, and refreshes', async ({ shared, double }) => {
  const { control } = double.service
  const { page } = shared
  await saveProfile(page, double.profile())
  await watchApplication(page, double.quietAppId)
  await goTo(page, 'Activity')
  const status = page.getByRole('contentinfo').getByRole('button')
  await expect(status).toContainText('Connected')
  await status.click()
  const dialog = page.getByRole('dialog', { name: 'Connection' })
  await expect(dialog.getByRole('listitem')).not.toHaveCount(0)
  await expect(dialog.getByRole('listitem').first()).toContainText(/Balances|Live count|Live list/)

  control.faults.arm({ kind: 'status', status: 503 }, { times: 1, on: 'queryAccount' })
  control.clearRequests()
  const hour = dialog.getByRole('table', { name: 'Last hour, as seen from this computer' })
  await expect(hour.getByRole('row', { name: /^Balances 100% of / })).toBeVisible()
  await dialog.getByRole('button', { name: 'Refresh' }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Balances · busy (503)' })).toHaveCount(1)
  await expect(hour.getByRole('row', { name: /^Balances (?!100)\d+% of / })).toBeVisible()
  await expect.poll(() => control.count('getconcurrentNumber')).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await expect(status).toBeFocused()
  await status.click()
  await dialog.getByRole('button', { name: 'Edit profile' }).click()
  await expect(page.getByRole('region', { name: 'Profiles' })).toBeFocused()
})
