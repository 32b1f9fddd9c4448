/** Sessions that arrive by a command or a link to the running program, and files that it watches. */
import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import { asAppNames, isUnderWine } from '../support/app-paths.ts'
import { startAgain } from '../support/start-again.ts'
import { callBridge } from './pages/bridge.ts'
import { knownRow } from './pages/sessions-page.ts'
import { saveProfile } from './pages/settings-page.ts'

const uuid = (at: number) => `3f2a9c1e-7b4d-4e2a-9f10-${String(at).padStart(12, '0')}`

// Would catch a start on an unusable folder that claims to have been handed over, or that uses a different folder.
test(
  'a data folder that can’t be used ends the start with its reason, and no other folder is used',
  { tag: '@extended' },
  async ({ shared }, testInfo) => {
    const place = testInfo.outputPath('folders')
    mkdirSync(path.join(place, 'closed'), { recursive: true })
    await writeFile(path.join(place, 'file'), '')
    chmodSync(path.join(place, 'closed'), 0o555)
    // Under Wine the tests run as root, which permission bits do not stop.
    const starts = (isUnderWine() ? ['file'] : ['closed', 'closed/inside', 'file']).map(async (name) => {
      const userData = path.join(place, name)
      const { code, said } = await startAgain({ executable: shared.executable, userData })
      return { code, isNamed: said.includes(`Greenroom can't use its data folder ${asAppNames(userData)} (`), said }
    })
    for (const { code, isNamed, said } of await Promise.all(starts)) {
      expect([code, isNamed], said).toEqual([1, true])
      expect(said).not.toContain('Handed')
    }
    const defaultFolder = path.join(process.env['XDG_CONFIG_HOME'] ?? path.join(homedir(), '.config'), 'Greenroom')
    expect(existsSync(path.join(defaultFolder, 'greenroom.db'))).toBe(false)
  },
)

/** Makes the next native dialog answer with a path: no person sits in front of a test. */
async function chooseNext(app: ElectronApplication, file: string): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
  }, file)
}

test('a command of a second start adds a session and shows it; wrong arguments open no window', async ({
  shared,
  double,
}) => {
  const { app, page } = shared
  await saveProfile(page, double.profile({ name: 'Lobby' }))
  const handed = await startAgain(shared, 'session', 'add', uuid(1), '--app', double.quietAppId)
  expect(handed.code).toBe(0)
  expect(handed.said).toContain('Handed to the Greenroom that is running.')
  await expect(knownRow(page, uuid(1))).toBeVisible()

  await startAgain(shared, `GREENROOM://session/${uuid(2)}/?app=${double.quietAppId}&close=1`)
  await expect(knownRow(page, uuid(2))).toBeVisible()

  const wrong = await startAgain(shared, 'session', 'close', uuid(1))
  expect(wrong.code).toBe(2)
  expect(wrong.said).toContain('Usage: greenroom session add')
  const other = await startAgain(shared, `greenroom://close/${uuid(1)}`)
  expect(other.code).toBe(2)
  expect(app.windows()).toHaveLength(1)
  for (const command of ['sessionStop', 'distroyCallSessionsByAppId'] as const)
    expect(double.service.control.count(command)).toBe(0)
})

// Would catch a session that is lost because the program was just ending: the second start says that it was handed over.
test('a program that a second start meets at its end starts again with what the second start asked', async ({
  launch,
}) => {
  const { app, executable, userData, quit } = await launch()
  const argv = [executable, '.', `--user-data-dir=${userData}`, `greenroom://session/${uuid(1)}`]
  const file = path.join(userData, 'relaunched.json')
  await app.evaluate(
    ({ app: running }, { to, handed }) => {
      const { writeFileSync } = process.getBuiltinModule('node:fs')
      running.relaunch = (options) => writeFileSync(to, JSON.stringify(options?.args ?? null))
      running.once('will-quit', () =>
        running.emit('second-instance', {}, [], '', { argv: handed, isDevelopment: true }),
      )
    },
    { to: asAppNames(file), handed: argv },
  )
  await quit()
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(argv.slice(1))
})

test(
  'a link that macOS opens reaches the program, and a wrong one does nothing',
  { tag: '@extended' },
  async ({ shared, double }) => {
    const { app, page } = shared
    await saveProfile(page, double.profile({ name: 'Lobby' }))
    await app.evaluate(
      ({ app: program }, links) => {
        for (const link of links) program.emit('open-url', { preventDefault: () => undefined }, link)
      },
      [`greenroom://close/${uuid(2)}`, `greenroom://session/${uuid(1)}?app=${double.quietAppId}`],
    )
    await expect(knownRow(page, uuid(1))).toBeVisible()
    await expect(knownRow(page, uuid(2))).toHaveCount(0)
  },
)

test(
  'the watched file proposes its sessions and nothing else from it, and adds none',
  { tag: '@extended' },
  async ({ shared, double }, testInfo) => {
    const { app, page } = shared
    await saveProfile(page, double.profile({ name: 'Lobby' }))
    const file = testInfo.outputPath('calls.log')
    await writeFile(file, `call started ${uuid(1)}\n`)
    await chooseNext(app, file)
    const watched = await callBridge(page, 'inbox.watch', { appId: double.quietAppId })
    expect(watched).toMatchObject({ ok: true, value: { found: 1, path: file, problem: null } })
    await appendFile(file, `apiKey=${uuid(3)}\ncall started ${uuid(2)}\n`)
    const proposed = async () => JSON.stringify(await callBridge(page, 'inbox.proposed', {}))
    await expect.poll(proposed).toContain(uuid(2))
    expect(await proposed()).toContain(uuid(1))
    expect(await proposed()).not.toContain(uuid(3))
    expect(await callBridge(page, 'inbox.list', { appId: null, showsEnded: true })).toMatchObject({
      ok: true,
      value: { sessions: [] },
    })
  },
)

// Would catch actions of the desktop entry that only bring the window to the front, at a cold start or later.
test(
  'the actions of the desktop entry open a window, and the box for session ids',
  { tag: '@extended' },
  async ({ launch, double }) => {
    const first = await launch()
    await saveProfile(first.page, double.profile({ name: 'Lobby' }))
    expect((await startAgain(first, '--new-window')).code).toBe(0)
    await expect.poll(() => first.app.windows().length).toBe(2)
    await first.app.close()

    const running = await launch({ args: ['--add-sessions'] })
    const box = running.page.getByRole('textbox', { name: 'Paste any text' })
    await expect(box).toBeFocused()
    await running.page.keyboard.press('Escape')
    await running.page.getByRole('link', { name: 'Account' }).click()
    await expect(box).toBeHidden()
    await startAgain(running, '--add-sessions')
    await expect(box).toBeFocused()
    await expect(box).toBeInViewport()
  },
)
