/** The chart of live calls in the real window: that it is drawn, in the theme's colours, and can be read. */
import { expect, test } from '../support/app.ts'
import { callBridge } from './pages/bridge.ts'
import { chartPixels } from './pages/chart.ts'
import { showTab, watchApplication } from './pages/sessions-page.ts'
import { saveProfile } from './pages/settings-page.ts'

// Would catch a chart that the content policy keeps from drawing, lines in the other theme's colours, and readings that
// are on the canvas alone.
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
    // Of all applications this is the one that is on screen, with the reading that was just taken.
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
    await expect.poll(() => chartPixels(page, '--accent')).toBeGreaterThan(10)
    await showTab(page, 'History')
    await expect.poll(() => chartPixels(page, '--accent')).toBeGreaterThan(10)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => chartPixels(page, '--accent')).toBeGreaterThan(10)

    const box = await page.locator('.u-over').boundingBox()
    if (box === null) throw new Error('the chart has no place')
    await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2)
    await expect(page.getByText(/ · Total concurrent sessions 12 · Your concurrent sessions /)).toBeVisible()
    await page.mouse.move(box.x + 20, box.y + box.height / 2)
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

    // More readings than are drawn whole: those in sight stand there at once.
    await page.getByRole('radio', { name: 'Hour' }).check()
    for (let reading = 0; reading < 60; reading += 1) {
      double.service.control.addCalls(double.quietAppId, 1)
      await callBridge(page, 'session.refresh', { appId: double.quietAppId })
    }
    await expect(rows.nth(1)).toContainText('72')
    await expect(rows.nth(6)).toBeVisible()
  },
)
