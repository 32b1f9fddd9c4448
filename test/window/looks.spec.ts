/**
 * The look of the window: every screen × every detector, in the windows, themes and languages that the detector depends
 * on (pages/looks.ts). All tests share one app, which is furnished once.
 */
import path from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import { sampleConversations } from '../../src/practice/sample-conversations.ts'
import { expect, startApp, test as base } from '../support/app.ts'
import { startDouble } from '../support/double.ts'
import type { Double } from '../support/double.ts'
import { callBridge } from './pages/bridge.ts'
import { writeGuidePictures, writeReadmePicture } from './pages/guide-pictures.ts'
import { lookOver, lookOverChinese, sizes } from './pages/looks.ts'
import type { Eye } from './pages/looks.ts'
import { dismissToasts, furnish } from './pages/prepared-app.ts'
import { copyWithPseudoLocale, recognise, textsOf, untranslated, useCatalogue } from './pages/pseudo-locale.ts'
import { leave, screens, sections } from './pages/screens.ts'
import type { Screen, Stage } from './pages/screens.ts'
import { flawsOf } from './pages/picture-flaws.ts'
import { goTo, scrollBox } from './pages/settings-page.ts'

const test = base.extend<object, { readonly copy: string; readonly furnished: Stage }>({
  copy: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are needed from this pattern
    async ({}, use, { project, workerIndex }) => {
      await use(await copyWithPseudoLocale(path.join(project.outputDir, `looks-app-${String(workerIndex)}`)))
    },
    { scope: 'worker' },
  ],
  furnished: [
    async ({ playwright, copy }, use, { project, workerIndex }) => {
      const folder = path.join(project.outputDir, `looks-${String(workerIndex)}`)
      const double = await startDouble()
      const running = await startApp(playwright._electron, path.join(folder, 'profile'), { appFolder: copy })
      await running.page.setViewportSize({ width: 1280, height: 800 })
      await furnish(running, double, path.join(folder, 'portraits'))
      await dismissToasts(running.page)
      await use({ app: running.app, page: running.page, double })
      await running.kill()
      await double.stop()
    },
    // A separate timeout, so that furnishing does not count towards the first test.
    { scope: 'worker', timeout: 60_000 },
  ],
})

// Texts of operators and of the service, and names that are the same in every language: steps of a training, keys,
// files, units.
const ownData = [
  'Lobby, production; Anna Lindqvist; Tomás Rivera; Bao Nguyen; Ingrid Dahl; Chen Yu; Amara Osei; maya; omar',
  'preparing, processing, after_processing; Ctrl; Shift; Enter; Space; Delete; Esc; sessionId; HTTP; cloudsdk',
  'Greenroom; Electron Chrome Node SQLite; kB, MB',
]

/** Recognises texts of the operator or of the service. */
async function ownTexts(page: Page, double: Double): Promise<(text: string) => boolean> {
  const answer = { success: true, message: '', msg: '', data: [...sampleConversations.values()] }
  const { control } = double.service
  const sent = control.requests().map(({ operation }) => operation)
  const data = [answer, control.applications(), sent, await callBridge(page, 'app.about', {})]
  return recognise([...ownData, ...textsOf(data)])
}

const welcome: Screen = {
  name: 'Welcome',
  kind: 'page',
  open: ({ page }) => expect(page.getByRole('button', { name: 'Connect to a service' })).toBeVisible(),
}

// One after the other in one app: a worker for every test would have to be furnished again.
test.describe.configure({ mode: 'default' })

test('Welcome', { tag: '@extended' }, async ({ launch, copy, double }, testInfo) => {
  const stage = { ...(await launch({ appFolder: copy })), double }
  const { page } = stage
  const isOwn = await ownTexts(page, double)
  const eye = { page, isOwn, pictureFile: (name: string) => testInfo.outputPath(name) }
  await welcome.open(stage)
  await useCatalogue(page, 'pseudo')
  // Would catch a search that never finds anything.
  expect((await untranslated(page)).filter((text) => !isOwn(text))).toContain('Connect to a service')
  await lookOver(eye, welcome)
})

