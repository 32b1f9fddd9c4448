/** The context menus of rows: the texts that they copy, and the actions that they never offer. */
import type { ElectronApplication, Locator, Page } from '@playwright/test'
import { sampleIds } from '../../src/practice/sample-conversations.ts'
import { expect, test } from '../support/app.ts'
import { addWithoutImage, confirmDrafts, fillShared, queueRows } from './pages/avatars-page.ts'
import { fetchConversation, libraryRows } from './pages/library-page.ts'
import { addByPaste, knownRow, watchApplication } from './pages/sessions-page.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'
import { expectReady } from './pages/time.ts'

const clipboard = (app: ElectronApplication): Promise<string> =>
  app.evaluate(({ clipboard: system }) => system.readText())

/** Opens the menu of a row, and returns the names of its items. */
async function offered(page: Page, row: Locator): Promise<readonly string[]> {
  await row.click({ button: 'right' })
  const items = page.getByRole('menu').getByRole('menuitem')
  await expect(items.first()).toBeVisible()
  return items.allTextContents()
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('menuitem', { name, exact: true }).click()
  await expect(page.getByRole('menu')).toBeHidden()
}

// Would catch a token on the clipboard, and a menu in which a call can be closed or a creation paid.
test(
  'rows copy their ids, their JSON, and a conversation as the command that reads it',
  { tag: '@extended' },
  async ({ shared, double }) => {
    const { app, page } = shared
    const { control, credentials } = double.service
    await saveProfile(page, double.profile())
    const [sessionId = ''] = control.addCalls(double.quietAppId, 1)
    await watchApplication(page, double.quietAppId)
    await addByPaste(page, [sessionId])
    const row = knownRow(page, sessionId)
    expect(await offered(page, row.getByRole('cell').nth(3))).toEqual(['Copy session ID', 'Copy as JSON'])
    await choose(page, 'Copy session ID')
    await expect.poll(() => clipboard(app)).toBe(sessionId)
    await offered(page, row.getByRole('cell').nth(3))
    await choose(page, 'Copy as JSON')
    await expect.poll(async () => JSON.parse(await clipboard(app)) as unknown).toMatchObject({ sessionId })
    await offered(page, row.getByRole('cell').nth(3))
    await page.keyboard.press('Escape')
    await expect(row).toBeFocused()
    await page.keyboard.press('Shift+F10')
    await expect(page.getByRole('menuitem', { name: 'Copy as JSON' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(row).toBeFocused()

    await goTo(page, 'Conversations')
    await fetchConversation(page, sampleIds.full)
    await offered(page, libraryRows(page).first())
    await choose(page, 'Copy as cURL')
    await expect.poll(() => clipboard(app)).toContain('curl --get')
    const command = await clipboard(app)
    expect(command).toContain(sampleIds.full)
    for (const secret of [credentials.appKey, credentials.appId]) expect(command).not.toContain(secret)
    await offered(page, libraryRows(page).first())
    await choose(page, 'Copy as JSON')
    await expect.poll(async () => (await clipboard(app)).startsWith('{')).toBe(true)

    const field = page.getByRole('article').locator('[id^="field-"]').filter({ hasText: sampleIds.full }).first()
    const [copy = ''] = await offered(page, field)
    await choose(page, copy)
    await expect.poll(() => clipboard(app)).toBe(sampleIds.full)

    await goTo(page, 'Avatars')
    await addWithoutImage(page)
    await fillShared(page, { voice: 'Aria', conversationId: sampleIds.publicPortrait, name: 'Porter' })
    await confirmDrafts(page)
    const job = queueRows(page).first()
    await expectReady({ app, page })
    expect(await offered(page, job.getByRole('cell').nth(1))).toEqual([
      'Copy conversation ID',
      'Copy task ID',
      'Copy as JSON',
    ])
    await choose(page, 'Copy as JSON')
    await expect.poll(async () => JSON.parse(await clipboard(app)) as unknown).toMatchObject({ state: 'ready' })
  },
)
