/** What a Linux machine without a desktop lacks: a display, a keyring, a user that Chromium's sandbox accepts. */
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { root, works } from './run.mjs'

const isLinux = process.platform === 'linux'
const withKeyring = join(root, 'scripts/with-keyring.sh')

// D-Bus turns away a user id that the system does not know, and a bare Debian knows no 1000; all know "nobody".
const ordinaryIds = ['1000', '65534']
const knownIds = () =>
  readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':')[2])

const asOrdinaryUser = () => {
  const known = knownIds()
  const id = ordinaryIds.find((one) => known.includes(one)) ?? '1000'
  return ['unshare', '--user', `--map-user=${id}`, `--map-group=${id}`, '--']
}

const virtualDisplay = ['xvfb-run', '--auto-servernum', '--server-args=-screen 0 1600x1000x24 -nolisten tcp']

/** Says whether Chromium would refuse its sandbox here: it does for root. */
const isRoot = () => isLinux && process.getuid?.() === 0

/** Says whether this machine lets an ordinary process make a user namespace. */
const hasNamespaces = () => works('unshare', [...asOrdinaryUser().slice(1), 'true'])

/** Says whether windows can be shown on a real screen. */
export const hasDisplay = () => !isLinux || Boolean(process.env['DISPLAY']) || Boolean(process.env['WAYLAND_DISPLAY'])

/** Says whether the person's own D-Bus session, and with it their keychain, can be reached. */
export const hasSessionBus = () =>
  Boolean(process.env['DBUS_SESSION_BUS_ADDRESS']) ||
  (process.env['XDG_RUNTIME_DIR'] !== undefined && existsSync(join(process.env['XDG_RUNTIME_DIR'], 'bus')))

/**
 * Where the keyring of `npm start` stays when there is no desktop to keep one. Secrets there outlive restarts; the
 * file is encrypted, but with a known password: its protection is the folder's permissions.
 */
const lastingKeyring = () =>
  join(process.env['XDG_DATA_HOME'] ?? join(homedir(), '.local/share'), 'greenroom/headless-keyring')

/** The words that make an ordinary user of root, whom Chromium would refuse its sandbox; `notes` says when they can't. */
export function ordinaryUser() {
  if (!isRoot()) return { prefix: [], notes: [] }
  return hasNamespaces()
    ? { prefix: asOrdinaryUser(), notes: [] }
    : { prefix: [], notes: ['User namespaces are forbidden here: running as root, without Chromium’s sandbox.'] }
}

/** The words that open an unlocked private keyring and, with `display`, a private screen around a command. */
export const privateSession = (/** @type {{ display: boolean }} */ { display }) =>
  isLinux ? [withKeyring, ...(display ? virtualDisplay : [])] : []

/**
 * The words to put before a command of the tests: both of these. `notes` says in plain words what could not be had.
 * @param {{ display: boolean }} needs
 */
export function testSession(needs) {
  const { prefix, notes } = ordinaryUser()
  return { prefix: [...prefix, ...privateSession(needs)], notes }
}

/**
 * The words to put before the app itself, the switches and variables to give it, and what to tell the person. A desktop
 * gets the app as it is. Without a screen it runs on a virtual one. Where there is no desktop's keyring, secrets are kept
 * for the session only, unless a keyring with a known password is asked for.
 * @param {{ headlessKeyring: boolean }} wish
 */
export function appSession({ headlessKeyring }) {
  /** @type {string[]} */
  const prefix = []
  /** @type {string[]} */
  const switches = []
  /** @type {string[]} */
  const notes = []
  /** @type {Record<string, string>} */
  const env = {}
  if (!isLinux) return { prefix, switches, notes, env }
  if (isRoot() && hasNamespaces()) {
    prefix.push(...asOrdinaryUser())
  } else if (isRoot()) {
    switches.push('--no-sandbox')
    notes.push('WARNING: user namespaces are forbidden here and you are root, so Chromium’s sandbox is OFF.')
  }
  if (headlessKeyring) {
    prefix.push(withKeyring, '--keyring', lastingKeyring())
    env['GREENROOM_HEADLESS_KEYRING'] = '1'
    notes.push(`WARNING: secrets go to ${lastingKeyring()}, encrypted with a password that everybody knows.`)
  } else if (!hasDisplay() || !hasSessionBus()) {
    // A bus that starts by itself would ask for a password in a dialog that nobody sees.
    env['DBUS_SESSION_BUS_ADDRESS'] = 'disabled:'
    notes.push('No desktop session: secrets are kept until Greenroom quits. To keep them, see --headless-keyring.')
  }
  if (!hasDisplay()) {
    prefix.push(...virtualDisplay)
    notes.push('No display: the window opens on a virtual one (Xvfb) and cannot be seen.')
  }
  return { prefix, switches, notes, env }
}
