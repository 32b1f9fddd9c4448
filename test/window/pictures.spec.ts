/** The two pages that are open all day, as an eye would go over them. */
import type { Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import { writeGuidePictures } from './pages/guide-pictures.ts'
import { flawsOf } from './pages/picture-flaws.ts'
import { furnish } from './pages/prepared-app.ts'
import { languages, review, sizes, themes } from './pages/review.ts'
import { goTo } from './pages/settings-page.ts'

/** Makes a page of one small thing, which its style breaks, and says what is found. */
function flawsOfBroken(
  page: Page,
  markup: string,
  style: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  return page
    .evaluate(
      ([html, rules]) => {
        document.body.innerHTML = html
        for (const [selector, css] of Object.entries(rules)) {
          const element = document.querySelector<HTMLElement>(selector)
          // By script: the page's policy takes no style from markup.
          if (element !== null) element.style.cssText = css
        }
      },
      [markup, style] as const,
    )
    .then(() => flawsOf(page))
}

// Would catch a detector that finds nothing, whatever the pages look like.
test(
  'the detector finds what breaks each of its rules, and nothing in what keeps them',
  { tag: '@extended' },
  async ({ shared }) => {
    const { page } = shared
    const sound = '<main><p>Twelve live</p><button>Close</button><input aria-label="Name"></main>'
    const asControl = 'min-height: 28px; appearance: none; border: 1px solid #555; background: #fff; color: #000'
    const styles = { button: asControl, input: asControl, main: 'background: #fff; color: #000' }
    const broken = (selector: string, css: string) =>
      flawsOfBroken(page, sound, {
        ...styles,
        [selector]: `${(styles as Record<string, string>)[selector] ?? ''}; ${css}`,
      })
    expect(await broken('p', '')).toEqual([])
    expect(await broken('button', 'margin-top: -16px; display: block')).toContain(
      'overlap: Twelve live and button "Close"',
    )
    expect(await broken('p', 'width: 30px; overflow: hidden; white-space: nowrap')).toEqual([
      'clipped: Twelve live is cut by p',
    ])
    expect(await broken('p', 'width: 30px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis')).toEqual([])
    expect(await broken('p', 'margin-left: -30px')).toEqual(['clipped: Twelve live is cut by body'])
    expect(await broken('p', 'color: #999')).toEqual(['contrast: 2.85 of Twelve live'])
    expect(await broken('p', 'color: #949494; font-size: 24px; line-height: 36px')).toEqual([])
    expect(await broken('input', 'border-color: #ccc')).toEqual(['border: 1.61 of input "Name"'])
    expect(await broken('button', 'min-height: 0; height: 20px; font-size: 12px')).toEqual([
      expect.stringMatching(/^target: \d+ × 20 of button "Close"$/),
    ])
  },
)

/** Heights of the rows of a table that are of one line, and of its page's head. */
function heightsOf(
  page: Page,
  density: 'comfortable' | 'compact',
): Promise<Readonly<Record<string, readonly number[]>>> {
  return page.evaluate((wanted) => {
    document.documentElement.dataset['density'] = wanted
    const heights = (selector: string): readonly number[] => [
      ...new Set([...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect().height)),
    ]
    const oneLine = 'main table tr[data-index]:not([data-tone=ask])'
    return { rows: heights(oneLine), head: heights('main > header, main header:has(h1)') }
  }, density)
}

/** Goes over what is on screen at each size and in both themes. */
async function reviewAt(page: Page, place: string, pictureFile: (name: string) => string): Promise<void> {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme })
      const name = `${place}-${String(width)}-${colorScheme}`
      await review(page, name, pictureFile)
    }
  }
}

test(
  'avatars and sessions, with something of everything in them',
  { tag: '@extended' },
  async ({ launch, double }, testInfo) => {
    double.service.control.setTrainingMs(600_000)
    const running = await launch()
    const { page } = running
    const pictureFile = (name: string): string => testInfo.outputPath(name)
    await furnish(running, double, testInfo.outputPath('portraits'))
    await writeGuidePictures(page, pictureFile)
    const go = async (section: string): Promise<void> => {
      await page.locator(`a[href="#${section}"]`).click()
      await expect(page.getByRole('table').first()).toBeVisible()
    }
    for (const language of languages) {
      if (language === 'zh-CN') {
        await goTo(page, 'Settings')
        await page.getByRole('radio', { name: '简体中文' }).check()
        await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
      }
      await go('avatars')
      await reviewAt(page, `avatars-${language}`, pictureFile)
      for (const density of ['compact', 'comfortable'] as const)
        expect.soft(await heightsOf(page, density)).toEqual({ rows: [density === 'compact' ? 32 : 40], head: [48] })
      await go('sessions')
      for (const density of ['compact', 'comfortable'] as const)
        expect.soft(await heightsOf(page, density)).toEqual({ rows: [density === 'compact' ? 32 : 36], head: [48] })
      for (const tab of [0, 1, 2]) {
        await page.getByRole('tab').nth(tab).click()
        await reviewAt(page, `sessions-${String(tab)}-${language}`, pictureFile)
      }
      await page.getByRole('tab').first().click()
    }
  },
)
