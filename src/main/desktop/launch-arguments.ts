/**
 * Parses the requests of a launch from its command line or a link. A link, whoever made it, can only add a session and
 * show it; anything else is reported as a problem in words. Without zod, because main's entry loads it.
 */
import type { LinkRequest } from '../sessions/inbox/inbox.ts'

/** The requests to the program, at its start or while it runs: none of them spends, closes or sends. */
export interface LaunchRequests {
  readonly requests: readonly LinkRequest[]
  /** A further window, or the place where session ids are added; null for the front window. */
  readonly opens: 'window' | 'add-sessions' | null
}

/** The requests of a launch. With a problem, none of them is carried out. */
export interface LaunchWish extends LaunchRequests {
  readonly practice: boolean
  /** Sentences for a terminal. */
  readonly problems: readonly string[]
}

type LinkReading = { readonly request: LinkRequest } | { readonly problem: string }

export const linkScheme = 'greenroom'

const usage = 'Usage: greenroom session add <session id> [--app <application id>]'
const linkForm = `${linkScheme}://session/<session id>?app=<application id>`
const maxLinkLength = 4_000
const longest = { session: 256, application: 128 }

// Invisible characters could make an id look like a different one.
function problemOf(id: string | null, kind: keyof typeof longest): string | null {
  const problem =
    (id === '' && 'is missing') ||
    (/[\s\p{C}]/u.test(id ?? '') && 'has white space or invisible characters') ||
    ((id ?? '').length > longest[kind] && `is longer than ${String(longest[kind])} characters`)
  return problem === false ? null : `The ${kind} id ${problem}.`
}

function checked(request: LinkRequest): LinkReading {
  const problem = problemOf(request.sessionId, 'session') ?? problemOf(request.appId, 'application')
  return problem === null ? { request } : { problem }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}

