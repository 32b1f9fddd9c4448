/**
 * Checks and export in the real window: flaws in the vendor's sample are found, a mute persists, and files hold the
 * answer as received.
 */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import { fetchConversation } from './pages/library-page.ts'
import { answerSaveDialog } from './pages/save-dialog.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'

const full = '1871234567890123457'
const vendor = '108'

function checks(page: Page) {
  return page.getByRole('region', { name: 'Checks' })
}

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

// Would catch a check that misses the flaws in its own sample, and mutes that only the page remembers.
test("the vendor's canvas is found, leads to its field, and stays muted when the page is reloaded", async ({
  shared,
  double,
}) => {
  const { page } = shared
  await saveProfile(page, double.profile())
  await goTo(page, 'Conversations')
  await fetchConversation(page, vendor)
  const sentence = 'Canvas 1920 × 1920 is 1:1, not 16:9.'
  const rule = 'Proportion mismatch'
  await checks(page).getByRole('button', { name: 'Show data.detailDto.proportion' }).click()
  await expect(page.locator('[id="field-data.detailDto.proportion"]').first()).toBeInViewport()
  await checks(page).getByText(rule).click()
  await expect(checks(page).getByText(sentence)).toBeVisible()
  await checks(page).getByRole('button', { name: 'Show data.detailDto.proportion' }).click()
  await expect(page.locator('[id="field-data.detailDto.proportion"]').first()).toBeInViewport()
  await checks(page).getByRole('button', { name: 'Mute: Proportion mismatch' }).click()
  await expect(checks(page).getByText('1 muted')).toBeVisible()
  await expect(checks(page).getByText(sentence)).toBeHidden()
  await page.reload()
  await checks(page).getByText('1 muted').click()
  await checks(page).getByText(rule).click()
  await expect(checks(page).getByText(sentence)).toBeVisible()
  await checks(page).getByRole('button', { name: 'Unmute: Proportion mismatch' }).click()
  await expect(checks(page).getByText('1 muted')).toBeHidden()
  await expect(checks(page).getByText(rule)).toBeVisible()
})

// Would catch a digit, an escape or a blank that changes on the way to the file, and a token in a file or command.
test('a snapshot is saved as received, exported as a report, and copied as a command without the token', async ({
  shared,
  double,
}, testInfo) => {
  const { app, page } = shared
  const token = double.service.mintToken()
  await saveProfile(page, double.profile({ access: { token } }))
  await goTo(page, 'Conversations')
  await fetchConversation(page, full)

  const raw = testInfo.outputPath('raw.json')
  await answerSaveDialog(app, raw)
  await choose(page, 'Raw JSON')
  await expect(page.getByText('Saved as raw.json')).toBeVisible()
  const address = `${double.baseUrl}/getConversationById?conversationId=${full}`
  const answer = await fetch(address, { headers: { token } })
  expect((await readFile(raw)).equals(Buffer.from(await answer.arrayBuffer()))).toBe(true)

  const report = testInfo.outputPath('report.md')
  await answerSaveDialog(app, report)
  await choose(page, 'Markdown report')
  await expect(page.getByText('Saved as report.md')).toBeVisible()
  const words = await readFile(report, 'utf8')
  expect(words).toContain('## Scripts')
  expect(words).toContain('1712345678901234567')

  await choose(page, 'Copy as cURL')
  await expect(page.getByText('Copied', { exact: true })).toBeVisible()
  const command = await app.evaluate(({ clipboard }) => clipboard.readText())
  expect(command).toContain(`--data-urlencode 'conversationId=${full}'`)
  expect(command).toContain('token: <ACCESS_TOKEN>')
  expect(command).not.toContain(token)
})

test('the export menu works by keyboard', { tag: '@extended' }, async ({ shared, double }) => {
  const { page } = shared
  await saveProfile(page, double.profile())
  await goTo(page, 'Conversations')
  await fetchConversation(page, vendor)
  const button = page.getByRole('button', { name: 'Export', exact: true })
  await button.focus()
  await button.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Raw JSON' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Copy as cURL' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(button).toBeFocused()
})