test('the pictures of the documents', { tag: '@extended' }, async ({ furnished }, testInfo) => {
  const pictureFile = (name: string): string => testInfo.outputPath(name)
  await writeReadmePicture(furnished, pictureFile)
  // They leave the window in the state in which screens are opened.
  await writeGuidePictures(furnished, pictureFile)
})

async function eyeOf({ page, double }: Stage, outputPath: (name: string) => string): Promise<Eye> {
  return { page, isOwn: await ownTexts(page, double), pictureFile: outputPath }
}

for (const screen of screens) {
  test(`${screen.name}, in English and in longer texts`, { tag: '@extended' }, async ({ furnished }, testInfo) => {
    await useCatalogue(furnished.page, 'pseudo')
    const eye = await eyeOf(furnished, (name) => testInfo.outputPath(name))
    await screen.open(furnished)
    await lookOver(eye, screen)
    await leave(furnished, screen)
  })
}

// Its dialogs fit: they are shorter than the English ones.
for (const screen of screens.filter(({ kind }) => kind !== 'dialog')) {
  test(`${screen.name}, in Chinese`, { tag: '@extended' }, async ({ furnished }, testInfo) => {
    await useCatalogue(furnished.page, 'zh-CN')
    const eye = await eyeOf(furnished, (name) => testInfo.outputPath(name))
    await screen.open(furnished)
    await lookOverChinese(eye, screen)
    await leave(furnished, screen)
  })
}

// Would catch a page that jumps sideways because the next page needs no scroll bar.
test('all pages start at the same position and have the same width', { tag: '@extended' }, async ({ furnished }) => {
  const { page } = furnished
  const lengths = new Set<boolean>()
  for (const [width, height] of [...sizes, [1280, 1400] as const, [1280, 800] as const]) {
    await page.setViewportSize({ width, height })
    const places = new Set<string>()
    for (const screen of sections.filter(({ name }) => name !== 'Conversations')) {
      await screen.open(furnished)
      const { left, top } = await page
        .getByRole('main')
        .getByRole('heading', { level: 1 })
        .evaluate((heading) => heading.getBoundingClientRect())
      const { isLong, clientWidth } = await (
        await scrollBox(page)
      ).evaluate((box) => ({ isLong: box.scrollHeight > box.clientHeight, clientWidth: box.clientWidth }))
      lengths.add(isLong)
      places.add(JSON.stringify({ left, top, clientWidth }))
    }
    expect([...places], `${String(width)} × ${String(height)}`).toHaveLength(1)
  }
  // If all pages scrolled, or none did, they would look alike even with a scroll bar that takes room.
  expect(lengths.size).toBe(2)
})

async function pressMenuKey(app: ElectronApplication, key: string): Promise<void> {
  // The menu's accelerators receive only input through the window, not events that are dispatched in the page.
  await app.evaluate(({ BrowserWindow }, keyCode) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    for (const type of ['keyDown', 'keyUp'] as const) {
      contents?.sendInputEvent({ type, keyCode, modifiers: [process.platform === 'darwin' ? 'meta' : 'control'] })
    }
  }, key)
}

test('Ctrl+1…6 lead to every section', { tag: '@extended' }, async ({ furnished: { app, page } }) => {
  const names = ['Avatars', 'Conversations', 'Sessions', 'Account', 'Activity', 'Settings']
  for (const [index, section] of names.entries()) {
    await pressMenuKey(app, String(index + 1))
    await expect(page.getByRole('heading', { level: 1, name: section })).toBeVisible()
    await expect(page.getByRole('link', { name: section, exact: true })).toHaveAttribute('aria-current', 'page')
  }
})

