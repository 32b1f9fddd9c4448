/** Errors of the page itself: each is logged by main, and a part that failed to load can be tried again. */
import type { ElectronApplication } from '@playwright/test'
import { readLog } from '../support/app-log.ts'
import { expect, test } from '../support/app.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'

/** Blocks files of the page whose address contains `part`, until it is called with null. */
function keepBack(app: ElectronApplication, part: string | null): Promise<void> {
  return app.evaluate(({ BrowserWindow }, wanted) => {
    BrowserWindow.getAllWindows()[0]?.webContents.session.webRequest.onBeforeRequest(
      { urls: ['app://*/*'] },
      ({ url }, answer) => answer({ cancel: wanted !== null && url.includes(wanted) }),
    )
  }, part)
}

test(
  'uncaught errors of the page are logged with the section, without secrets, and only up to a limit',
  { tag: '@extended' },
  async ({ launch }) => {
    const { page, userData } = await launch()
    await goTo(page, 'Settings')
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('a mistake with eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJhIn0.c2lnbmF0dXJl')
      })
      void Promise.reject(new Error('a rejection'))
    })
    await expect
      .poll(() => readLog(userData))
      .toMatch(/page of window \d+, settings: text\n\s+Error: a mistake with \[redacted\]\n\s+at /)
    await expect
      .poll(() => readLog(userData))
      .toMatch(/page of window \d+, settings: text\n\s+Error: a rejection\n\s+at /)
    await page.evaluate(() => {
      for (let n = 0; n < 300; n += 1) void Promise.reject(new Error('again and again'))
    })
    await expect.poll(() => readLog(userData)).toContain('more than 100 in a short time, the rest is left out')
    expect((await readLog(userData)).match(/Error: again and again/g)?.length).toBeLessThan(100)
  },
)

test(
  'a part that cannot be loaded is reported and logged, and can be tried again: a section, a deeper part, a language',
  { tag: '@extended' },
  async ({ launch, double }) => {
    const { app, page, userData } = await launch()
    const said = page.getByText("Couldn't load a part of this window")
    await saveProfile(page, double.profile())

    await test.step('a section', async () => {
      await keepBack(app, 'account-section')
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Account', exact: true }).click()
      await expect(page.getByText('This section stopped working')).toBeVisible()
      await expect.poll(() => readLog(userData)).toMatch(/page of window \d+, account: text\n\s+PartNotLoaded/)
      await keepBack(app, null)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('main').getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
    })

    await test.step('a part behind the sections', async () => {
      await keepBack(app, 'avatars-background')
      await page.reload()
      await expect(said).toBeVisible()
      await keepBack(app, null)
      await page.getByRole('button', { name: 'Reload' }).click()
      await expect(page.locator('html[data-ready]')).toHaveCount(1)
      await expect(said).toHaveCount(0)
    })

    await test.step('a language: the window stays in English, and is ready', async () => {
      await keepBack(app, 'zh-cn')
      await goTo(page, 'Settings')
      await page.getByRole('radio', { name: '简体中文' }).check()
      await expect(said).toBeVisible()
      await page.reload()
      await expect(page.locator('html[data-ready]')).toHaveAttribute('lang', 'en')
      await expect
        .poll(() => readLog(userData))
        .toMatch(/page of window \d+, settings: TypeError\n\s+.*dynamically imported module/)
      await keepBack(app, null)
      await page.getByRole('button', { name: 'Reload' }).click()
      await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
    })
  },
)
