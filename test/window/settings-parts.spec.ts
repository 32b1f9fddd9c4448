/** Settings: the names beside the page say where one is and lead there, and unsaved fields are counted. */
import { expect, test } from '../support/app.ts'
import { goTo, profileForm, saveProfile } from './pages/settings-page.ts'

test('a part comes to the top and is marked; what is typed is counted, and discarded on demand', async ({
  shared,
  double,
}) => {
  const { page } = shared
  await saveProfile(page, double.profile())
  await goTo(page, 'Settings')
  const form = profileForm(page)
  await form.getByRole('textbox', { name: 'Profile name' }).fill('Lobby, evening')
  await form.getByRole('radio', { name: 'blue' }).check()
  await expect(form).toContainText('2 changes')
  await form.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click()
  await expect(form.getByRole('textbox', { name: 'Profile name' })).not.toHaveValue('Lobby, evening')
  await expect(form.getByRole('button', { name: 'Discard' })).toHaveCount(0)

  const parts = page.getByRole('navigation', { name: 'Settings' })
  await expect(parts.getByRole('button', { name: 'Profiles' })).toHaveAttribute('aria-current', 'true')
  // The last ones are too short to come up to the top.
  for (const name of ['About', 'Data', 'Practice service', 'Alerts and quiet hours']) {
    await parts.getByRole('button', { name }).click()
    await expect(parts.locator('[aria-current="true"]')).toHaveText(name)
  }
  await expect(page.getByRole('region', { name: 'Alerts and quiet hours' })).toBeFocused()
  await page.getByRole('button', { name: 'Open rules' }).click()
  await expect(page.getByRole('tab', { name: 'Rules' })).toHaveAttribute('aria-selected', 'true')
})
