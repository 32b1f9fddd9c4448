/** The Sessions section as an operator finds it: by role and name. */
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { goTo } from './settings-page.ts'

/** Goes to Sessions and chooses an application. */
export async function watchApplication(page: Page, appId: string): Promise<void> {
  await goTo(page, 'Sessions')
  await page.getByRole('combobox', { name: 'Application' }).selectOption(appId)
}

/** Opens a tab of the section. */
export async function showTab(page: Page, name: 'Live' | 'History' | 'Rules'): Promise<void> {
  await page.getByRole('tab', { name }).click()
  await expect(page.getByRole('tabpanel', { name })).toBeVisible()
}

/** The switch of a kind of alert, for the application on screen. */
export function alertSwitch(page: Page, kind: string): Locator {
  return page.getByRole('list', { name: 'Alerts' }).getByRole('switch', { name: kind })
}

/** A figure by its caption. */
export function figure(page: Page, caption: string): Locator {
  return page.getByRole('figure', { name: caption })
}

/** Types the required text into a confirmation, where the profile's protection requires it. */
export async function typeWhatIsAsked(dialog: Locator): Promise<void> {
  const asked = /^Type “(.+)” (?:to confirm|or the whole ID)$/
  const box = dialog.getByRole('textbox', { name: asked })
  if ((await box.count()) === 0) return
  const [, text = ''] = asked.exec(await dialog.locator('label', { hasText: asked }).innerText()) ?? []
  await box.fill(text)
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

/** The row of a known session. */
export function knownRow(page: Page, sessionId: string): Locator {
  return page
    .getByRole('table', { name: 'Known sessions' })
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox', { name: `Select ${sessionId}`, exact: true }) })
}

/** Opens the dialog that proposes session ids, and returns its box for any text. */
export async function openAddSessions(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Add session IDs' }).click()
  return page.getByRole('dialog', { name: 'Add session IDs' }).getByRole('textbox', { name: 'Paste any text' })
}

/** Adds ids to the inbox through the box for any text, and waits until they are rows. */
export async function addByPaste(page: Page, sessionIds: readonly string[]): Promise<void> {
  const box = await openAddSessions(page)
  await box.fill(sessionIds.map((sessionId) => `sessionId=${sessionId}`).join('\n'))
  await page.getByRole('button', { name: /^Add \d+ sessions?$/ }).click()
  await showTab(page, 'Live')
  for (const sessionId of sessionIds) await expect(knownRow(page, sessionId)).toBeVisible()
}

/** The results of the last close, and of earlier closes that have not settled. */
export function closeResults(page: Page): Locator {
  return page.getByRole('region', { name: 'Results' })
}

/** The result of each session of the newest run. */
export async function outcomesOf(page: Page): Promise<Locator> {
  const details = closeResults(page).getByRole('button', { name: 'Details' })
  if ((await details.getAttribute('aria-expanded')) === 'false') await details.click()
  return page.getByRole('list', { name: 'Results' }).getByRole('listitem')
}
