/** Entry: one instance, the page's scheme, the window first, and the rest of main while the page loads. */
import path from 'node:path'
import { app, BrowserWindow, session } from 'electron'
import type { Composed } from './compose.ts'
import { denyPermissions, keepOnPage } from './desktop/guard.ts'
import { declarePageScheme, pageOrigin, servePage } from './desktop/page.ts'
import { openWindow } from './desktop/window.ts'
import { createTransport } from './ipc/transport.ts'

const root = path.join(import.meta.dirname, '../renderer')
const preload = path.join(import.meta.dirname, '../preload/index.cjs')

// Time for what must still be written down, such as the answer to a creation that has just been sent.
const longestFarewellMs = 5_000

app.enableSandbox()
declarePageScheme()
keepOnPage()

async function start(): Promise<void> {
  await app.whenReady()
  const composed = Promise.withResolvers<Composed>()
  const findImage = composed.promise.then((parts) => parts.findImage)
  servePage(session.defaultSession, root, findImage)
  denyPermissions(session.defaultSession)
  const transport = createTransport({
    targets: composed.promise,
    windows: () => BrowserWindow.getAllWindows(),
    pageOrigin,
  })
  const window = openWindow({ preload, userData: app.getPath('userData') }, (error) => {
    void composed.promise.then(({ log }) => log.error('window state not written', error))
  })
  app.on('second-instance', () => {
    // Wanted again while the last answers are awaited: started anew after the end.
    if (window.isDestroyed()) app.relaunch()
    else if (window.isMinimized()) window.restore()
    if (!window.isDestroyed()) window.focus()
  })
  app.on('window-all-closed', () => {
    app.quit()
  })
  // Loaded after the navigation is under way: reading and running this code would hold up the first paint.
  const { compose } = await import('./compose.ts')
  const parts = await compose({ emit: transport.emit, practice: process.argv.includes('--practice') })
  composed.resolve(parts)
  app.on('will-quit', (event) => {
    event.preventDefault()
    transport.dispose()
    const end = (): void => {
      // A keychain that waits for its password dialog holds every orderly way out; all that matters is on disk by now.
      if (parts.isKeychainHanging()) process.kill(process.pid, 'SIGKILL')
      app.exit(0)
    }
    setTimeout(end, longestFarewellMs)
    parts.dispose().then(end, end)
  })
}

if (app.requestSingleInstanceLock()) void start()
else app.quit()
