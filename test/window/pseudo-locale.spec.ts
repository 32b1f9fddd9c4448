/** Every page and dialog in texts that are 40 % longer, where what no catalogue has stands out, and from right to left. */
import type { Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import { sampleConversations, sampleIds } from '../../src/practice/sample-conversations.ts'
import { callBridge } from './pages/bridge.ts'
import { dialogs } from './pages/dialogs.ts'
import { flawsOf } from './pages/picture-flaws.ts'
import { dismissToasts, furnish } from './pages/prepared-app.ts'
import { copyWithPseudoLocale, recognise, textsOf, untranslated } from './pages/pseudo-locale.ts'
import { showTab } from './pages/sessions-page.ts'
import { goTo } from './pages/settings-page.ts'

// Of a long conversation, all that is not shown again.
const maxScreens = 20

const sizes = [
  [900, 600],
  [1280, 900],
] as const

async function setLanguage(page: Page, language: 'en' | 'zh-CN'): Promise<void> {
  await callBridge(page, 'preferences.set', { language })
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

const setDirection = (page: Page, dir: 'rtl' | 'ltr'): Promise<void> =>
  page.evaluate((value) => {
    document.documentElement.dir = value
  }, dir)

/** Scrolls the page on by what is seen of it; false at its end, and where nothing scrolls. */
function scrollOn(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const isScrolling = (element: Element): boolean =>
      element.clientHeight > innerHeight / 3 && getComputedStyle(element).overflowY === 'auto'
    const box = [...document.querySelectorAll('main *')].find(isScrolling)
    if (box === undefined || document.querySelector('dialog[open]') !== null) return false
    const before = box.scrollTop
    box.scrollTop += box.clientHeight * 0.9
    return box.scrollTop > before
  })
}

const pages: readonly (readonly [name: string, open: (page: Page) => Promise<void>])[] = [
  ...(['Avatars', 'Conversations', 'Account', 'Activity', 'Settings'] as const).map(
    (section) => [section, (page: Page) => goTo(page, section)] as const,
  ),
  ...(['Live', 'History', 'Rules'] as const).map(
    (tab) =>
      [
        tab,
        async (page: Page) => {
          await goTo(page, 'Sessions')
          await showTab(page, tab)
        },
      ] as const,
  ),
]

// What operators and the service wrote, and what has one name in every language: steps of a training, keys, files, units.
const ownData = [
  'Lobby, production; Anna Lindqvist; Tomás Rivera; Bao Nguyen; Ingrid Dahl; Chen Yu; Amara Osei; maya; omar',
  'preparing, processing; Ctrl; Shift; Enter; Space; Delete; Esc; getconcurrentNumber',
  'Greenroom; Electron Chrome Node SQLite; kB, MB',
]

test(
  'longer texts fit everywhere, and every text is of a catalogue',
  { tag: '@extended' },
  async ({ launch, double }, testInfo) => {
    double.service.control.setTrainingMs(600_000)
    const running = await launch({ appFolder: await copyWithPseudoLocale(testInfo.outputPath('app')) })
    const { page } = running
    const answer = { success: true, message: '', msg: '', data: sampleConversations.get(sampleIds.full) }
    const data = [answer, double.service.control.applications(), await callBridge(page, 'app.about', {})]
    const isOwn = recognise([...ownData, ...textsOf(data)])
    const review = async (place: string): Promise<void> => {
      await setLanguage(page, 'zh-CN')
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height })
        for (let screen = 0; screen === 0 || (screen < maxScreens && (await scrollOn(page))); screen += 1) {
          const name = `${place}-${String(width)}-${String(screen)}`
          const literals = (await untranslated(page)).filter((text) => !isOwn(text))
          const found = [...(await flawsOf(page)), ...literals.map((text) => `of no catalogue: ${text}`)]
          if (found.length > 0) await page.screenshot({ path: testInfo.outputPath(`${name}.png`) })
          expect.soft(found, name).toEqual([])
        }
      }
      // From right to left on the last screen: what is set by left and right in place of start and end overlaps here.
      await setDirection(page, 'rtl')
      const mirrored = await flawsOf(page)
      if (mirrored.length > 0) await page.screenshot({ path: testInfo.outputPath(`${place}-rtl.png`) })
      expect.soft(mirrored, `${place}-rtl`).toEqual([])
      await setDirection(page, 'ltr')
      await setLanguage(page, 'en')
      // What a window of 1280 × 900 has room for when its text is twice as large.
      await page.setViewportSize({ width: 640, height: 450 })
      const magnified = await flawsOf(page)
      if (magnified.length > 0) await page.screenshot({ path: testInfo.outputPath(`${place}-magnified.png`) })
      expect.soft(magnified, `${place}-magnified`).toEqual([])
    }
    // Would catch a search that finds nothing, whatever is there.
    expect((await untranslated(page)).filter((text) => !isOwn(text))).toContain('Connect to a service')
    await review('welcome')
    await furnish(running, double, testInfo.outputPath('portraits'))
    await dismissToasts(page)
    for (const [name, open] of pages) {
      await open(page)
      await review(name)
    }
    for (const { name, open } of dialogs) {
      await open(page)
      await review(name)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog').filter({ visible: true })).toHaveCount(0)
    }
  },
)
