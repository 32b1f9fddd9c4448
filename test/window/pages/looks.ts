/** Checks a screen as a person would see it: which detectors run, in which windows, themes and languages, and why. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { callBridge } from './bridge.ts'
import { unreached } from './keys.ts'
import { setKit } from './kit-page.ts'
import { flawsOf } from './picture-flaws.ts'
import { untranslated } from './pseudo-locale.ts'
import type { Screen } from './screens.ts'

type Size = readonly [width: number, height: number]

/** `pseudo` replaces Chinese with a language that is longer than both. */
type Language = 'en' | 'zh-CN' | 'pseudo'

/** The smallest window, and two usual ones. */
export const sizes: readonly Size[] = [
  [900, 600],
  [1280, 800],
  [1440, 900],
]

const [smallest, usual] = sizes as readonly [Size, Size, ...Size[]]

// The smallest window at 150 %; a window of 1280 × 800 has more room at 200 %.
const zoomed: Size = [600, 400]

// Enough of an endless page, such as a conversation's JSON, to see everything that does not repeat.
const maxHeight = 6_000

/** The requirements of a check besides the page. */
export interface Eye {
  readonly page: Page
  readonly pictureFile: (name: string) => string
  /** Whether a text comes from an operator or from the service, not from a catalogue. */
  readonly isOwn: (text: string) => boolean
}

/** Waits two frames: by then everything that observes its size or the language has been drawn again. */
function settle(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
      }),
  )
}

async function resize(page: Page, [width, height]: Size): Promise<void> {
  const now = page.viewportSize()
  if (now?.width === width && now.height === height) return
  await page.setViewportSize({ width, height })
  await settle(page)
}

/** Makes the window as high as its page, so that one check sees all of it; false where nothing scrolls. */
async function showAll(page: Page, [width, height]: Size): Promise<boolean> {
  const hidden = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll('main, main *, dialog:modal *')].filter(
      (element) => element.clientHeight > innerHeight / 3 && getComputedStyle(element).overflowY === 'auto',
    )
    return Math.max(0, ...boxes.map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight))
  })
  if (hidden > 0) await resize(page, [width, Math.min(maxHeight, height + hidden)])
  return hidden > 0
}

/** Saves a picture when something is wrong, or always when pictures are requested. */
async function expectNothing({ page, pictureFile }: Eye, place: string, found: readonly string[]): Promise<void> {
  if (found.length > 0 || process.env['GREENROOM_SCREENSHOT'] === '1')
    await page.screenshot({ path: pictureFile(`${place.replaceAll(/[^\w-]+/g, '-')}.png`) })
  expect.soft(found, place).toEqual([])
}

async function setPreference(page: Page, change: Readonly<Record<string, string>>, shown: string): Promise<void> {
  await callBridge(page, 'preferences.set', change)
  await page.locator(`html${shown}`).waitFor({ state: 'attached' })
  await settle(page)
}

/** Chooses a language; the pseudo-locale replaces Chinese. */
async function setLanguage(page: Page, language: Language): Promise<void> {
  const chosen = language === 'en' ? 'en' : 'zh-CN'
  await setPreference(page, { language: chosen }, `[lang="${chosen}"]`)
}

/** Texts that are cut off although they must be readable to their end. */
async function cutTexts(
  page: Page,
  { whole, wholeAt: [from, to] = [0, Infinity] }: Screen,
  [width]: Size,
): Promise<readonly string[]> {
  if (whole === undefined || width < from || width > to) return []
  const cut = await whole(page).evaluateAll((elements) =>
    elements.map(({ scrollWidth, clientWidth, textContent }) =>
      scrollWidth > clientWidth ? `cut: ${textContent} by ${String(scrollWidth - clientWidth)} px` : '',
    ),
  )
  return cut.length === 0 ? ['what is to be whole is not there'] : cut.filter((flaw) => flaw !== '')
}

/** Rows of tables, and heads of the page, whose height differs from the tokens. */
async function wrongHeights(page: Page, rows: number): Promise<readonly string[]> {
  const heights = await page.evaluate(() => {
    const of = (selector: string): readonly number[] => [
      ...new Set([...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect().height)),
    ]
    return {
      rows: of('main table tr[data-key]:not([data-tone=ask])'),
      head: of('main > header, main header:has(h1)'),
    }
  })
  const wanted = JSON.stringify({ rows: [rows], head: [48] })
  return JSON.stringify(heights) === wanted ? [] : [`heights: ${JSON.stringify(heights)} in place of ${wanted}`]
}

/**
 * Runs axe on the open dialog, or on the page without one. Axe describes every violation, but only one element per
 * passed rule.
 */
