/** Keeps switches, and scripts in the page, from opening the program to others. */
import { url as inspectorUrl } from 'node:inspector'
import { app, dialog, session } from 'electron'
import type { Session } from 'electron'
import { switchRefusal } from './launch-arguments.ts'
import { isPagePlace, mayPageRequest } from './page-requests.ts'
import { PAGE_SERVER, isPageSocket } from './page-server.ts'
import { sayAtTerminal } from './terminal.ts'

const INVALID_ARGUMENTS = 2

/** Takes the variable out of the environment with which Chromium would write the keys of all connections into a file. */
export function ignoreKeyLog(): void {
  delete process.env['SSLKEYLOGFILE']
}

/** Ends the program at once, with a sentence, when it was started with a switch that an installed one does not take. */
export function refuseSwitches(): void {
  const { argv, platform } = process
  // Open only where somebody has turned that fuse on again, as the package's tests do with a copy: whoever holds it
  // holds the program, and refusing them switches would protect nobody.
  const isInspected = inspectorUrl() !== undefined
  const sentence = switchRefusal({ argv, platform, isPackaged: app.isPackaged && !isInspected })
  if (sentence === null) return
  sayAtTerminal(sentence)
  // Before the program is ready, Linux has no dialog: the sentence would stand at the terminal twice.
  if (platform !== 'linux') dialog.showErrorBox('Greenroom', sentence)
  process.exit(INVALID_ARGUMENTS)
}

const engineSwitches: readonly (readonly [name: string, value: string])[] = [
  // The header `connection-allowlist` is an experiment of Chromium, for sites that signed up for it.
  ['enable-features', 'ConnectionAllowlists,OverrideConnectionAllowlistOriginTrial'],
  // WebRTC would join the multicast group in which computers ask each other for their names.
  ['disable-features', 'WebRtcHideLocalIpsWithMdns'],
  ['blink-settings', 'dnsPrefetchingEnabled=false'],
]

/** Sets what the engine does on the network without a request of the page; before the app is ready. */
export function restrictEngine(): void {
  for (const [name, value] of engineSwitches) {
    const present = app.commandLine.getSwitchValue(name)
    app.commandLine.appendSwitch(name, present === '' ? value : `${present},${value}`)
  }
}

// Nothing listens there. WebRTC asks neither the page's policy nor `webRequest`, but it connects by the session's proxy.
const deadProxy = '127.0.0.1:1'

/**
 * The session of the page alone, which can ask nobody but main. On disk, as compiled code is kept there; the page itself
 * stores nothing. Nothing may be loaded in the default session, which is there to know the system's proxies.
 */
export async function openPageSession(): Promise<Session> {
  const page = session.fromPartition('persist:page')
  page.webRequest.onBeforeRequest(({ url }, answer) =>
    answer({ cancel: !mayPageRequest(url, app.isPackaged) && !isPageSocket(url) }),
  )
  for (const each of [page, session.defaultSession]) {
    denyPermissions(each)
    // Otherwise Chromium downloads dictionaries at every start, also with the spell checker off.
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

/** Keeps every web contents on main's two documents, whatever is clicked or scripted in them. */
export function keepOnPage(): void {
  const refuseOthers = (event: { readonly url: string; readonly preventDefault: () => void }): void => {
    if (!isPagePlace(event.url)) event.preventDefault()
  }
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', refuseOthers)
    contents.on('will-frame-navigate', refuseOthers)
    contents.on('will-redirect', refuse)
    contents.on('will-attach-webview', refuse)
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  })
}
