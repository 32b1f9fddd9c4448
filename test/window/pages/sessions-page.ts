/** The Sessions section as an operator finds it: by role and name. */
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { goTo } from './settings-page.ts'

/** Goes to Sessions and chooses an application. */
export async function watchApplication(page: Page, appId: string): Promise<void> {
  await goTo(page, 'Sessions')
  await page.getByRole('combobox', { name: 'Application' }).selectOption(appId)
}

/** A figure by its caption. */
export function figure(page: Page, caption: string): Locator {
  return page.getByRole('figure', { name: caption })
}

/** Types into a confirmation what it asks for, where the profile's protection makes it ask. */
export async function typeWhatIsAsked(dialog: Locator): Promise<void> {
  const box = dialog.getByRole('textbox', { name: /^Type “.+” to confirm$/ })
  if ((await box.count()) === 0) return
  const asked = await dialog.getByText(/^Type “.+” to confirm$/).innerText()
  await box.fill(asked.slice(asked.indexOf('“') + 1, asked.indexOf('”')))
}

/** Closes one session by its id, with the light confirmation. */
export async function closeSession(page: Page, sessionId: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Session ID' }).fill(sessionId)
  await page.getByRole('button', { name: 'Close session', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Close session' })
  await expect(dialog).toBeVisible()
  await typeWhatIsAsked(dialog)
  await dialog.getByRole('button', { name: 'Close session', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** Opens the confirmation of closing all. */
export async function openCloseAll(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Close all sessions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close all sessions' })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Puts ids into the inbox by the box for any text, and waits until they are rows. */
export async function addByPaste(page: Page, sessionIds: readonly string[]): Promise<void> {
  await page
    .getByRole('textbox', { name: 'Paste any text' })
    .fill(sessionIds.map((sessionId) => `sessionId=${sessionId}`).join('\n'))
  await page.getByRole('button', { name: /^Add \d+ sessions?$/ }).click()
  const table = page.getByRole('table', { name: 'Known sessions' })
  for (const sessionId of sessionIds) await expect(table.getByText(sessionId, { exact: true })).toBeVisible()
}

/** What became of each session of the newest run. */
export function outcomesOf(page: Page): Locator {
  return page.getByRole('list', { name: 'What became of each session' }).getByRole('listitem')
}