test('the chosen theme and language are applied', { tag: '@extended' }, async ({ furnished: { page } }) => {
  await goTo(page, 'Settings')
  // Playwright emulates a light system by default; null shows the app's own choice.
  await page.emulateMedia({ colorScheme: null })
  const isDark = (): Promise<boolean> => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  for (const theme of ['Dark', 'Light']) {
    await page.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { name: theme }).check()
    await expect.poll(isDark).toBe(theme === 'Dark')
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.getByRole('radio', { name: '简体中文' }).check()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await page.getByRole('radio', { name: 'English' }).check()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

/** Makes a page of a few small elements, which the styles break, and returns the findings. */
function flawsOfBroken(page: Page, styles: Readonly<Record<string, string>>): Promise<readonly string[]> {
  return page
    .evaluate((rules) => {
      document.body.innerHTML = `<main>
        <p>Twelve live</p><button>Close</button><input aria-label="Name">
        <table><tbody><tr><td>Training</td><td><a href="#x">More</a></td></tr></tbody></table>
        <nav><button aria-current="true">Raw</button></nav><aside></aside>
      </main>`
      for (const [selector, css] of Object.entries(rules)) {
        const element = document.querySelector<HTMLElement>(selector)
        // By script: the page's policy allows no style in markup.
        if (element !== null) element.style.cssText = css
      }
    }, styles)
    .then(async () => [...(await flawsOf(page, 'shape')), ...(await flawsOf(page, 'colours'))])
}

// An id is random: would catch a failure whose only cause is that no digit is among the eight that are shown.
test('the short form of an id is no text that a catalogue lacks', { tag: '@extended' }, () => {
  const isOwn = recognise([])
  expect(isOwn('cefe…fbee')).toBe(true)
  expect(isOwn('cefe…fbee · Closed')).toBe(false)
  expect(isOwn('Loading…')).toBe(false)
})

// Would catch a detector that finds nothing, whatever the pages look like.
test('each detector finds violations of its rule', { tag: '@extended' }, async ({ furnished: { page } }) => {
  const asControl = 'min-height: 28px; appearance: none; border: 1px solid #555; background: #fff; color: #000'
  const styles: Readonly<Record<string, string>> = {
    main: 'background: #fff; color: #000',
    button: asControl,
    input: asControl,
    'nav button': asControl,
    td: 'white-space: nowrap',
    a: 'display: inline',
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  const broken = (changes: Readonly<Record<string, string>>): Promise<readonly string[]> => {
    const added = Object.entries(changes).map(([selector, css]) => [selector, `${styles[selector] ?? ''}; ${css}`])
    return flawsOfBroken(page, { ...styles, ...(Object.fromEntries(added) as typeof styles) })
  }
  const cut = 'width: 30px; overflow: hidden; white-space: nowrap'
  expect(await broken({})).toEqual([])
  expect(await broken({ button: 'margin-top: -16px; display: block' })).toContain(
    'overlap: Twelve live and button "Close"',
  )
  expect(await broken({ p: cut })).toEqual(['clipped: Twelve live is cut by p'])
  expect(await broken({ p: `${cut}; text-overflow: ellipsis` })).toEqual([])
  expect(await broken({ p: 'margin-left: -30px' })).toEqual(['clipped: Twelve live is cut by body'])
  expect(await broken({ p: 'color: #999' })).toEqual(['contrast: 2.85 of Twelve live'])
  expect(await broken({ p: 'color: #949494; font-size: 24px; line-height: 36px' })).toEqual([])
  expect(await broken({ input: 'border-color: #ccc' })).toEqual(['border: 1.61 of input "Name"'])
  expect(await broken({ button: 'min-height: 0; height: 20px; font-size: 12px' })).toEqual([
    expect.stringMatching(/^target: \d+ × 20 of button "Close"$/),
  ])
  expect(await broken({ td: 'display: block; width: 20px; overflow: visible' })).toContain(
    'spilled: Training beyond its cell',
  )
  const over = 'position: absolute; z-index: 5; inset: 0; background: #fff'
  expect(await broken({ aside: over })).toContain('covered: button "Close" by aside ""')
  expect(
    await broken({
      nav: 'width: 60px; overflow: auto hidden; scrollbar-width: none',
      'nav button': 'margin-left: 50px',
    }),
  ).toContainEqual(expect.stringMatching(/^out of sight by \d+ px: button "Raw"$/))
  expect(
    await broken({ nav: 'width: 60px; overflow: auto', 'nav button': 'margin-right: 100px; width: 50px' }),
  ).toContain('sideways: 90 px of nav "Raw"')
  await page.reload()
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
})
