/** Guarded rules: they propose over every section, send what was confirmed and nothing else, and act alone where twice allowed. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import { quitAndWrite } from '../support/closed-app.ts'
import { addByPaste, outcomesOf, watchApplication } from './pages/sessions-page.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'

function proposals(page: Page): Locator {
  return page.getByRole('region', { name: 'Proposals of guarded rules' }).getByRole('article')
}

function ruleForm(page: Page): Locator {
  return page.getByRole('form', { name: 'Rule', exact: true })
}

/** A time of day so many hours from now, as the form takes it. */
function hourFromNow(hours: number): string {
  const at = new Date(Date.now() + hours * 3_600_000)
  return `${String(at.getHours()).padStart(2, '0')}:00`
}

// A rule looks at the inbox each time a count comes in.
async function readNow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Read now' }).click()
}

test('a rule proposes wherever one is; it closes what is confirmed, and alone only with both switches', async ({
  launch,
  double,
}) => {
  test.setTimeout(120_000)
  const { control } = double.service
  const sent = (): readonly unknown[] => control.requests('sessionStop').map(({ query }) => query['uuid'])
  const first = await launch()
  await saveProfile(first.page, double.profile({ protection: 'open' }))
  const sessionIds = control.addCalls(double.quietAppId, 3)
  const [confirmed = ''] = sessionIds
  await quitAndWrite(first, { known: { appId: double.quietAppId, sessionIds, minutesAgo: 10 } })

  const { page } = await launch()
  await watchApplication(page, double.quietAppId)
  await page.getByRole('heading', { name: 'Guarded rules' }).click()
  const acting = page.getByRole('switch', { name: 'Rules of this profile may act by themselves' })
  await expect(acting).not.toBeChecked()
  const rules = page.getByRole('list', { name: 'Guarded rules of this profile' }).getByRole('listitem')

  await test.step('sessions that are older than the rule says: Cancel sends nothing', async () => {
    await page.getByRole('button', { name: 'New rule' }).click()
    await ruleForm(page).getByRole('textbox', { name: 'Minutes' }).fill('5')
    // A rule about one application looks with each of its counts; one about all of them less often.
    await ruleForm(page).getByLabel('For').selectOption(double.quietAppId)
    await ruleForm(page).getByRole('textbox', { name: 'Countdown (seconds)' }).fill('60')
    await ruleForm(page).getByRole('button', { name: 'Save rule' }).click()
    await expect(rules).toContainText('Known sessions older than 5 minutes')
    await expect(rules).toContainText('proposes, and counts down')
    await readNow(page)
    await goTo(page, 'Account')
    await expect(proposals(page).getByRole('heading')).toHaveText('Close 3 sessions?')
    for (const id of sessionIds) await expect(proposals(page)).toContainText(id)
    await expect(proposals(page).getByRole('timer')).toContainText(/ends in 0:\d\d; nothing is closed then/)
    await proposals(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(proposals(page)).toHaveCount(0)
    expect(sent()).toEqual([])
  })

  await test.step('not again for the same, until one changes; what is confirmed is sent, and no other', async () => {
    await goTo(page, 'Sessions')
    const label = page.getByRole('textbox', { name: `Label of ${confirmed}` })
    await label.fill('Front desk')
    await label.press('Enter')
    await readNow(page)
    await expect(proposals(page).getByRole('heading')).toHaveText('Close 1 session?')
    await proposals(page).getByRole('button', { name: 'Close these sessions' }).click()
    const dialog = page.getByRole('dialog', { name: 'Close these sessions' })
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    expect(sent()).toEqual([])
    await dialog.getByRole('button', { name: 'Close 1 sessions' }).click()
    await expect(outcomesOf(page)).toContainText('accepted')
    await expect(proposals(page)).toHaveCount(0)
    expect(sent()).toEqual([confirmed])
  })

  await test.step('a rule that acts by itself only proposes while the profile does not allow it', async () => {
    await rules.getByRole('button', { name: 'Edit' }).click()
    await ruleForm(page).getByRole('radio', { name: 'After hours' }).check()
    await ruleForm(page).getByLabel('From').fill(hourFromNow(-1))
    await ruleForm(page).getByLabel('Until').fill(hourFromNow(2))
    await ruleForm(page).getByRole('textbox', { name: 'Countdown (seconds)' }).fill('15')
    await ruleForm(page).getByRole('switch', { name: 'Acts by itself' }).check()
    await ruleForm(page).getByRole('button', { name: 'Save rule' }).click()
    await expect(rules).toContainText('but this profile does not allow it')
    await addByPaste(page, control.addCalls(double.quietAppId, 1))
    await readNow(page)
    await expect(proposals(page).getByRole('heading')).toHaveText('Close 1 session?')
    await proposals(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(proposals(page)).toHaveCount(0)
  })

  const alone = control.addCalls(double.quietAppId, 1)
  await test.step('with both switches it closes what it named, and nothing that was cancelled', async () => {
    await acting.check()
    await expect(rules).toContainText('closes by itself after')
    await addByPaste(page, alone)
    await readNow(page)
    await goTo(page, 'Account')
    await expect(proposals(page).getByRole('heading')).toHaveText('1 session is about to be closed by itself')
    await expect(proposals(page).getByRole('timer')).toContainText(/Closes them by itself in 0:\d\d/)
    expect(sent()).toEqual([confirmed])
    await expect(proposals(page)).toHaveCount(0, { timeout: 30_000 })
    await goTo(page, 'Sessions')
    await expect(page.getByText(/begun by a guarded rule/)).toBeVisible()
    await expect(outcomesOf(page)).toContainText('accepted')
    expect(sent()).toEqual([confirmed, ...alone])
  })

  expect(control.count('distroyCallSessionsByAppId')).toBe(0)
  await goTo(page, 'Activity')
  const journal = page.getByRole('table', { name: 'Activity journal' })
  for (const line of ['proposed to close sessions', 'Proposal of a guarded rule cancelled', 'rule closed sessions'])
    await expect(journal).toContainText(line)
})
