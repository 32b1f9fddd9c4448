/** The journal in the real window: filters, copies without a secret, and detection of changes to the file. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import { quitAndWrite } from '../support/closed-app.ts'
import { fetchConversation } from './pages/library-page.ts'
import { closeSession, watchApplication } from './pages/sessions-page.ts'
import { answerSaveDialog } from './pages/save-dialog.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'

interface Copied {
  readonly count: number
  readonly entries: readonly { readonly action: string; readonly hash: string; readonly previousHash: string }[]
}

const unknownSession = '9999999999999999999'

function journal(page: Page): Locator {
  return page
    .getByRole('table', { name: 'Activity journal' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
}

function filterBar(page: Page): Locator {
  return page.getByRole('search', { name: 'Filter activity' })
}

async function exportAs(page: Page, form: 'CSV' | 'JSON'): Promise<void> {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: new RegExp(`^${form}`) }).click()
}

test('the journal is filtered, exported and verified', async ({ launch, double }, testInfo) => {
  const { control } = double.service
  const { app, page } = await launch()
  await saveProfile(page, double.profile())
  await goTo(page, 'Conversations')
  await fetchConversation(page, '108')
  await watchApplication(page, double.quietAppId)
  control.faults.arm({ kind: 'declined', code: '2002', message: 'no such session' }, { on: 'sessionStop', times: 1 })
  await closeSession(page, unknownSession)
  await expect(page.getByRole('status').filter({ hasText: 'no such session' })).toBeVisible()
  await closeSession(page, control.addCalls(double.quietAppId, 1)[0] ?? '')
  await expect(page.getByRole('status').filter({ hasText: /close accepted/ })).toBeVisible()
  await goTo(page, 'Activity')

  await test.step('filters keep the matching entries and show the total', async () => {
    await expect(journal(page).filter({ hasText: 'Open conversation' })).toHaveCount(1)
    await filterBar(page).getByRole('combobox', { name: 'Actions' }).selectOption('sessions')
    await expect(journal(page).filter({ hasText: 'Open conversation' })).toHaveCount(0)
    await filterBar(page).getByRole('combobox', { name: 'Outcome' }).selectOption('failed')
    await expect(journal(page)).toHaveCount(1)
    await expect(journal(page)).toContainText(unknownSession)
    await expect(journal(page)).toContainText('no such session')
    await expect(page.getByRole('status').filter({ hasText: /^1 of \d+$/ })).toBeVisible()
  })

  await test.step('rows and details by keyboard alone', async () => {
    await filterBar(page).getByRole('combobox', { name: 'Outcome' }).selectOption('all')
    await expect(journal(page)).not.toHaveCount(1)
    await journal(page).first().focus()
    await page.keyboard.press('End')
    await expect(journal(page).last()).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    const details = page.getByRole('complementary', { name: 'Activity details' })
    await expect(details.getByRole('heading', { name: 'Close session' })).toBeVisible()
    // The request and its outcome; a count that fell later adds a third line.
    await expect(details.getByRole('listitem')).toContainText([/Requested/, /Close session/])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(details).toContainText('no such session')
    await details.getByRole('button', { name: 'Previous' }).press('Enter')
    await expect(details).not.toContainText('no such session')
    await page.keyboard.press('Escape')
    await expect(details).toBeHidden()
    await expect(journal(page).first()).toBeFocused()
    await filterBar(page).getByRole('combobox', { name: 'Outcome' }).selectOption('failed')
    await expect(journal(page)).toHaveCount(1)
  })

  await test.step('copies contain the matching entries, their chain, and no secret', async () => {
    const files = { csv: testInfo.outputPath('failed.csv'), json: testInfo.outputPath('all.json') }
    await answerSaveDialog(app, files.csv)
    await exportAs(page, 'CSV')
    await expect(page.getByText('Saved as failed.csv')).toBeVisible()
    const csv = await readFile(files.csv, 'utf8')
    // The only matching act has two lines: the request and its outcome.
    const [, ...copied] = csv.trim().split('\r\n')
    expect(copied).toHaveLength(2)
    for (const line of copied) expect(line).toContain(unknownSession)

    await filterBar(page).getByRole('searchbox', { name: 'Search the journal' }).fill('nobody at all')
    await expect(page.getByText('No matches')).toBeVisible()
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(journal(page).filter({ hasText: 'Save profile' })).toHaveCount(1)
    await answerSaveDialog(app, files.json)
    await exportAs(page, 'JSON')
    await expect(page.getByText('Saved as all.json')).toBeVisible()
    const json = await readFile(files.json, 'utf8')
    const { count, entries } = JSON.parse(json) as Copied
    expect(entries).toHaveLength(count)
    const oldestFirst = [...entries].reverse()
    expect(oldestFirst.slice(1).map(({ previousHash }) => previousHash)).toEqual(
      oldestFirst.slice(0, -1).map(({ hash }) => hash),
    )
    const { appKey, accessToken } = double.service.credentials
    const minted = control.requests().flatMap(({ headers }) => headers['token'] ?? [])
    expect(minted.length).toBeGreaterThan(0)
    for (const secret of new Set([appKey, accessToken, ...minted])) expect(json + csv).not.toContain(secret)
  })

  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText(/^\d+ entries verified/)).toBeVisible()
})

test(
  'an entry that somebody altered while the program was closed is reported',
  { tag: '@extended' },
  async ({ launch, double }) => {
    const first = await launch()
    await saveProfile(first.page, double.profile())
    await goTo(first.page, 'Conversations')
    await fetchConversation(first.page, '108')
    await quitAndWrite(first, { alteredEntry: 2 })
    const { page } = await launch()
    await goTo(page, 'Activity')
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByRole('status').getByText('Entry 2 was changed.')).toBeVisible()
  },
)
