/** What helps those who help: About, crash dumps, and the diagnostics that an operator saves. */
import { readdirSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import { expect, test } from '../support/app.ts'

/** Chooses an item of the native menu as a click does. */
function chooseInMenu(app: ElectronApplication, label: string): Promise<void> {
  return app.evaluate(({ Menu }, wanted) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? []
    items.find((item) => item.label === wanted)?.click()
  }, label)
}

const readClipboard = (app: ElectronApplication): Promise<string> =>
  app.evaluate(({ clipboard }) => clipboard.readText())

function crashDumps(userData: string): readonly string[] {
  return readdirSync(path.join(userData, 'crash-dumps'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.dmp'))
    .map((name) => path.join(userData, 'crash-dumps', name))
}

// Would catch a menu that lost its way, and a text for support that names a person or a folder.
test('Help > About shows what runs here, and copies it without a path', async ({ launch }) => {
  const { app, page, userData } = await launch()
  await expect(page.getByRole('link', { name: 'Settings' })).toBeVisible()
  await chooseInMenu(app, 'About Greenroom')
  const about = page.getByRole('region', { name: 'About' })
  await expect(about).toBeFocused()
  await expect(about).toBeInViewport()
  const { electron, node } = await app.evaluate(() => ({ ...process.versions }))
  await expect(about).toContainText(`Electron ${electron ?? ''}`)
  await expect(about).toContainText('Crash dumpsNone')
  await expect(about).toContainText(userData)
  await about.getByRole('button', { name: 'Copy for support' }).click()
  await expect.poll(() => readClipboard(app)).toContain(`Node ${node}`)
  const copied = await readClipboard(app)
  expect(copied).not.toContain(userData)
  expect(copied).not.toContain(userInfo().homedir)
})

// Would catch a crash that leaves nothing to look into, and a dump that others on this computer can read or that is not counted.
test('a crash leaves a dump in the data folder, for this account alone, and About counts it', async ({ launch }) => {
  const { app, page, userData, attach } = await launch()
  await expect(page.getByRole('link', { name: 'Settings' })).toBeVisible()
  await app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer()
  })
  await expect.poll(() => crashDumps(userData).length).toBe(1)
  for (const file of crashDumps(userData)) expect(statSync(file).mode & 0o077).toBe(0)
  expect(statSync(path.join(userData, 'crash-dumps')).mode & 0o077).toBe(0)
  const again = await attach()
  await again.locator('html[data-ready]').waitFor({ state: 'attached' })
  await chooseInMenu(app, 'About Greenroom')
  await expect(again.getByRole('region', { name: 'About' })).toContainText('1 kept on this computer, never sent')
})
