/** What an operator can try in the practice service on the first day, with no id at hand. */
import { expect, test } from '../support/app.ts'
import { knownRow } from './pages/sessions-page.ts'
import { goTo } from './pages/settings-page.ts'

test('live calls of the practice service are proposed, and added by the operator', async ({ launch }) => {
  const { page } = await launch()
  await page.getByRole('button', { name: 'Try the practice service' }).click()
  await goTo(page, 'Sessions')
  const offer = page.getByRole('button', { name: 'Add practice sessions' })
  await expect(offer).toBeVisible()
  await offer.click()
  const proposed = page.getByRole('list', { name: 'IDs found' }).getByRole('checkbox')
  await expect(proposed.first()).toBeChecked()
  await expect(page.getByRole('dialog', { name: 'Add session IDs' })).toBeVisible()
  const text = await page.getByRole('textbox', { name: 'Paste any text' }).inputValue()
  await page.getByRole('button', { name: /^Add \d+ sessions?$/ }).click()
  await expect(knownRow(page, text.split('\n')[0] ?? '')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add practice sessions' })).toHaveCount(0)
})
