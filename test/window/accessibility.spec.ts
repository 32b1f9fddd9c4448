/** What every operator must be able to see and reach: contrast and names, the keyboard, narrow windows, both languages. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { ElectronApplication, Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import { dialogs } from './pages/dialogs.ts'
import { dismissToasts, furnish } from './pages/prepared-app.ts'
import { tabStops, tabThrough } from './pages/keys.ts'
import { showTab } from './pages/sessions-page.ts'
import { goTo } from './pages/settings-page.ts'
import { recheckSystem } from './pages/time.ts'

const sections = ['Avatars', 'Conversations', 'Sessions', 'Account', 'Activity', 'Settings'] as const
const chinese = ['数字人', '对话', '通话', '账户', '活动记录', '设置'] as const

/** Axe on the page, which compiles it once; it describes what it finds wrong, and of what is right one element a rule. */
async function axeOn(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate(() => 'axe' in window)
  const builder = new AxeBuilder({ page, ...(isThere ? { axeSource: 'void 0' } : {}) })
  return builder.setLegacyMode(true).options({ resultTypes: ['violations'] })
}

/** What axe finds wrong on the page, in words; empty when nothing. */
async function flaws(axe: AxeBuilder): Promise<readonly string[]> {
  const { violations, passes } = await axe.analyze()
  // A page that axe could not look into would pass too.
  expect(passes).not.toEqual([])
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary ?? ''}`),
  )
}

/** All rules on the light page; on the dark one those that look at colours: nothing else differs. */
async function expectAccessible(page: Page, place: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const all = (await axeOn(page)).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'])
  expect.soft(await flaws(all), `${place}, light`).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const colours = (await axeOn(page)).withRules(['color-contrast', 'link-in-text-block'])
  expect.soft(await flaws(colours), `${place}, dark`).toEqual([])
}

async function resize(app: ElectronApplication, page: Page, [width, height]: readonly [number, number]): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, size) => {
      BrowserWindow.getAllWindows()[0]?.setContentSize(...size)
    },
    [width, height] as [number, number],
  )
  await page.waitForFunction((wanted) => window.innerWidth === wanted, width)
}

/** Pixels by which window or section can be scrolled sideways. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const scrolling = [document.scrollingElement, document.querySelector('main')].filter((element) => element !== null)
    return Math.max(...scrolling.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
  })
}

async function pressMenuKey(app: ElectronApplication, key: string): Promise<void> {
  // The menu's accelerators hear what comes through the window, not what is put into the page.
  await app.evaluate(({ BrowserWindow }, keyCode) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    for (const type of ['keyDown', 'keyUp'] as const) {
      contents?.sendInputEvent({ type, keyCode, modifiers: [process.platform === 'darwin' ? 'meta' : 'control'] })
    }
  }, key)
}

/** The forms of Sessions, one after the other. */
async function expectAccessibleForms(page: Page): Promise<void> {
  await goTo(page, 'Sessions')
  await showTab(page, 'Rules')
  for (const [button, form] of [
    ['Add alert', 'Alert rule'],
    ['Add rule', 'Rule'],
  ] as const) {
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByRole('form', { name: form, exact: true })).toBeVisible()
    await expectAccessible(page, form)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog').filter({ visible: true })).toHaveCount(0)
  }
}

const readmePicture = path.join(import.meta.dirname, '../../docs/screenshot.png')

/** Writes the picture into the work tree on demand only, so that a test run leaves nothing to commit. */
function pictureFile(outputPath: (name: string) => string): string {
  if (process.env['GREENROOM_SCREENSHOT'] !== '1') return outputPath('screenshot.png')
  return readmePicture
}

test(
  'every operator can see and reach everything: contrast, names, keyboard, narrow windows, themes, Chinese',
  { tag: '@extended' },
  async ({ launch, double }, testInfo) => {
    double.service.control.setTrainingMs(600_000)
    const { app, page } = await launch()

    await test.step('the welcome, also in a narrow window', async () => {
      await expectAccessible(page, 'Welcome')
      await resize(app, page, [900, 600])
      expect.soft(await overflow(page), 'Welcome').toBeLessThanOrEqual(0)
      await resize(app, page, [1280, 800])
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' })
    })
    await furnish({ app, page }, double, testInfo.outputPath('portraits'))

    await test.step('the picture for the README is as large as the one there, and shows a window that is furnished', async () => {
      await recheckSystem(app)
      await expect(page.getByRole('link', { name: 'Sessions', exact: true })).toContainText('live')
      await resize(app, page, [1280, 960])
      await page.getByRole('heading', { level: 1 }).evaluate((heading) => heading.scrollIntoView({ block: 'end' }))
      await dismissToasts(page)
      const file = pictureFile((name) => testInfo.outputPath(name))
      await page.screenshot({ path: file, animations: 'disabled' })
      const [taken, there] = [readFileSync(file), readFileSync(readmePicture)]
      // Width and height stand there in every PNG. An empty window takes a tenth of the bytes.
      expect(taken.subarray(16, 24)).toEqual(there.subarray(16, 24))
      expect(taken.byteLength).toBeGreaterThan(there.byteLength / 2)
      await resize(app, page, [1280, 800])
    })

    await test.step('the keyboard reaches every control, and Ctrl+1…6 every section', async () => {
      for (const [index, section] of sections.entries()) {
        await pressMenuKey(app, String(index + 1))
        await expect(page.getByRole('heading', { level: 1, name: section })).toBeVisible()
        await expect(page.getByRole('link', { name: section, exact: true })).toHaveAttribute('aria-current', 'page')
        const stops = await tabStops(page)
        expect(stops.length).toBeGreaterThan(sections.length)
        expect.soft(await tabThrough(page, stops.length), section).toEqual(stops)
      }
    })

    await test.step('nothing is cut off at 900 × 600', async () => {
      await resize(app, page, [900, 600])
      for (const section of sections) {
        await goTo(page, section)
        await expect(page.getByRole('heading', { level: 1, name: section })).toBeVisible()
        expect.soft(await overflow(page), section).toBeLessThanOrEqual(0)
      }
    })

    await test.step('nothing is wrong for WCAG AA on any section or dialog, in light and dark, in a narrow window', async () => {
      for (const section of sections) {
        await goTo(page, section)
        await expect(page.getByRole('heading', { level: 1, name: section })).toBeVisible()
        await expectAccessible(page, section)
      }
      await expectAccessibleForms(page)
      for (const { name, open } of dialogs) {
        await open(page)
        await expectAccessible(page, name)
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog').filter({ visible: true })).toHaveCount(0)
      }
    })

    await test.step('the chosen theme is followed', async () => {
      // Playwright pretends a light system unless told not to; without that the app's own choice is seen.
      await page.emulateMedia({ colorScheme: null })
      const isDark = (): Promise<boolean> => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
      for (const theme of ['Dark', 'Light']) {
        await page.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { name: theme }).check()
        await expect.poll(isDark).toBe(theme === 'Dark')
      }
    })

    await test.step('all of it in Simplified Chinese', async () => {
      await page.getByRole('radio', { name: '简体中文' }).check()
      await expect(page.locator('html')).toHaveAttribute('lang', /^zh/)
      for (const section of chinese) {
        await page.getByRole('link', { name: section, exact: true }).click()
        await expect(page.getByRole('heading', { level: 1, name: section })).toBeVisible()
        expect.soft(await overflow(page), section).toBeLessThanOrEqual(0)
      }
      await page.getByRole('link', { name: '通话', exact: true }).click()
      await expectAccessible(page, '通话')
    })
  },
)
