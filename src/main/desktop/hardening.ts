/** Prevents command-line switches and scripts in the page from giving others access to the program. */
import { url as inspectorUrl } from 'node:inspector'
import { app, dialog, session } from 'electron'
import type { Session } from 'electron'
import { switchRefusal } from './launch-arguments.ts'
import { isPageAddress, mayPageRequest } from './page-requests.ts'
import { PAGE_SERVER, isPageSocket } from './page-server.ts'
import { sayAtTerminal } from './terminal.ts'

const INVALID_ARGUMENTS = 2

/** Removes the environment variable that makes Chromium write the keys of all connections into a file. */
export function ignoreKeyLog(): void {
  delete process.env['SSLKEYLOGFILE']
}

/**
 * Ends the program immediately, with a message, when it was started with a switch that an installed program does not
 * accept.
 */
export function refuseSwitches(): void {
  const { argv, platform } = process
  // The inspector is open only where someone enabled its fuse again, as the package's tests do in a copy. Such a person
  // controls the program anyway, so refusing switches would protect nobody.
  const isInspected = inspectorUrl() !== undefined
  const sentence = switchRefusal({ argv, platform, isPackaged: app.isPackaged && !isInspected })
  if (sentence === null) return
  sayAtTerminal(sentence)
  // Before the program is ready, Linux shows no dialog but prints the sentence, which would appear twice at the
  // terminal.
  if (platform !== 'linux') dialog.showErrorBox('Greenroom', sentence)
  process.exit(INVALID_ARGUMENTS)
}

const engineSwitches: readonly (readonly [name: string, value: string])[] = [
  // The header `connection-allowlist` is an experiment of Chromium, for sites that signed up for it.
  ['enable-features', 'ConnectionAllowlists,OverrideConnectionAllowlistOriginTrial'],
  // WebRTC would join the multicast group in which computers resolve each other's names.
  ['disable-features', 'WebRtcHideLocalIpsWithMdns'],
  ['blink-settings', 'dnsPrefetchingEnabled=false'],
]

/** Restricts the engine's own network activity, which no page requests; must run before the app is ready. */
export function restrictEngine(): void {
  for (const [name, value] of engineSwitches) {
    const present = app.commandLine.getSwitchValue(name)
    app.commandLine.appendSwitch(name, present === '' ? value : `${present},${value}`)
  }
}

// Nothing listens there. WebRTC ignores the page's policy and `webRequest`, but it connects through the session's
// proxy.
const deadProxy = '127.0.0.1:1'

/**
 * The session of the page, which can request only from main. It is on disk for the compiled code; the page itself
 * stores nothing. Nothing may be loaded in the default session, which only resolves the system's proxies.
 */
export async function openPageSession(): Promise<Session> {
  const page = session.fromPartition('persist:page')
  page.webRequest.onBeforeRequest(({ url }, answer) =>
    answer({ cancel: !mayPageRequest(url, app.isPackaged) && !isPageSocket(url) }),
  )
  for (const each of [page, session.defaultSession]) {
    denyPermissions(each)
    // Otherwise Chromium downloads dictionaries at every start, even with the spell checker off.
    each.setSpellCheckerLanguages([])
  }
  const exceptions = PAGE_SERVER === null ? [] : [new URL(PAGE_SERVER).host]
  await page.setProxy({
    mode: 'fixed_servers',
    proxyRules: deadProxy,
    proxyBypassRules: ['<-loopback>', ...exceptions].join(';'),
  })
  return page
}

const refuse = (event: { readonly preventDefault: () => void }): void => event.preventDefault()

/** Denies every permission, device and download; the page needs none. */
function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', refuse)
}

/** Keeps every web contents on main's two documents, whatever a user or a script does in them. */
export function keepOnPage(): void {
  const refuseOthers = (event: { readonly url: string; readonly preventDefault: () => void }): void => {
    if (!isPageAddress(event.url)) event.preventDefault()
  }
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', refuseOthers)
    contents.on('will-frame-navigate', refuseOthers)
    contents.on('will-redirect', refuse)
    contents.on('will-attach-webview', refuse)
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  })
}
