/** Facts for support: About, crash dumps, and the diagnostics that an operator saves. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import { paintPortrait } from '../support/portraits.ts'
import { createOne, queueRows } from './pages/avatars-page.ts'
import { answerQuestions } from './pages/native-questions.ts'
import { saveProfile } from './pages/settings-page.ts'

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

// Would catch a menu item without an effect, and a text for support that names a person or a folder.
test(
  'Help > About shows the running versions, and copies them without a path',
  { tag: '@extended' },
  async ({ shared }) => {
    const { app, page, userData } = shared
    await expect(page.getByRole('link', { name: 'Settings' })).toBeVisible()
    await chooseInMenu(app, 'About Greenroom')
    const about = page.getByRole('region', { name: 'About' })
    await expect(about).toBeFocused()
    await expect(about).toBeInViewport()
    const { electron, node } = await app.evaluate(() => ({ ...process.versions }))
    await expect(about).toContainText(`Electron ${electron}`)
    await expect(about).toContainText('Crash dumps0, never sent')
    await expect(about).toContainText(userData)
    await about.getByRole('button', { name: 'Copy for support' }).click()
    await expect.poll(() => readClipboard(app)).toContain(`Node ${node}`)
    const copied = await readClipboard(app)
    expect(copied).not.toContain(userData)
    expect(copied).not.toContain(homedir())
  },
)

// Would catch a crash without any trace, and a dump that other accounts on this computer can read or that is not
// counted.
test(
  'a crash leaves a dump in the data folder, for this account alone, which About counts; deleting a profile removes it',
  { tag: '@extended' },
  async ({ launch, double }) => {
    const { app, page, userData, attach } = await launch()
    await saveProfile(page, double.profile())
    await app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer()
    })
    await expect.poll(() => crashDumps(userData).length).toBe(1)
    for (const file of crashDumps(userData)) expect(statSync(file).mode & 0o077).toBe(0)
    expect(statSync(path.join(userData, 'crash-dumps')).mode & 0o077).toBe(0)
    const again = await attach()
    await again.locator('html[data-ready]').waitFor({ state: 'attached' })
    await chooseInMenu(app, 'About Greenroom')
    await expect(again.getByRole('region', { name: 'About' })).toContainText('1, never sent')
    await answerQuestions(app, 'Confirm')
    await again.getByRole('button', { name: /^Delete/ }).click()
    await again.getByRole('dialog').getByRole('button', { name: 'Delete profile' }).click()
    await expect.poll(() => crashDumps(userData)).toEqual([])
  },
)

// Would catch a file that differs from the shown text, a token in it, and diagnostics without the failure.
test(
  'Help > Save diagnostics shows a text, and saves exactly that',
  { tag: '@extended' },
  async ({ shared, double }, testInfo) => {
    const { app, page, userData } = shared
    await saveProfile(page, double.profile({ name: 'Lobby of the Leviathan' }))
    double.service.control.faults.arm({ kind: 'declined', code: '1001', message: 'no room' }, { on: 'createAvatar' })
    const portrait = await paintPortrait(testInfo.outputPath('portraits'), 'marguerite.jpg')
    await createOne(page, portrait, { voice: 'Aria', conversationId: '1790000000000000123' })
    await expect(queueRows(page).first()).toContainText('Rejected')

    await chooseInMenu(app, 'Save diagnostics…')
    const dialog = page.getByRole('dialog', { name: 'Save diagnostics' })
    const region = dialog.getByRole('region', { name: 'Diagnostics' })
    await expect(region).toContainText('"code": "1001"')
    await expect(region).toContainText('"problem": "declined"')
    const shown = (await region.textContent()) ?? ''

    const file = testInfo.outputPath('diagnostics.txt')
    await app.evaluate(({ dialog: native }, filePath) => {
      native.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
    }, file)
    await dialog.getByRole('button', { name: 'Save diagnostics' }).click()
    await expect(dialog.getByRole('status').filter({ hasText: 'Saved as diagnostics.txt' })).toBeVisible()
    expect(readFileSync(file, 'utf8')).toBe(shown)
    const { accessToken, appKey } = double.service.credentials
    const names = ['Lobby of the Leviathan', 'marguerite', '1790000000000000123']
    for (const never of [accessToken, appKey, userData, homedir(), ...names]) expect(shown).not.toContain(never)
  },
)

// Would catch a failed start that leaves an operator without diagnostics.
test(
  'a start that failed has diagnostics of its own, with the log',
  { tag: '@extended' },
  async ({ launch }, testInfo) => {
    const profile = testInfo.outputPath('profile')
    mkdirSync(profile)
    // A file at the path of the practice service's folder.
    writeFileSync(path.join(profile, 'practice'), '')
    const { app, page } = await launch({ args: ['--practice'] })
    await expect(page.getByText("Couldn't start Greenroom")).toBeVisible()
    await chooseInMenu(app, 'Save diagnostics…')
    const dialog = page.getByRole('dialog', { name: 'Save diagnostics' })
    const region = dialog.getByRole('region', { name: 'Diagnostics' })
    await expect(region).toContainText('Keychain: Secret Service, not-asked')
    await expect(region).toContainText('start: ')
    await expect(region).not.toContainText(profile)
    const shown = await region.textContent()
    const file = testInfo.outputPath('diagnostics.txt')
    await app.evaluate(({ dialog: native }, filePath) => {
      native.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
    }, file)
    await dialog.getByRole('button', { name: 'Save diagnostics' }).click()
    await expect(dialog.getByRole('status').filter({ hasText: 'Saved as diagnostics.txt' })).toBeVisible()
    expect(readFileSync(file, 'utf8')).toBe(shown)
  },
)