function requestIn(path: string, query: string): LinkReading {
  const [segment = '', ...otherSegments] = path.replace(/^\//, '').replace(/\/$/, '').split('/')
  if (otherSegments.length > 0) return { problem: `The link names several things; it must read ${linkForm}.` }
  const [app = '', ...apps] = query.split('&').filter((pair) => pair.split('=', 1)[0] === 'app')
  if (apps.length > 0) return { problem: 'The link names several applications.' }
  const [sessionId, appId] = [decoded(segment), decoded(app.slice('app='.length))]
  if (sessionId === null || appId === null) return { problem: 'The link is not percent-encoded as links are.' }
  return checked({ sessionId, appId: appId === '' ? null : appId, source: 'link' })
}

/** Parses a link to a session; its other parts are ignored. Never throws. */
export function readLink(link: string): LinkReading {
  if (link.length > maxLinkLength) return { problem: 'The link is too long.' }
  // URL parsing would drop these characters and leave a different id.
  if (/[\s\p{C}]/u.test(link)) return { problem: 'The link has white space or invisible characters.' }
  const parts = /^greenroom:\/\/session(\/[^?#]*)?(?:\?([^#]*))?(?:#.*)?$/i.exec(link)
  if (parts === null) return { problem: `The link is none of Greenroom's: it must read ${linkForm}.` }
  return requestIn(parts[1] ?? '', parts[2] ?? '')
}

const isLink = (word: string): boolean => word.toLowerCase().startsWith(`${linkScheme}:`)
const isSwitch = (word: string): boolean => word.startsWith('-')

/** The value of a switch given as `--name value` or `--name=value`, with the remaining args. */
function optionOf(args: readonly string[], name: string) {
  const index = args.findIndex((word) => word === name || word.startsWith(`${name}=`))
  const word = args[index]
  if (word === undefined) return { value: null, rest: args }
  if (word !== name) return { value: word.slice(name.length + 1), rest: args.toSpliced(index, 1) }
  return { value: args[index + 1] ?? '', rest: args.toSpliced(index, 2) }
}

/** Parses `session add <id> [--app <id>]`; Chromium's switches among the words are ignored. */
function commandIn(args: readonly string[]): LinkReading {
  const { value: appId, rest: words } = optionOf(args, '--app')
  const [noun, verb, sessionId = '', ...otherWords] = words.filter((word) => !isSwitch(word))
  if (noun !== 'session' || verb !== 'add') return { problem: `Not known: ${args.join(' ').slice(0, 100)}.` }
  if (otherWords.length > 0) return { problem: 'One session at a time.' }
  return checked({ sessionId, appId, source: 'command' })
}

function readCommand(args: readonly string[]): LinkReading {
  const read = commandIn(args)
  return 'problem' in read ? { problem: `${read.problem} ${usage}` } : read
}

/** Where the operator's args begin in development: after the program's folder, which is Electron's own argument. */
function firstArgumentIndex(args: readonly string[]): number {
  const isModule = (word: string | undefined): boolean => word === '-r' || word === '--require'
  return args.findIndex((word, index) => !isSwitch(word) && !isModule(args[index - 1])) + 1
}

function opensOf(args: readonly string[]): LaunchWish['opens'] {
  if (args.includes('--add-sessions')) return 'add-sessions'
  return args.includes('--new-window') ? 'window' : null
}

/** Parses the command line; `isDevelopment` when the program runs from its folder and is not installed. */
export function readLaunch(argv: readonly string[], isDevelopment: boolean): LaunchWish {
  const allArgs = argv.slice(1)
  const args = allArgs.slice(isDevelopment ? firstArgumentIndex(allArgs) : 0)
  const links = args.filter(isLink)
  const command = args.filter((word) => !isLink(word))
  const hasCommand = command.some((word) => !isSwitch(word)) || command.some((word) => /^--app(?:=|$)/.test(word))
  const readings = [...links.map(readLink), ...(hasCommand ? [readCommand(command)] : [])]
  return {
    practice: allArgs.includes('--practice'),
    opens: opensOf(allArgs),
    requests: readings.flatMap((reading) => ('request' in reading ? [reading.request] : [])),
    problems: readings.flatMap((reading) => ('problem' in reading ? [reading.problem] : [])),
  }
}

const maxHandedOver = 20
const maxArgs = 200

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** The command line of another start, whose first word is the program's own name. */
function wordsHandedOver(value: unknown): readonly string[] {
  const { argv } = fieldsOf(value)
  const args: readonly unknown[] = Array.isArray(argv) ? argv : []
  return args.slice(0, maxArgs).filter((word) => typeof word === 'string')
}

/** The arguments with which the program starts again in place of another start. */
export function argsHandedOver(value: unknown): string[] {
  return wordsHandedOver(value).slice(1)
}

/** The requests of another start: any program of this user may have sent them, so they are parsed as if typed here. */
export function readHandedOver(value: unknown): LaunchRequests {
  const isDevelopment = fieldsOf(value)['isDevelopment'] === true
  const { requests, opens } = readLaunch(wordsHandedOver(value), isDevelopment)
  return { requests: requests.slice(0, maxHandedOver), opens }
}

/**
 * The switches that an installed program accepts. Chromium has more than a thousand, and many of them give others
 * access: a debugging port, no sandbox, a library to load. So this lists the harmless ones, and all others are refused.
 */
const harmless: ReadonlySet<string> = new Set([
  // Greenroom's own switches, and those of installers after an update.
  ...['app', 'practice', 'new-window', 'add-sessions', 'user-data-dir', 'updated'],
  // Chromium's switches for a desktop where it cannot detect how to draw, type or reach a proxy.
  ...['lang', 'force-device-scale-factor', 'high-dpi-support', 'force-renderer-accessibility', 'disable-gpu'],
  ...['ozone-platform', 'ozone-platform-hint', 'enable-wayland-ime', 'wayland-text-input-version', 'gtk-version'],
  ...['proxy-server', 'proxy-pac-url', 'proxy-bypass-list', 'proxy-auto-detect', 'no-proxy-server'],
])

// Windows starts an ended program with these when its notification is clicked.
const harmlessOnWindows: ReadonlySet<string> = new Set(['toastactivated', 'embedding'])

interface Launch {
  /** The program's own name comes first. */
  readonly argv: readonly string[]
  readonly platform: NodeJS.Platform
  readonly isPackaged: boolean
}

/** Why the program does not start with these arguments, as a sentence for a terminal; null when it starts. */
export function switchRefusal({ argv, platform, isPackaged }: Launch): string | null {
  if (!isPackaged) return null
  const args = argv.slice(1)
  const end = args.indexOf('--')
  // Parses switches as Chromium does: also with one dash, and on Windows with a slash and in any case.
  const dashes = platform === 'win32' ? /^(?:--?|\/)([^=]+)/ : /^--?([^=]+)/
  const names = args
    .slice(0, end === -1 ? args.length : end)
    .flatMap((word) => dashes.exec(word)?.[1]?.toLowerCase() ?? [])
  const isHarmless = (name: string): boolean =>
    harmless.has(name) || (platform === 'win32' && harmlessOnWindows.has(name))
  const refused = names.find((name) => !isHarmless(name))
  if (refused === undefined) return null
  return `Greenroom doesn't start with the switch --${refused.slice(0, 100)}. Start it again without that switch.`
}
