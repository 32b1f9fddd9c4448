/**
 * Uncaught errors in main, and starts that fail: each is logged and reported, and no work continues in the background.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { TestInfo } from '@playwright/test'
import { readLog } from '../support/app-log.ts'
import { expect, test } from '../support/app.ts'
import type { LaunchOptions, RunningApp } from '../support/app.ts'
import { quitAndRun } from '../support/closed-app.ts'
import type { Double } from '../support/double.ts'
import { paintPortrait } from '../support/portraits.ts'
import { chooseImages, confirmDrafts, fillShared, queueRows } from './pages/avatars-page.ts'
import { callBridge } from './pages/bridge.ts'
import { figure, watchApplication } from './pages/sessions-page.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'
import { hurry } from './pages/time.ts'

const root = path.join(import.meta.dirname, '../..')

/** Checks the page of a failed start and its reason: the page requests nothing else. */
async function expectFailedStart({ page }: RunningApp, why: RegExp): Promise<void> {
  await expect(page.getByText("Couldn't start Greenroom")).toBeVisible()
  await expect(page.getByText(why)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
}

test('uncaught errors in main are logged without secrets, up to a limit, and polling and calls continue', async ({
  launch,
  double,
}) => {
  const { app, page, userData } = await launch()
  await saveProfile(page, double.profile({ access: { token: double.service.mintToken() } }))
  await hurry(app)
  await watchApplication(page, double.appId)
  await double.service.control.nextRequest('getconcurrentNumber')
  await app.evaluate(() => {
    setTimeout(() => {
      throw new Error('thrown in a timer with eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJhIn0.c2lnbmF0dXJl')
    })
    void Promise.reject(new Error('rejected and not caught'))
  })
  await expect.poll(() => readLog(userData)).toContain('rejected and not caught')
  await expect
    .poll(() => readLog(userData))
    .toMatch(/uncaught exception: Error\n\s+Error: thrown in a timer with \[redacted\]\n\s+at /)
  const log = await readLog(userData)
  expect(log).toMatch(/unhandled rejection: Error\n\s+Error: rejected and not caught\n\s+at /)
  await app.evaluate(
    () =>
      new Promise<void>((resolve) => {
        for (let n = 0; n < 500; n += 1) {
          setImmediate(() => {
            if (n === 499) setImmediate(resolve)
            throw new Error('again and again')
          })
        }
      }),
  )
  await expect
    .poll(() => readLog(userData))
    .toContain('uncaught exception: more than 100 in a short time, the rest is left out')
  expect((await readLog(userData)).match(/Error: again and again/g)?.length).toBeLessThanOrEqual(100)
  for (let round = 0; round < 2; round += 1) await double.service.control.nextRequest('getconcurrentNumber')
  await goTo(page, 'Account')
  await expect(figure(page, 'Avatar creations left')).toContainText('37')
})

test(
  'a rule that cannot be read is skipped and logged, and its profile opens with the others',
  { tag: '@extended' },
  async ({ launch, double }) => {
    const before = await launch()
    await saveProfile(before.page, double.profile())
    await quitAndRun(
      before,
      'sql-process.ts',
      `INSERT INTO alert_rules (profile_id, kind, app_id, value, minutes, severity, is_on)
     VALUES (:profile, 'of-a-later-version', '', 0, 0, 'warning', 1)`,
    )
    const { page, userData } = await launch()
    await watchApplication(page, double.quietAppId)
    await expect(figure(page, 'Total concurrent sessions')).toContainText('4')
    expect(await readLog(userData)).toContain('alert rule of-a-later-version cannot be read from the database')
  },
)

test(
  'failed starts show why and what to do: a failure after the queue’s start ends the queue, a start on newer data changes nothing',
  { tag: '@extended' },
  async ({ launch, double }, testInfo) => {
    double.service.control.setTrainingMs(600_000)
    const before = await launch()
    const { userData } = before
    await saveProfile(before.page, double.profile())
    await goTo(before.page, 'Avatars')
    await chooseImages(before.page, [await paintPortrait(testInfo.outputPath(), 'anna.jpg')])
    await fillShared(before.page, { voice: 'Aria', conversationId: '1871234567890123479', name: 'Anna' })
    await confirmDrafts(before.page)
    await expect(queueRows(before.page).first()).toContainText('Training')
    await before.quit()
    // A file at the path of the practice service's folder.
    await writeFile(path.join(userData, 'practice'), '')

    const behind = await launch({ args: ['--practice'] })
    await expectFailedStart(behind, /practice service/)
    // SQLite removes its log when the last connection closes, which happens last.
    await expect.poll(() => existsSync(path.join(userData, 'greenroom.db-wal'))).toBe(false)
    const asked = double.service.control.requests().length
    expect(await readLog(userData)).toMatch(/start: /)
    await quitAndRun(
      behind,
      'sql-process.ts',
      "INSERT INTO program_versions (version, first_at) VALUES ('7.4.0', 0); PRAGMA user_version = 9999",
    )
    expect(double.service.control.requests()).toHaveLength(asked)

    const kept = async (): Promise<readonly Buffer[]> =>
      Promise.all(['greenroom.db', 'settings.json'].map((name) => readFile(path.join(userData, name))))
    const bytes = await kept()
    const onNewer = await launch()
    await expectFailedStart(onNewer, /is from a newer Greenroom \(7\.4\.0\)/)
    await expect(onNewer.page.getByText('Update Greenroom.')).toBeVisible()
    await onNewer.quit()
    expect(await kept()).toEqual(bytes)
    expect((await readdir(userData)).filter((name) => /-wal|-shm|corrupt/.test(name))).toEqual([])
  },
)

type Chunk = 'build-main' | 'compose' | 'log-file' | 'rescue'

async function chunkIn(appFolder: string, chunk: Chunk): Promise<string> {
  const chunks = path.join(appFolder, 'out/main/chunks')
  const [name] = (await readdir(chunks)).filter((one) => one.startsWith(`${chunk}-`))
  if (name === undefined) throw new Error(`no ${chunk} among the chunks`)
  return path.join(chunks, name)
}

/** A copy of the built app in the test's own folder; returns the path of one of its chunks. */
async function damagedCopy(testInfo: TestInfo, chunk: Chunk) {
  const appFolder = testInfo.outputPath('damaged')
  await mkdir(appFolder)
  await cp(path.join(root, 'out'), path.join(appFolder, 'out'), { recursive: true })
  await cp(path.join(root, 'package.json'), path.join(appFolder, 'package.json'))
  await symlink(path.join(root, 'node_modules'), path.join(appFolder, 'node_modules'))
  return { appFolder, file: await chunkIn(appFolder, chunk) }
}

/** A damaged copy on which a profile named Lobby was saved with the dark theme. */
async function usedCopy(launch: (options: LaunchOptions) => Promise<RunningApp>, double: Double, testInfo: TestInfo) {
  const copy = await damagedCopy(testInfo, 'compose')
  const { page, quit } = await launch({ appFolder: copy.appFolder })
  await saveProfile(page, double.profile({ name: 'Lobby' }))
  await callBridge(page, 'preferences.set', { theme: 'dark' })
  await quit()
  return copy
}

/** Delays a chunk before it runs; without `ms` for ever. */
async function delayed(file: string, ms: number | null): Promise<void> {
  const wait = ms === null ? '() => undefined' : `(go) => setTimeout(go, ${String(ms)})`
  await writeFile(file, `await new Promise(${wait})\n${await readFile(file, 'utf8')}`)
}

test(
  'a main that fails to load is logged, and every call of the page is answered',
  { tag: '@extended' },
  async ({ launch, double }, testInfo) => {
    const { appFolder, file } = await usedCopy(launch, double, testInfo)
    await rm(file)
    // The remaining part of main loads late, as from a slow disk: the page calls again before it is there.
    await delayed(await chunkIn(appFolder, 'rescue'), 300)
    const failed = await launch({ appFolder })
    await expectFailedStart(failed, /went wrong in Greenroom/)
    await expect(failed.page.getByText('Lobby')).toHaveCount(0)
    expect(await readLog(failed.userData)).toMatch(/start: .*ERR_MODULE_NOT_FOUND/s)
    await failed.quit()
  },
)

// Would catch a page that shows nothing before all of main is loaded.
test(
  'the window shows its profile before the rest of main, and the welcome page without a profile',
  { tag: '@extended' },
  async ({ launch, double }, testInfo) => {
    const { appFolder, file } = await usedCopy(launch, double, testInfo)
    await delayed(file, null)
    const again = await launch({ appFolder })
    expect(await again.app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('dark')
    await expect(again.page.getByRole('button', { name: 'Switch profile' })).toContainText('Lobby')
    await expect(again.page.getByRole('heading', { level: 1, name: 'Avatars' })).toBeVisible()
    const first = await launch({ appFolder, profileFolder: 'first' })
    await expect(first.page.getByRole('button', { name: 'Try the practice service' })).toBeVisible()
  },
)

// Would catch a program that ends with creations in flight because its log cannot be written.
test(
  'a start whose log cannot be opened still completes',
  { tag: '@extended' },
  async ({ launch, double }, testInfo) => {
    const { appFolder, file } = await damagedCopy(testInfo, 'log-file')
    await rm(file)
    const running = await launch({ appFolder })
    await saveProfile(running.page, double.profile())
    await goTo(running.page, 'Account')
    await expect(figure(running.page, 'Avatar creations left')).toContainText('37')
    expect(await running.app.evaluate(({ Menu }) => Menu.getApplicationMenu() !== null)).toBe(true)
    await running.quit()
  },
)

/** Starts the program without waiting for it. */
function startAlone(userData: string, ...args: readonly string[]) {
  const electron = createRequire(import.meta.url)('electron') as string
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return spawn(electron, [...args, `--user-data-dir=${userData}`, '--disable-gpu', ...sandbox], { stdio: 'ignore' })
}

// eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are needed from this pattern
test('a start that never finishes has a log', { tag: '@extended' }, async ({}, testInfo) => {
  const { appFolder, file } = await damagedCopy(testInfo, 'compose')
  await delayed(file, null)
  const userData = testInfo.outputPath('profile')
  await mkdir(userData)
  // Causes a log line before main is composed: the crash dumps have no folder.
  await writeFile(path.join(userData, 'crash-dumps'), '')
  const child = startAlone(userData, appFolder)
  await expect.poll(() => readLog(userData).catch(String)).toContain('no crash dumps will be written')
  child.kill('SIGKILL')
})

// Would catch a queue that sends, and a database that is created, after the operator has quit.
test(
  'quitting before main is built ends the program without building it',
  { tag: '@extended' },
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are needed from this pattern
  async ({}, testInfo) => {
    const userData = testInfo.outputPath('profile')
    const quitting = testInfo.outputPath('quitting.cjs')
    await mkdir(userData)
    await writeFile(
      quitting,
      "const { app } = require('electron'); app.once('browser-window-created', () => setImmediate(() => app.quit()))",
    )
    const [code] = (await once(startAlone(userData, '-r', quitting, root), 'exit')) as readonly unknown[]
    expect(await readdir(userData)).toContain('window-state.json')
    expect(await readdir(userData)).not.toContain('greenroom.db')
    expect(code).toBe(0)
  },
)

test(
  'main does not start after a quit that follows the window’s first answer',
  { tag: '@extended' },
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are needed from this pattern
  async ({}, testInfo) => {
    const { appFolder, file } = await damagedCopy(testInfo, 'build-main')
    // Main does not wait long for a page without calls: this page has already called.
    await writeFile(file, `await globalThis.pageAsked\n${await readFile(file, 'utf8')}`)
    const userData = testInfo.outputPath('profile')
    const quitting = testInfo.outputPath('quitting.cjs')
    await mkdir(userData)
    await writeFile(
      quitting,
      `const { app, ipcMain } = require('electron')
    const { handle } = ipcMain
    const asked = Promise.withResolvers()
    globalThis.pageAsked = asked.promise
    ipcMain.handle = (channel, answer) => handle.call(ipcMain, channel, async (event, sent) => {
      const answering = answer(event, sent)
      if (sent.name !== 'app.state') return answering
      asked.resolve()
      const answered = await answering
      app.quit()
      return answered
    })`,
    )
    const [code] = (await once(startAlone(userData, '-r', quitting, appFolder), 'exit')) as readonly unknown[]
    expect(code).toBe(0)
    expect(await readdir(userData)).toContain('greenroom.db')
    expect(await readLog(userData)).not.toContain('started')
    expect(await readdir(userData)).not.toContain('submissions.jsonl')
  },
)
