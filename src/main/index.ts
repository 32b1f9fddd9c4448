/** Entry: one instance, the page's scheme, the window first, and the rest of main while the page loads. */
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { app, BrowserWindow, Menu } from 'electron'
import { failedMain } from './app/failed-main.ts'
import type { Composed, ComposeOptions } from './app/failed-main.ts'
import { readLaunch } from './desktop/launch-arguments.ts'
import type { LaunchWish } from './desktop/launch-arguments.ts'
import { createCrashRecovery, keepCrashDumps } from './desktop/crash-recovery.ts'
import { appIdOn, toastActivatorOn } from './desktop/app-id.ts'
import { endWithoutFolder, useDataFolder } from './desktop/data-folder.ts'
import { collectLaunches, isOnlyInstance, registerScheme } from './desktop/deep-links.ts'
import { endAtOnce, endInOrder } from './desktop/quit.ts'
import { ignoreKeyLog, keepOnPage, openPageSession, refuseSwitches, restrictEngine } from './desktop/hardening.ts'
import { declarePageScheme, servePage } from './desktop/page.ts'
import { pageOrigin } from './desktop/page-requests.ts'
import { shownOnce, createWindows } from './desktop/windows.ts'
import { createTransport } from './ipc/transport.ts'
import { createLog, logUncaught } from './lib/log.ts'
import { keepPrivate } from './store/private-files.ts'

refuseSwitches()
ignoreKeyLog()

// What the start leaves behind would enlarge the place for new objects, which it keeps for minutes: some 5 MB.
setFlagsFromString('--semi-space-growth-factor=1')

const log = createLog()
logUncaught(log)

const root = path.join(import.meta.dirname, '../renderer')
const preload = path.join(import.meta.dirname, '../preload/index.cjs')
// A start that takes longer may never be finished: what it has said until then must be in the log.
const longStartMs = 2_000

// With the switch (root without user namespaces) a sandboxed child would be killed at once.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
restrictEngine()
// The page's engine: its place for new objects stays small.
app.commandLine.appendSwitch('js-flags', '--max-semi-space-size=1')
const appId = appIdOn(process.platform)
if (appId !== null) app.setAppUserModelId(appId)
const toastActivator = toastActivatorOn(process.platform)
if (toastActivator !== null) app.setToastActivatorCLSID(toastActivator)
// The menu comes with the rest of main; until then Electron would build one of its own, before the window.
Menu.setApplicationMenu(null)
declarePageScheme()
keepOnPage()

// What goes wrong is not thrown: the page is told, whatever it asks.
async function loadMain(options: ComposeOptions): Promise<Composed> {
  try {
    const { buildMain } = await import('./app/build-main.ts')
    return await buildMain(options)
  } catch (error) {
    return failedMain({ kind: 'internal', logId: log.error('start', error) })
  }
}

let opening: Promise<void> | null = null

/** Once; loaded when the page's first answer need not wait for it, or the start takes long, or ends. Never rejects. */
function openLog(): Promise<void> {
  opening ??= attempt('no log will be written', async () => {
    const { openLogFile } = await import('./desktop/log-file.ts')
    log.openWith(openLogFile(app.getPath('userData')))
  })
  return opening
}

/** What fails is logged, and the start goes on: creations and closings may be on their way. */
async function attempt(what: string, work: () => unknown): Promise<void> {
  try {
    await work()
  } catch (error) {
    log.error(what, error)
  }
}

async function start(wish: LaunchWish): Promise<void> {
  const userData = app.getPath('userData')
  const launches = collectLaunches(wish)
  // Before the program that writes the dumps is started, which takes over what new files may be read by.
  keepPrivate(userData, (error) => log.error('data folder not private', error))
  keepCrashDumps(userData, (error) => log.error('no crash dumps will be written', error))
  await app.whenReady()
  const composed = Promise.withResolvers<Composed>()
  const recovery = createCrashRecovery(log)
  const session = await openPageSession()
  servePage(session, { root, found: composed.promise, ownPage: recovery.ownPage, log })
  const early = Promise.withResolvers<Pick<Composed, 'dispatch'>>()
  const calls = { targets: composed.promise, early: early.promise }
  const transport = createTransport(calls, () => BrowserWindow.getAllWindows(), pageOrigin)
  const windows = createWindows({ preload, session, userData }, log)
  windows.onOpened(recovery.watch)
  const first = windows.open()
  app.on('second-instance', () => {
    // Wanted again while the last answers are awaited: started anew after the end.
    if (windows.front() === null && recovery.isEnding()) app.relaunch()
  })
  let isInBackground = (): boolean => false
  app.on('window-all-closed', () => {
    if (!isInBackground()) app.quit()
  })
  app.on('before-quit', () => void openLog())
  endInOrder(composed.promise, { page: transport, openLog })
  setTimeout(() => void openLog(), longStartMs)
  await attempt('the start was not finished', async () => {
    // Reading and running this code holds up everything else on this thread: the page's files and its first paint.
    await shownOnce(windows.find(first))
    const options = { windows, recovery, first, emitTo: transport.emitTo, practice: wish.practice, launches, log }
    // After Quit nothing is opened any more, and nothing sent; the page goes before it could show why.
    const parts = recovery.isEnding()
      ? failedMain({ kind: 'internal', logId: '' })
      : await loadMain({ ...options, setEarly: early.resolve })
    composed.resolve(parts)
    isInBackground = parts.isInBackground
    await openLog()
    await attempt('main did not begin', parts.begin)
    registerScheme()
  })
  setFlagsFromString('--semi-space-growth-factor=2')
}

// Before anything was built that must end in order.
async function endStart(error: unknown): Promise<void> {
  log.error('no window could be opened', error)
  await openLog()
  endAtOnce(error)
}

const wish = readLaunch(process.argv, process.defaultApp)
const problem = useDataFolder()
if (problem !== null) void endWithoutFolder(problem)
else if (isOnlyInstance(wish)) start(wish).catch(endStart)
