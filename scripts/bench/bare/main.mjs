/** The least that Electron can show: one sandboxed window with one line of text. The bench compares the app with it. */
import { join } from 'node:path'
import { app, BrowserWindow } from 'electron'

void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1200, height: 800, webPreferences: { sandbox: true } })
  void window.loadFile(join(import.meta.dirname, 'index.html'))
})
app.on('window-all-closed', () => {
  app.quit()
})
