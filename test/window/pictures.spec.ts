/** Every control of the kit, as an eye would go over it. */
import type { Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import { openKit, setKit } from './pages/kit-page.ts'
import { flawsOf } from './pages/picture-flaws.ts'

const sizes = [
  [900, 600],
  [1280, 900],
  [1920, 1080],
] as const

const languages = ['en', 'zh-CN'] as const
const themes = ['light', 'dark'] as const

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
test('the detector finds what breaks each of its rules, and nothing in what keeps them', async ({ launch }) => {
  const { page } = await openKit(launch)
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
})

test('every control of the kit, in every state', async ({ launch }, testInfo) => {
  const { page } = await openKit(launch)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const regions = await page.getByRole('region').all()
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    for (const language of languages) {
      await setKit(page, language)
      for (const theme of themes) {
        await setKit(page, theme)
        for (const [index, region] of regions.entries()) {
          await region.evaluate((element) => {
            element.scrollIntoView({ block: 'start' })
          })
          const name = `kit-${String(width)}-${language}-${theme}-${String(index)}`
          expect.soft(await flawsOf(page), name).toEqual([])
          if (width === 1280) await page.screenshot({ path: testInfo.outputPath(`${name}.png`) })
        }
      }
    }
  }
})