async function axeFlaws(page: Page, kind: 'all' | 'colours'): Promise<readonly string[]> {
  // Compiling axe takes a second, so a page keeps it.
  const { isThere, hasDialog } = await page.evaluate(() => ({
    isThere: 'axe' in window,
    hasDialog: document.querySelector('dialog:modal') !== null,
  }))
  const builder = new AxeBuilder({ page, ...(isThere ? { axeSource: 'void 0' } : {}) })
  builder.setLegacyMode(true).options({ resultTypes: ['violations'] })
  if (hasDialog) builder.include('dialog[open]')
  const rules =
    kind === 'all'
      ? builder.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'])
      : builder.withRules(['color-contrast', 'link-in-text-block'])
  const { violations, passes } = await rules.analyze()
  // A page that axe could not inspect would pass too.
  expect(passes).not.toEqual([])
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary ?? ''}`),
  )
}

type Theme = 'light' | 'dark'

const followSystem = (page: Page) => (theme: Theme) => page.emulateMedia({ colorScheme: theme })

/**
 * Checks colours and names, at one size and in one language, because neither changes them: all rules of axe in the
 * light theme, the colour rules in the dark one. Axe checks below the fold automatically.
 */
async function lookAtColours(eye: Eye, name: string, setTheme: (theme: Theme) => Promise<void>): Promise<void> {
  const { page } = eye
  await resize(page, usual)
  await expectNothing(eye, `${name}, axe, light`, await axeFlaws(page, 'all'))
  await showAll(page, usual)
  await expectNothing(eye, `${name}, colours, light`, await flawsOf(page, 'colours'))
  await setTheme('dark')
  await settle(page)
  await expectNothing(eye, `${name}, colours, dark`, await flawsOf(page, 'colours'))
  await resize(page, usual)
  await expectNothing(eye, `${name}, axe, dark`, await axeFlaws(page, 'colours'))
  await setTheme('light')
}

/**
 * The windows in which shapes are checked. English in all of them and enlarged; the longest texts in all; Chinese,
 * which is shorter than both and differs in line breaks and letter height, in the narrowest. A dialog has one width,
 * except where a window has no room for it.
 */
function windowsOf({ kind, alsoAt = [] }: Screen, language: Language): readonly Size[] {
  const all = kind === 'dialog' ? [smallest] : sizes
  if (language === 'en') return [...alsoAt, zoomed, ...all]
  return language === 'pseudo' ? all : [smallest]
}

const isLiteral = (line: string, isOwn: Eye['isOwn']): boolean =>
  /\p{Script=Latin}{2}/u.test(line) && !isOwn(line.trim())

/** Checks the shapes of a language in its windows, in one theme: no colour changes a width. */
async function lookAtShapes(eye: Eye, screen: Screen, language: Language): Promise<void> {
  const { page, isOwn } = eye
  for (const size of windowsOf(screen, language)) {
    const place = `${screen.name}, ${size.join(' × ')}, ${language}`
    await resize(page, size)
    const cut = language === 'en' ? await cutTexts(page, screen, size) : []
    await expectNothing(eye, place, [...(await flawsOf(page, 'shape')), ...cut])
    // Below the fold only with the longest texts: where they fit, the others fit.
    if (language !== 'pseudo') continue
    if (await showAll(page, size)) await expectNothing(eye, `${place}, all of it`, await flawsOf(page, 'shape'))
    // A long text is drawn in blocks of lines, which raw JSON writes as escapes.
    const literals = (await untranslated(page))
      .flatMap((text) => text.split(/\n|\\n/))
      .filter((line) => isLiteral(line, isOwn))
    await expectNothing(
      eye,
      `${place}, texts`,
      literals.map((text) => `of no catalogue: ${text}`),
    )
  }
  await lookAtHeights(eye, screen, language)
}

async function lookAtHeights(eye: Eye, { name, rows }: Screen, language: Language): Promise<void> {
  if (rows === undefined) return
  for (const density of ['compact', 'comfortable'] as const) {
    await setPreference(eye.page, { density }, `[data-density="${density}"]`)
    await expectNothing(eye, `${name}, ${density}, ${language}`, await wrongHeights(eye.page, rows[density]))
  }
}

/** From right to left: parts that use left and right instead of start and end overlap here. */
async function lookFromRight(eye: Eye, name: string): Promise<void> {
  const setDirection = (dir: 'rtl' | 'ltr'): Promise<void> =>
    eye.page.evaluate((value) => {
      document.documentElement.dir = value
      // Makes strips scroll to their choice, as a change of size does: in the app the direction never changes at run
      // time.
      dispatchEvent(new Event('resize'))
    }, dir)
  await setDirection('rtl')
  await settle(eye.page)
  await expectNothing(eye, `${name}, from right to left`, await flawsOf(eye.page, 'shape'))
  await setDirection('ltr')
}

async function lookByKeyboard(eye: Eye, name: string): Promise<void> {
  const { count, missed } = await unreached(eye.page)
  expect(count).toBeGreaterThan(0)
  await expectNothing(
    eye,
    `${name}, by the keyboard`,
    missed.map((stop) => `never reached: ${stop}`),
  )
}

/** Checks the screen in English, and in the longest texts. */
export async function lookOver(eye: Eye, screen: Screen): Promise<void> {
  const { page } = eye
  const { name, kind } = screen
  if (kind !== 'state') await lookAtColours(eye, name, followSystem(page))
  await lookAtShapes(eye, screen, 'en')
  if (kind !== 'state') await lookByKeyboard(eye, name)
  await setLanguage(page, 'pseudo')
  await lookAtShapes(eye, screen, 'pseudo')
  // Screens are opened and left in this window.
  await resize(page, usual)
  await lookFromRight(eye, name)
  await setLanguage(page, 'en')
}

/** Checks the screen in Chinese. */
export async function lookOverChinese(eye: Eye, screen: Screen): Promise<void> {
  await setLanguage(eye.page, 'zh-CN')
  await lookAtShapes(eye, screen, 'zh-CN')
  await resize(eye.page, usual)
  await setLanguage(eye.page, 'en')
}

/** Checks every control of the kit in every state, all on one long page, with texts of the kit. */
export async function lookOverKit(eye: Eye): Promise<void> {
  const { page } = eye
  await lookAtColours(eye, 'kit', (theme) => setKit(page, theme))
  for (const size of sizes)
    for (const language of ['zh-CN', 'en'] as const) {
      await setKit(page, language)
      await resize(page, size)
      await showAll(page, size)
      await expectNothing(eye, `kit, ${size.join(' × ')}, ${language}`, await flawsOf(page, 'shape'))
    }
}
