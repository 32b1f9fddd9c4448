/**
 * Entry of main: allows one instance, declares the page's scheme, opens the window first, and loads the rest of main
 * while the page loads.
 */
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { app, BrowserWindow, Menu } from 'electron'
import { failedMain } from './app/failed-main.ts'
import type { Composed, ComposeOptions } from './app/failed-main.ts'
import { argsHandedOver, readLaunch } from './desktop/launch-arguments.ts'
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

// Without this flag, garbage of the start would enlarge the young generation for minutes, by about 5 MB.
setFlagsFromString('--semi-space-growth-factor=1')

const log = createLog()
logUncaught(log)

const root = path.join(import.meta.dirname, '../renderer')
const preload = path.join(import.meta.dirname, '../preload/index.cjs')
// A start that takes longer possibly never finishes, so its messages until then must reach the log file.
const longStartMs = 2_000

// With the switch (root without user namespaces) a sandboxed child would be killed immediately.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
restrictEngine()
// Keeps the young generation of the page's engine small.
app.commandLine.appendSwitch('js-flags', '--max-semi-space-size=1')
const appId = appIdOn(process.platform)
if (appId !== null) app.setAppUserModelId(appId)
const toastActivator = toastActivatorOn(process.platform)
if (toastActivator !== null) app.setToastActivatorCLSID(toastActivator)
// The rest of main sets the menu. Without this call, Electron would build a default menu before the window.
Menu.setApplicationMenu(null)
declarePageScheme()
keepOnPage()

// Does not throw: after a failure, every call of the page is answered with the failure.
async function loadMain(options: ComposeOptions): Promise<Composed> {
  try {
    const { buildMain } = await import('./app/build-main.ts')
    return await buildMain(options)
  } catch (error) {
    return failedMain({ kind: 'internal', logId: log.error('start', error) })
  }
}

let opening: Promise<void> | null = null

/**
 * Opens the log file once: after the first answers to the page no longer wait for it, or when the start takes long or
 * ends. Never rejects.
 */
function openLog(): Promise<void> {
  opening ??= attempt('no log will be written', async () => {
    const { openLogFile } = await import('./desktop/log-file.ts')
    log.openWith(openLogFile(app.getPath('userData')))
  })
  return opening
}

/** Logs an error and lets the start continue, because creations and closings can be in flight. */
async function attempt(message: string, work: () => unknown): Promise<void> {
  try {
    await work()
  } catch (error) {
    log.error(message, error)
  }
}

async function start(wish: LaunchWish): Promise<void> {
  const userData = app.getPath('userData')
  const launches = collectLaunches(wish)
  // Must run before the process that writes crash dumps starts, because that process inherits the umask.
  keepPrivate(userData, (error) => log.error('the data folder could not be made private', error))
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
  app.on('second-instance', (...received) => {
    // The operator starts Greenroom again while it waits for the last answers: relaunch after the end, with the requests
    // of that start, which would be lost here.
    if (windows.front() === null && recovery.isEnding()) app.relaunch({ args: argsHandedOver(received[3]) })
  })
  let isInBackground = (): boolean => false
  app.on('window-all-closed', () => {
    if (!isInBackground()) app.quit()
  })
  app.on('before-quit', () => void openLog())
  endInOrder(composed.promise, { page: transport, openLog })
  setTimeout(() => void openLog(), longStartMs)
  await attempt('the start was not finished', async () => {
    // Loading this code blocks this thread, and with it the page's files and first paint.
    await shownOnce(windows.find(first))
    const options = { windows, recovery, first, emitTo: transport.emitTo, practice: wish.practice, launches, log }
    // After Quit, nothing is opened or sent any more. The page closes before it could show a reason.
    const parts = recovery.isEnding()
      ? failedMain({ kind: 'internal', logId: '' })
      : await loadMain({ ...options, setEarly: early.resolve })
    composed.resolve(parts)
    isInBackground = parts.isInBackground
    await openLog()
    await attempt('main did not start', parts.begin)
    registerScheme()
  })
  setFlagsFromString('--semi-space-growth-factor=2')
}

// Nothing that must end in order has been built at this point.
async function endStart(error: unknown): Promise<void> {
  log.error('no window could be opened', error)
  await openLog()
  endAtOnce(error)
}

const wish = readLaunch(process.argv, process.defaultApp)
const problem = useDataFolder()
if (problem !== null) void endWithoutFolder(problem)
else if (isOnlyInstance(wish)) start(wish).catch(endStart)
