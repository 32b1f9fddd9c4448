/**
 * The minimum that Electron can show: one sandboxed window with one line of text. The bench compares the app with it.
 * With `--close-window` the window is closed once it is loaded, and the program stays.
 */
import { join } from 'node:path'
import { app, BrowserWindow } from 'electron'

const closesWindow = process.argv.includes('--close-window')

void app.whenReady().then(async () => {
  const window = new BrowserWindow({ width: 1200, height: 800, webPreferences: { sandbox: true } })
  await window.loadFile(join(import.meta.dirname, 'index.html'))
  if (closesWindow) window.close()
})
app.on('window-all-closed', () => {
  if (!closesWindow) app.quit()
})
