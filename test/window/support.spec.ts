/** What helps those who help: About, crash dumps, and the diagnostics that an operator saves. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import { unzipSync } from 'fflate'
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

// Would catch a menu that lost its way, and a text for support that names a person or a folder.
test('Help > About shows what runs here, and copies it without a path', { tag: '@extended' }, async ({ shared }) => {
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
})

// Would catch a crash that leaves nothing to look into, and a dump that others on this computer can read or that is not
// counted.
test(
  'a crash leaves a dump in the data folder, for this account alone, which About counts, and goes with a profile',
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

// Would catch a zip that holds what was not shown, a token in it, and a failure that nobody can follow up.
test(
  'Help > Save diagnostics shows what it holds, and saves exactly that',
  { tag: '@extended' },
  async ({ shared, double }, testInfo) => {
    const { app, page, userData } = shared
    await saveProfile(page, double.profile({ name: 'Lobby of the Leviathan' }))
    double.service.control.faults.arm({ kind: 'declined', code: '1001', message: 'no room' }, { on: 'createAvatar' })
    const file = await paintPortrait(testInfo.outputPath('portraits'), 'marguerite.jpg')
    await createOne(page, file, { voice: 'Aria', conversationId: '1790000000000000123' })
    await expect(queueRows(page).first()).toContainText('Rejected')

    await chooseInMenu(app, 'Save diagnostics…')
    const dialog = page.getByRole('dialog', { name: 'Save diagnostics' })
    await dialog.getByRole('button', { name: /^failures\.json/ }).click()
    const failures = dialog.getByRole('region', { name: 'failures.json' })
    await expect(failures).toContainText('"code": "1001"')
    await expect(failures).not.toContainText('1790000000000000123')
    const shown: Record<string, string> = {}
    for (const name of ['about.txt', 'settings.json', 'counts.json', 'failures.json', 'log.txt']) {
      await dialog.getByRole('button', { name: new RegExp(`^${name}`) }).click()
      shown[name] = (await dialog.getByRole('region', { name }).textContent()) ?? ''
    }

    const zip = testInfo.outputPath('diagnostics.zip')
    await app.evaluate(({ dialog: native }, filePath) => {
      native.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
    }, zip)
    await dialog.getByRole('button', { name: 'Save diagnostics' }).click()
    await expect(dialog.getByRole('status').filter({ hasText: 'Saved as diagnostics.zip' })).toBeVisible()
    const files = Object.entries(unzipSync(readFileSync(zip)))
    expect(Object.fromEntries(files.map(([name, bytes]) => [name, Buffer.from(bytes).toString('utf8')]))).toEqual(shown)
    const all = Object.values(shown).join('\n')
    const { accessToken, appKey } = double.service.credentials
    for (const never of [accessToken, appKey, userData, homedir(), 'Lobby of the Leviathan', 'marguerite']) {
      expect(all).not.toContain(never)
    }
  },
)

// Would catch an operator whose Greenroom does not start, and who has nothing to show to anybody.
test(
  'a start that failed has diagnostics of its own, with the log of that run alone',
  { tag: '@extended' },
  async ({ launch }, testInfo) => {
    const folder = testInfo.outputPath('profile')
    mkdirSync(path.join(folder, 'logs'), { recursive: true })
    writeFileSync(path.join(folder, 'logs', 'main.log'), '2020-01-01 00:00:00.000 info of the customer Leviathan\n')
    // A file where the practice service keeps its folder.
    writeFileSync(path.join(folder, 'practice'), '')
    const { app, page } = await launch({ args: ['--practice'] })
    await expect(page.getByText("Couldn't start Greenroom")).toBeVisible()
    await chooseInMenu(app, 'Save diagnostics…')
    const dialog = page.getByRole('dialog', { name: 'Save diagnostics' })
    await expect(dialog.getByRole('region', { name: 'about.txt' })).toContainText('Keychain: Secret Service, not-asked')
    await dialog.getByRole('button', { name: /^log\.txt/ }).click()
    const log = dialog.getByRole('region', { name: 'log.txt' })
    await expect(log).toContainText('start: ')
    await expect(log).toContainText('<data folder>')
    await expect(log).not.toContainText('Leviathan')
    const zip = testInfo.outputPath('diagnostics.zip')
    await app.evaluate(({ dialog: native }, filePath) => {
      native.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
    }, zip)
    await dialog.getByRole('button', { name: 'Save diagnostics' }).click()
    await expect(dialog.getByRole('status').filter({ hasText: 'Saved as diagnostics.zip' })).toBeVisible()
    expect(Object.keys(unzipSync(readFileSync(zip)))).toEqual(['about.txt', 'log.txt'])
  },
)
