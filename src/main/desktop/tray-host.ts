/**
 * Whether the desktop shows tray icons. On Linux this depends on the desktop, and Electron does not report a tray icon
 * that nobody shows: a D-Bus tool of the system queries the watcher of the StatusNotifierItem specification.
 */
import { execFile } from 'node:child_process'

const watcher = 'org.kde.StatusNotifierWatcher'
const watcherPath = '/StatusNotifierWatcher'
const property = 'IsStatusNotifierHostRegistered'
const readProperty = 'org.freedesktop.DBus.Properties.Get'

const maxAnswerMs = 1_000

type Command = readonly [program: string, ...args: string[]]

/** The tools of GLib, systemd and D-Bus itself: a desktop has at least one of them. */
export const trayHostCommands: readonly Command[] = [
  [
    ...(['gdbus', 'call', '--session', '--dest', watcher, '--object-path', watcherPath] as const),
    ...['--method', readProperty, watcher, property],
  ],
  ['busctl', '--user', 'get-property', watcher, watcherPath, watcher, property],
  [
    ...(['dbus-send', '--session', '--print-reply', `--dest=${watcher}`] as const),
    ...[watcherPath, readProperty, `string:${watcher}`, `string:${property}`],
  ],
]

/** null where the tool is not installed. No answer means that nothing watches for tray icons. */
function ask([program, ...args]: Command): Promise<boolean | null> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: maxAnswerMs }, (error, answer) => {
      if (error?.code === 'ENOENT') resolve(null)
      else resolve(error === null && /\btrue\b/.test(answer))
    })
  })
}

/** Returns false also where no tool is installed: closing a window must not hide a program for good. */
export async function hasTray(
  platform: NodeJS.Platform = process.platform,
  commands: readonly Command[] = trayHostCommands,
): Promise<boolean> {
  if (platform !== 'linux') return true
  for (const command of commands) {
    const answer = await ask(command)
    if (answer !== null) return answer
  }
  return false
}
