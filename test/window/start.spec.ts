import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '../support/app.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'

const root = path.join(import.meta.dirname, '../..')

test(
  'the frame before any script shows the product’s name, but not to screen readers, and is replaced',
  { tag: '@extended' },
  async ({ shared }) => {
    const { page } = shared
    const frame = await page.evaluate(async () => {
      const text = await (await fetch('/index.html')).text()
      const { body } = new DOMParser().parseFromString(text, 'text/html')
      const shown = body.textContent.trim()
      for (const hidden of body.querySelectorAll('[aria-hidden="true"]')) hidden.remove()
      return { shown, announced: body.textContent.trim() }
    })
    expect(frame).toEqual({ shown: 'Greenroom', announced: '' })
    await expect(page.getByRole('navigation', { name: 'Main', exact: true })).toHaveCount(1)
  },
)

// Would catch a section that is drawn again from the start with each answer of main: only the last drawing is seen.
test('a start draws the section once', { tag: '@extended' }, async ({ shared, double }) => {
  const { page } = shared
  await saveProfile(page, double.profile())
  await goTo(page, 'Avatars')
  const tools = await page.context().newCDPSession(page)
  await tools.send('Page.enable')
  await tools.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const added of addedNodes)
          if (added instanceof Element)
            for (const one of [added, ...added.querySelectorAll('*')])
              if (one.matches('main h1')) performance.mark('heading')
    }).observe(document, { childList: true, subtree: true })`,
  })
  await page.reload()
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: 'Avatars' })).toBeVisible()
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  expect(await page.evaluate(() => performance.getEntriesByName('heading').length)).toBe(1)
  await tools.detach()
})

test(
  'main serves a window that opens maximised, which is shown before it is drawn',
  { tag: '@extended' },
  async ({ launch }) => {
    const first = await launch()
    await first.app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.maximize()
    })
    await first.quit()
    const again = await launch()
    await expect(again.page.getByRole('navigation', { name: 'Main', exact: true })).toBeVisible()
  },
)

test(
  'a window on a different Electron than the pinned one says so for as long as it is open',
  { tag: '@extended' },
  async ({ shared }) => {
    const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
      readonly devDependencies: { readonly electron: string }
    }
    const { app, page } = shared
    const running = await app.evaluate(() => process.versions.electron)
    const chip = page.getByText('Development runtime', { exact: true })
    await expect(page.getByRole('contentinfo').getByRole('button').first()).toBeVisible()
    await expect(chip).toHaveCount(running === manifest.devDependencies.electron ? 0 : 1)
  },
)

// Would catch a program that is built without its pictures: the system accepts an empty icon.
test(
  'the window, the tray and the badge have their pictures, for high-resolution screens too',
  { tag: '@extended' },
  async ({ shared }) => {
    const { app } = shared
    const seen = await app.evaluate(({ app: program, nativeImage }) =>
      ['icon-256', 'tray/idle-light', 'tray/alert-dark', 'tray/liveTemplate', 'badge/9plus'].map((name) => {
        const image = nativeImage.createFromPath(`${program.getAppPath()}/out/main/icons/${name}.png`)
        return [image.getSize().width, image.getScaleFactors().length]
      }),
    )
    expect(seen).toEqual([
      [256, 1],
      [16, 4],
      [16, 4],
      [16, 2],
      [16, 2],
    ])
  },
)
