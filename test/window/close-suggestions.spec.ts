/** Close suggestion rules: they propose over every section, and only what a person confirmed is sent. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import { quitAndWrite } from '../support/closed-app.ts'
import { addByPaste, outcomesOf, showTab, watchApplication } from './pages/sessions-page.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'
import { hurry } from './pages/time.ts'

function suggestions(page: Page): Locator {
  return page.getByRole('region', { name: 'Suggested closings' }).getByRole('article')
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
  await page.getByRole('button', { name: 'Refresh' }).click()
}

test(
  'a rule proposes wherever one is, and closes what is confirmed',
  { tag: '@extended' },
  async ({ launch, double }) => {
    const { control } = double.service
    const sent = (): readonly unknown[] => control.requests('sessionStop').map(({ query }) => query['uuid'])
    const first = await launch()
    await saveProfile(first.page, double.profile({ protection: 'open' }))
    const sessionIds = control.addCalls(double.quietAppId, 3)
    const [confirmed = ''] = sessionIds
    await quitAndWrite(first, { known: { appId: double.quietAppId, sessionIds, minutesAgo: 10 } })

    const { app, page } = await launch()
    await watchApplication(page, double.quietAppId)
    await showTab(page, 'Rules')
    const rules = page.getByRole('list', { name: 'Close suggestions' }).getByRole('listitem')

    await test.step('sessions that are older than the rule says: Cancel sends nothing', async () => {
      await page.getByRole('button', { name: 'Add rule' }).click()
      await ruleForm(page).getByRole('textbox', { name: 'Minutes' }).fill('5')
      // A rule about one application looks with each of its counts; one about all of them less often.
      await ruleForm(page).getByLabel('Applies to').selectOption(double.quietAppId)
      await ruleForm(page).getByRole('textbox', { name: 'Time to decide (seconds)' }).fill('60')
      await page.getByRole('button', { name: 'Save rule' }).click()
      await expect(rules).toContainText('Known sessions older than 5 min')
      await readNow(page)
      await goTo(page, 'Account')
      await expect(suggestions(page).getByRole('heading')).toHaveText('Close 3 sessions?')
      for (const id of sessionIds) await expect(suggestions(page)).toContainText(id)
      await expect(suggestions(page).getByRole('timer')).toContainText(/nds in 0:\d\d; nothing is closed then/)
      await suggestions(page).getByRole('button', { name: 'Cancel' }).click()
      await expect(suggestions(page)).toHaveCount(0)
      expect(sent()).toEqual([])
    })

    await test.step('not again for the same, until one changes; what is confirmed is sent, and no other', async () => {
      await goTo(page, 'Sessions')
      await expect(rules).toContainText('to decide')
      await showTab(page, 'Live')
      const label = page.getByRole('textbox', { name: `Label of ${confirmed}` })
      await label.fill('Front desk')
      await label.press('Enter')
      await readNow(page)
      await expect(suggestions(page).getByRole('heading')).toHaveText('Close 1 session?')
      // The end of the page can be scrolled clear of it.
      const covered = async () => {
        const room = await page.getByRole('main').evaluate((main) => parseFloat(getComputedStyle(main).paddingBottom))
        const top = await suggestions(page).evaluate((element) => innerHeight - element.getBoundingClientRect().top)
        return top - room
      }
      await expect.poll(covered).toBeLessThanOrEqual(1)
      await suggestions(page)
        .getByRole('button', { name: /^Close \d+ sessions?$/ })
        .click()
      const dialog = page.getByRole('dialog', { name: /^Close \d+ sessions?$/ })
      await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
      expect(sent()).toEqual([])
      await dialog.getByRole('button', { name: 'Close 1 session', exact: true }).click()
      await expect(await outcomesOf(page)).toContainText('accepted')
      await expect(suggestions(page)).toHaveCount(0)
      await expect(page.getByRole('main')).toHaveCSS('padding-bottom', '0px')
      expect(sent()).toEqual([confirmed])
    })

    await test.step('a suggestion that nobody answers ends, and nothing is sent', async () => {
      await showTab(page, 'Rules')
      await rules.getByRole('button', { name: /^More for / }).click()
      await page.getByRole('menuitem', { name: 'Edit' }).click()
      await ruleForm(page).getByRole('radio', { name: 'After hours' }).check()
      await ruleForm(page).getByLabel('From').fill(hourFromNow(-1))
      await ruleForm(page).getByLabel('Until').fill(hourFromNow(2))
      await ruleForm(page).getByRole('textbox', { name: 'Time to decide (seconds)' }).fill('15')
      await page.getByRole('button', { name: 'Save rule' }).click()
      await addByPaste(page, control.addCalls(double.quietAppId, 1))
      await hurry(app, 5)
      await readNow(page)
      await expect(suggestions(page).getByRole('heading')).toHaveText('Close 1 session?')
      await expect(suggestions(page)).toHaveCount(0)
      expect(sent()).toEqual([confirmed])
    })

    expect(control.count('distroyCallSessionsByAppId')).toBe(0)
    await goTo(page, 'Activity')
    const journal = page.getByRole('table', { name: 'Activity journal' })
    for (const line of ['Closing suggested', 'Suggestion ended']) await expect(journal).toContainText(line)
  },
)
