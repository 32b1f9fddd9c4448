/**
 * The chart of live calls in the real window: its lines have the theme's colours, and its readings are also available
 * as text.
 */
import type { Locator } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import { callBridge } from './pages/bridge.ts'
import { chartColours } from './pages/chart.ts'
import { showTab, watchApplication } from './pages/sessions-page.ts'
import { saveProfile } from './pages/settings-page.ts'

async function expectAccentLine(chart: Locator): Promise<void> {
  await expect(async () => {
    const { drawn, token } = await chartColours(chart, '--accent')
    expect(drawn).toContain(token)
  }).toPass()
}

// Would catch lines in the colours of the wrong theme, and readings that exist only in the drawing.
test(
  'readings are drawn in the theme’s colours, read by pointer and by table',
  { tag: '@extended' },
  async ({ shared, double }) => {
    const { page } = shared
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    await saveProfile(page, double.profile())
    await watchApplication(page, double.quietAppId)
    const chart = page.getByRole('img', { name: /^Last hour: 4 now · peak 4 around / })
    await expect(chart).toBeVisible()
    double.service.control.addCalls(double.quietAppId, 8)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByRole('img', { name: /^Last hour: 12 now · peak 12 around / })).toBeVisible()
    // Among all applications, this one is on screen and shows the newest reading.
    await page.getByRole('button', { name: /^\d+ applications/ }).click()
    const counted = page
      .getByRole('table', { name: 'All applications' })
      .getByRole('row')
      .filter({ hasText: double.quietAppId })
    await expect(counted.getByRole('cell').nth(1)).toHaveText('12')
    await expect(counted.getByRole('button')).toHaveAttribute('aria-current', 'true')
    await counted.getByRole('button').click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByRole('figure', { name: 'Total concurrent sessions' })).toBeInViewport()
    const twelve = page.getByRole('img', { name: /^Last hour: 12 now · peak 12 around / })
    await expectAccentLine(twelve)
    await showTab(page, 'History')
    await expectAccentLine(twelve)
    const { token: light } = await chartColours(twelve, '--accent')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccentLine(twelve)
    expect((await chartColours(twelve, '--accent')).token).not.toBe(light)

    const box = await twelve.boundingBox()
    if (box === null) throw new Error('the chart has no place')
    await page.mouse.move(box.x + box.width - 5, box.y + box.height / 2)
    await expect(page.getByText(/ · Total concurrent sessions 12 · Your concurrent sessions /)).toBeVisible()
    await page.mouse.move(box.x + 40, box.y + box.height / 2)
    await expect(page.getByText(/ · Total concurrent sessions: not read · /)).toBeVisible()

    const rows = page.getByRole('table', { name: /^Last hour/ }).getByRole('row')
    await expect(rows.nth(1)).toContainText('12')
    await expect(rows.last()).toContainText('4')
    await page.getByRole('radio', { name: 'Hour' }).focus()
    for (const range of ['Day', 'Week', 'Month']) {
      await page.keyboard.press('ArrowRight')
      await expect(page.getByRole('radio', { name: range })).toBeChecked()
      await expect(page.getByRole('img', { name: /: 12 now · peak 12 / })).toBeVisible()
    }
    await expect(page.getByRole('heading', { name: 'Last month' })).toBeVisible()
    expect(complaints).toEqual([])

    // More readings than the table draws at one time: the visible ones are there immediately.
    await page.getByRole('radio', { name: 'Hour' }).check()
    for (let reading = 0; reading < 60; reading += 1) {
      double.service.control.addCalls(double.quietAppId, 1)
      await callBridge(page, 'session.refresh', { appId: double.quietAppId })
    }
    await expect(rows.nth(1)).toContainText('72')
    await expect(rows.nth(6)).toBeVisible()
  },
)
