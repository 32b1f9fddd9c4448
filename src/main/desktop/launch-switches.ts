/**
 * The switches that an installed program takes. Chromium knows far more than a thousand, and many of them open it to
 * others: a debugging port, no sandbox, a library to load. So those that are harmless are listed, and the rest is refused.
 */

/** Of Greenroom itself; see `launch-arguments.ts`. */
const own = ['app', 'practice', 'new-window', 'add-sessions', 'user-data-dir']

/** Of Chromium, for a desktop on which it cannot find out how to draw, write or reach a proxy. */
const ofDesktop = [
  ...['lang', 'force-device-scale-factor', 'high-dpi-support', 'force-renderer-accessibility', 'disable-gpu'],
  ...['ozone-platform', 'ozone-platform-hint', 'enable-wayland-ime', 'wayland-text-input-version', 'gtk-version'],
  ...['proxy-server', 'proxy-pac-url', 'proxy-bypass-list', 'proxy-auto-detect', 'no-proxy-server'],
]

/** Of installers: what they start the program with after an update. */
const ofInstallers = ['updated']

const harmless: ReadonlySet<string> = new Set([...own, ...ofDesktop, ...ofInstallers])

export interface Launch {
  /** The program's own name first. */
  readonly argv: readonly string[]
  readonly platform: NodeJS.Platform
  readonly isPackaged: boolean
}

/** The name of a switch as Chromium reads it: with one dash too, and on Windows with a slash and in any case. */
function nameOf(word: string, platform: NodeJS.Platform): string | null {
  const dashes = platform === 'win32' ? /^(?:--?|\/)([^=]+)/ : /^--?([^=]+)/
  return dashes.exec(word)?.[1]?.toLowerCase() ?? null
}

/** Why the program does not start as it was called, as a sentence for a terminal; null when it does. */
export function switchRefusal({ argv, platform, isPackaged }: Launch): string | null {
  if (!isPackaged) return null
  const args = argv.slice(1)
  const end = args.indexOf('--')
  const names = args.slice(0, end === -1 ? args.length : end).map((word) => nameOf(word, platform))
  const refused = names.find((name) => name !== null && !harmless.has(name))
  if (refused === undefined || refused === null) return null
  return `Greenroom doesn't start with the switch --${refused.slice(0, 100)}. Start it again without that switch.`
}
