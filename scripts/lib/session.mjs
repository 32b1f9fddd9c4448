/**
 * Replaces what a Linux machine without a desktop lacks: a display, a keyring, a user that Chromium's sandbox accepts.
 */
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { root, works } from './run.mjs'

const isLinux = process.platform === 'linux'
const withKeyring = join(root, 'scripts/with-keyring.sh')

// D-Bus refuses a user id that the system does not know. A minimal Debian has no user 1000; every system has "nobody".
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

/** Says whether Chromium would refuse to start its sandbox, as it does for root. */
const isRoot = () => isLinux && process.getuid?.() === 0

/** Says whether an ordinary process can create a user namespace on this machine. */
const hasNamespaces = () => works('unshare', [...asOrdinaryUser().slice(1), 'true'])

/** Says whether windows can be shown on a real screen. */
export const hasDisplay = () => !isLinux || Boolean(process.env['DISPLAY']) || Boolean(process.env['WAYLAND_DISPLAY'])

/** Says whether the user's D-Bus session, and with it their keychain, can be reached. */
export const hasSessionBus = () =>
  Boolean(process.env['DBUS_SESSION_BUS_ADDRESS']) ||
  (process.env['XDG_RUNTIME_DIR'] !== undefined && existsSync(join(process.env['XDG_RUNTIME_DIR'], 'bus')))

/**
 * The folder for the keyring of `npm start` on a machine without a desktop. Its secrets survive restarts; the file is
 * encrypted, but with a known password, so only the folder's permissions protect it.
 */
const lastingKeyring = () =>
  join(process.env['XDG_DATA_HOME'] ?? join(homedir(), '.local/share'), 'greenroom/headless-keyring')

/** The command prefix that turns root into an ordinary user, for Chromium's sandbox; `notes` says if it can't. */
export function ordinaryUser() {
  if (!isRoot()) return { prefix: [], notes: [] }
  return hasNamespaces()
    ? { prefix: asOrdinaryUser(), notes: [] }
    : { prefix: [], notes: ['User namespaces are forbidden here: running as root, without Chromium’s sandbox.'] }
}

/** The command prefix that opens an unlocked private keyring and, with `display`, a private screen. */
export const privateSession = (/** @type {{ display: boolean }} */ { display }) =>
  isLinux ? [withKeyring, ...(display ? virtualDisplay : [])] : []

/**
 * The prefix for a command of the tests: an ordinary user and a private session. `notes` says what is not available.
 * @param {{ display: boolean }} needs
 */
export function testSession(needs) {
  const { prefix, notes } = ordinaryUser()
  return { prefix: [...prefix, ...privateSession(needs)], notes }
}

/**
 * The command prefix, switches and variables for the app itself, and notes for the user. On a desktop the app runs
 * unchanged. Without a screen it runs on a virtual screen. Without a desktop's keyring, secrets are kept for the
 * session only, unless the user asks for a keyring with a known password.
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
    // A bus that starts automatically would ask for a password in a dialog that nobody sees.
    env['DBUS_SESSION_BUS_ADDRESS'] = 'disabled:'
    notes.push('No desktop session: secrets are kept until Greenroom quits. To keep them, see --headless-keyring.')
  }
  if (!hasDisplay()) {
    prefix.push(...virtualDisplay)
    notes.push('No display: the window opens on a virtual one (Xvfb) and cannot be seen.')
  }
  return { prefix, switches, notes, env }
}
