/** What web contents may never do: navigate away, open windows, attach views, ask for permissions. */
import { app } from 'electron'
import type { Session } from 'electron'
import { pageOrigin } from './page-requests.ts'

/** Denies every permission, device and download; the page needs none. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => {
    answer(false)
  })
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event) => {
    event.preventDefault()
  })
}

/** Keeps every web contents on our own page, whatever is clicked or scripted in it. */
export function keepOnPage(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => {
      if (!event.url.startsWith(`${pageOrigin}/`)) event.preventDefault()
    })
    contents.on('will-frame-navigate', (event) => {
      if (!event.url.startsWith(`${pageOrigin}/`)) event.preventDefault()
    })
    contents.on('will-redirect', (event) => {
      event.preventDefault()
    })
    contents.on('will-attach-webview', (event) => {
      event.preventDefault()
    })
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  })
}
