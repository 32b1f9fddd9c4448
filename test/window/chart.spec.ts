/** The chart of live calls in the real window: that it is drawn, in the theme's colours, and can be read. */
import type { Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import { callBridge } from './pages/bridge.ts'
import { showTab, watchApplication } from './pages/sessions-page.ts'
import { saveProfile } from './pages/settings-page.ts'

/**
 * How many pixels of the chart have the accent's colour as the theme on screen has it. At its edges a line is that colour
 * too, half seen through: how much of it falls on whole pixels depends on the time. Counted in the page, as a canvas takes
 * seconds to be handed over.
 */
function accentPixels(page: Page): Promise<number> {
  return page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const word = document.createElement('span')
    word.style.color = 'var(--accent)'
    document.body.append(word)
    const probe = new OffscreenCanvas(1, 1).getContext('2d')
    const drawn = canvas.getContext('2d')
    if (probe === null || drawn === null) throw new Error('no canvas here')
    probe.fillStyle = getComputedStyle(word).color
    word.remove()
    probe.fillRect(0, 0, 1, 1)
    const accent = [...probe.getImageData(0, 0, 1, 1).data].slice(0, 3)
    const { data } = drawn.getImageData(0, 0, canvas.width, canvas.height)
    let count = 0
    for (let place = 0; place < data.length; place += 4) {
      const isNear = accent.every((part, channel) => Math.abs(part - (data[place + channel] ?? 0)) < 16)
      if (isNear && (data[place + 3] ?? 0) > 96) count += 1
    }
    return count
  })
}

// Would catch a chart that the content policy keeps from drawing, lines in the other theme's colours, and readings that
// are on the canvas alone.
test('readings are drawn in the theme’s colours, read by pointer and by table', async ({ shared, double }) => {
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
  await expect.poll(() => accentPixels(page)).toBeGreaterThan(10)
  await showTab(page, 'History')
  await expect.poll(() => accentPixels(page)).toBeGreaterThan(10)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => accentPixels(page)).toBeGreaterThan(10)

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
})
