/** The behaviour of the kit with a layout, a focus and a top layer: on its own page, under the product's policy. */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ConsoleMessage, Locator, Page } from '@playwright/test'
import { expect, startApp, test as base } from '../support/app.ts'
import type { RunningApp } from '../support/app.ts'
import { dragFiles } from './pages/avatars-page.ts'
import { buildKit } from './pages/kit-page.ts'
import { lookOverKit } from './pages/looks.ts'

/** Whether an element is on top at its centre: nothing covers it or cuts it off. */
function isOnTop(element: Locator): Promise<boolean> {
  return element.evaluate((shown) => {
    const { left, top, width, height } = shown.getBoundingClientRect()
    return shown.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
}

const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

async function openDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Open dialog' }).click()
  return page.getByRole('dialog', { name: 'Close 12 sessions' })
}

/** The kit's page, built and started once, reloaded for each test, with motion, which opening and closing depend on. */
const test = base.extend<{ readonly kit: Page }, { readonly kitApp: RunningApp }>({
  kitApp: [
    async ({ playwright }, use, { project, workerIndex }) => {
      const userData = path.join(project.outputDir, `kit-${String(workerIndex)}`)
      const running = await startApp(playwright._electron, userData, { appFolder: await buildKit() })
      await use(running)
      await running.kill()
    },
    // A separate timeout, so that the start does not count towards the first test.
    { scope: 'worker', timeout: 60_000 },
  ],
  kit: async ({ kitApp: { page } }, use) => {
    const errors: string[] = []
    const hear = (message: ConsoleMessage): void => {
      if (message.type() === 'error') errors.push(message.text())
    }
    page.on('console', hear)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.reload()
    await page.locator('html[data-ready]').waitFor({ state: 'attached' })
    await use(page)
    page.off('console', hear)
    // The page reports violations of its policy as errors: no part of the kit inserts styles.
    expect(errors).toEqual([])
  },
})

test.describe.configure({ mode: 'default' })

test('no control looks wrong in any state', { tag: '@extended' }, async ({ kit: page }, testInfo) => {
  const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await lookOverKit({ page, isOwn: () => true, pictureFile: (name) => testInfo.outputPath(name) })
  await page.setViewportSize({ width, height })
})

// Would catch a menu whose end cannot be reached, or that closes the dialog with it.
test(
  'a menu: up opens at its end, letters find, it scrolls, and Escape closes the menu alone',
  { tag: '@extended' },
  async ({ kit: page }) => {
    const menu = region(page, 'Buttons').getByRole('button', { name: 'More' }).and(page.locator('[aria-haspopup]'))
    await menu.focus()
    await menu.press('ArrowUp')
    const last = page.getByRole('menuitem').last()
    await expect(last).toBeFocused()
    await expect(last).toBeInViewport({ ratio: 0.95 })
    await page.keyboard.press('2')
    await expect(page.getByRole('menuitem', { name: '2 Nova', exact: true })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(menu).toBeFocused()
    const dialog = await openDialog(page)
    await dialog.getByRole('button', { name: 'More' }).click()
    expect(await isOnTop(page.getByRole('menuitem'))).toBe(true)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  },
)

// Would catch a list that a scrolling parent or the dialog cuts off, and an active option out of sight.
test(
  'a combobox: its list is above scrolling parts, and follows the active option',
  { tag: '@extended' },
  async ({ kit: page }) => {
    for (const place of ['scroller', 'dialog'] as const) {
      const around = place === 'dialog' ? await openDialog(page) : region(page, 'InScroller')
      const box = around.getByRole('combobox', { name: 'Voice' })
      await box.click()
      const options = page.getByRole('listbox').getByRole('option')
      await expect(options).toHaveCount(50)
      for (let press = 0; press < 30; press += 1) await box.press('ArrowDown')
      const active = options.nth(29)
      await expect(box).toHaveAttribute('aria-activedescendant', (await active.getAttribute('id')) ?? 'none')
      await expect(active).toBeInViewport({ ratio: 0.95 })
      expect(await isOnTop(active), place).toBe(true)
      // The content beside the list is still there for screen readers.
      await expect(
        page.getByRole('button', { name: place === 'dialog' ? 'Choose images' : 'Open dialog' }).first(),
      ).toBeVisible()
      await active.click()
      await expect(options).toHaveCount(0)
      await expect(box).toBeFocused()
      await expect(box).toHaveValue('30 Nova')
      await box.fill('')
      await box.press('ArrowDown')
      await box.press('Enter')
      await expect(options).toHaveCount(0)
      await expect(box).not.toHaveValue('')
      await box.press('ArrowDown')
      await expect(options).toHaveCount(50)
      await box.press('Escape')
      await expect(options).toHaveCount(0)
      await expect(box).toBeFocused()
      await box.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  },
)

// Would catch a number that the wheel changes, and one that is corrected silently.
test(
  'a number: arrows stop at the limits, typed text stays, the wheel scrolls',
  { tag: '@extended' },
  async ({ kit: page }) => {
    const calls = page.getByRole('textbox', { name: 'Calls' })
    await calls.fill('19')
    for (let press = 0; press < 3; press += 1) await calls.press('ArrowUp')
    await expect(calls).toHaveValue('20')
    await calls.hover()
    await page.mouse.wheel(0, -120)
    await expect(calls).toHaveValue('20')
    await calls.fill('99')
    await calls.press('Tab')
    await expect(calls).toHaveValue('99')
    await calls.fill('')
    await calls.press('Tab')
    await expect(calls).toHaveValue('')
  },
)

// Would catch a dialog that a second Escape closes while its action is in flight.
test(
  'a busy dialog stays, and takes files that are dropped on it',
  { tag: '@extended' },
  async ({ kit: page }, testInfo) => {
    const dialog = await openDialog(page)
    const file = testInfo.outputPath('ids.txt')
    await writeFile(file, '1')
    await (await dragFiles(page, [file], dialog.getByText('or drop them here'))).drop()
    await expect(dialog.getByText('ids.txt')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close 12 sessions' }).click()
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
    // Tab cycles inside.
    for (let press = 0; press < 12; press += 1) {
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.closest('dialog, body')?.localName)).toBe('dialog')
    }
  },
)

// Would catch a toast that disappears while it is read, that the keyboard cannot reach, or that lies under a dialog.
test(
  'a toast: ten seconds that pause under pointer and focus, above a dialog, by F6',
  { tag: '@extended' },
  async ({ kit: page }) => {
    // The last test of the page, because the page keeps this clock.
    await page.clock.install()
    await page.getByRole('button', { name: 'Show toast' }).click()
    const toasts = page.getByRole('region', { name: 'Notifications' })
    const undo = toasts.getByRole('button', { name: 'Undo' })
    await expect(undo).toBeVisible()
    const dialog = await openDialog(page)
    expect(await isOnTop(undo)).toBe(true)
    await undo.hover()
    await page.clock.fastForward(60_000)
    await expect(undo).toBeVisible()
    await dialog.getByRole('heading').hover()
    await page.keyboard.press('F6')
    await expect(undo).toBeFocused()
    await page.keyboard.press('Tab')
    await page.clock.fastForward(60_000)
    await page.keyboard.press('Shift+Tab')
    await expect(undo).toBeFocused()
    await undo.press('Enter')
    await expect(undo).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('status', { name: 'Undone' })).toHaveText('1')
    await page.getByRole('button', { name: 'Show toast' }).click()
    await expect(undo).toBeVisible()
    await page.getByRole('heading', { name: 'Overlays' }).hover()
    await page.clock.fastForward(9_000)
    await expect(undo).toBeVisible()
    await page.clock.fastForward(1_500)
    await expect(undo).toHaveCount(0)
  },
)
