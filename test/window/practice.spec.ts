/** What an operator can try in the practice service on the first day, without any id. */
import { expect, test } from '../support/app.ts'
import { drafts, queueRows } from './pages/avatars-page.ts'
import { libraryRows } from './pages/library-page.ts'
import { knownRow } from './pages/sessions-page.ts'
import { goTo } from './pages/settings-page.ts'

// Three steps from the first screen to a first avatar: practice, portrait, create.
test('a sample portrait becomes the first avatar', async ({ launch }) => {
  const { page } = await launch()
  await page.getByRole('button', { name: 'Try the practice service' }).click()
  await goTo(page, 'Avatars')
  // The drop line has the least room beside its two buttons.
  await page.setViewportSize({ width: 900, height: 600 })
  const words = page.getByRole('paragraph').filter({ hasText: 'Drop portraits anywhere' })
  await expect(words).toContainText('up to 10 MB.')
  const isWhole = await words.evaluate(
    ({ scrollWidth, clientWidth, clientHeight }) => scrollWidth <= clientWidth && clientHeight <= 40,
  )
  expect(isWhole).toBe(true)
  await page.getByRole('button', { name: 'Sample portrait' }).click()
  await expect(drafts(page).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Sample portrait' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Create 1 avatar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm creation' })
  await dialog.getByRole('button', { name: 'Create 1 avatar' }).click()
  await expect(queueRows(page)).toContainText(['Training'])
})

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

test('the sample conversations are in the library, unread until the operator opens them', async ({ launch }) => {
  const { page } = await launch()
  await page.getByRole('button', { name: 'Try the practice service' }).click()
  await goTo(page, 'Conversations')
  const rows = libraryRows(page)
  await expect(rows).toHaveCount(5)
  await expect(rows.filter({ hasText: 'not read' })).toHaveCount(5)
  await rows.filter({ hasText: 'Public: Studio host' }).click()
  await expect(page.getByRole('heading', { name: 'Persona', exact: true })).toBeVisible()
  await expect(rows.filter({ hasText: 'not read' })).toHaveCount(4)
})
