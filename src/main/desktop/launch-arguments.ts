/**
 * What a launch asks for, by its command line or by a link. A link can add a session and have it shown, and nothing else,
 * whoever made it; whatever does not say that plainly is a problem in words. Without zod, as main's entry loads it.
 */
import type { LinkRequest } from '../sessions/inbox/inbox.ts'

/** What the program is wanted for, at its start or while it runs: nothing in it spends, closes or sends. */
export interface Wanted {
  readonly requests: readonly LinkRequest[]
  /** One more window, or the place where session ids are added; null for the window in front. */
  readonly opens: 'window' | 'add-sessions' | null
}

/** What a launch asks for. With a problem nothing of it is done. */
export interface LaunchWish extends Wanted {
  /** Open the practice service. */
  readonly practice: boolean
  /** Sentences for a terminal. */
  readonly problems: readonly string[]
}

/** A link, read: the session to be added, or why it says nothing. */
export type LinkReading = { readonly request: LinkRequest } | { readonly problem: string }

/** The scheme of links to sessions. */
export const linkScheme = 'greenroom'

const usage = 'Usage: greenroom session add <session id> [--app <application id>]'
const linkForm = `${linkScheme}://session/<session id>?app=<application id>`
const maxLinkLength = 4_000
const longest = { session: 256, application: 128 }
const names = { session: 'session id', application: 'application id' }

/** Why a text is no id; null for one. Signs that nobody sees could show one id and mean another. */
function problemOfId(id: string, kind: keyof typeof longest): string | null {
  if (id === '') return `The ${names[kind]} is missing.`
  if (/[\s\p{C}]/u.test(id)) return `The ${names[kind]} has white space or invisible characters.`
  return id.length > longest[kind] ? `The ${names[kind]} is longer than ${longest[kind]} characters.` : null
}

function linkRequestOf(request: LinkRequest): LinkReading {
  const { sessionId, appId } = request
  const problem = problemOfId(sessionId, 'session') ?? (appId === null ? null : problemOfId(appId, 'application'))
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

/** The values of a parameter, decoded; null among them for one that cannot be. */
function valuesOf(query: string, name: string): readonly (string | null)[] {
  return query
    .split('&')
    .filter((pair) => pair.split('=', 1)[0] === name)
    .map((pair) => decoded(pair.slice(name.length + 1)))
}

/** The application that a query names, undecodable as null; "" when it names none. */
function appIn(query: string): { readonly appId: string | null } | { readonly problem: string } {
  const values = valuesOf(query, 'app')
  if (values.length > 1) return { problem: 'The link names several applications.' }
  const [value = ''] = values
  if (value === null) return { problem: 'The link is not percent-encoded as links are.' }
  return { appId: value === '' ? null : value }
}

function readParts(place: string, query: string): LinkReading {
  const segments = place.replace(/^\//, '').replace(/\/$/, '').split('/')
  if (segments.length > 1) return { problem: `The link names several things; it must read ${linkForm}.` }
  const sessionId = decoded(segments[0] ?? '')
  if (sessionId === null) return { problem: 'The link is not percent-encoded as links are.' }
  const app = appIn(query)
  return 'problem' in app ? app : linkRequestOf({ sessionId, appId: app.appId, source: 'link' })
}

/** Reads a link to a session; nothing else in it means anything. Never throws. */
export function readLink(link: string): LinkReading {
  if (link.length > maxLinkLength) return { problem: 'The link is too long.' }
  // As a URL these would be dropped, and another id would be left.
  if (/[\s\p{C}]/u.test(link)) return { problem: 'The link has white space or invisible characters.' }
  const parts = /^greenroom:\/\/([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?(?:#.*)?$/i.exec(link)
  if (parts?.[1]?.toLowerCase() !== 'session')
    return { problem: `The link is none of Greenroom's: it must read ${linkForm}.` }
  return readParts(parts[2] ?? '', parts[3] ?? '')
}

const isLink = (word: string): boolean => word.toLowerCase().startsWith(`${linkScheme}:`)
const isSwitch = (word: string): boolean => word.startsWith('-')

/** The value of a switch given as `--name value` or `--name=value`, with the args that are left. */
function optionOf(
  args: readonly string[],
  name: string,
): { readonly value: string | null; readonly rest: readonly string[] } {
  const at = args.findIndex((word) => word === name || word.startsWith(`${name}=`))
  const word = args[at]
  if (word === undefined) return { value: null, rest: args }
  if (word !== name) return { value: word.slice(name.length + 1), rest: args.toSpliced(at, 1) }
  return { value: args[at + 1] ?? '', rest: args.toSpliced(at, 2) }
}

/** `session add <id> [--app <id>]`; the switches of Chromium among them mean nothing here. */
function readCommand(args: readonly string[]): LinkReading {
  const { value: appId, rest } = optionOf(args, '--app')
  const [noun, verb, sessionId = '', ...more] = rest.filter((word) => !isSwitch(word))
  if (noun !== 'session' || verb !== 'add') return { problem: `Not known: ${args.join(' ').slice(0, 100)}. ${usage}` }
  if (more.length > 0) return { problem: `One session at a time. ${usage}` }
  const read = linkRequestOf({ sessionId, appId, source: 'command' })
  return 'problem' in read ? { problem: `${read.problem} ${usage}` } : read
}

function wishFrom(asked: Pick<LaunchWish, 'practice' | 'opens'>, readings: readonly LinkReading[]): LaunchWish {
  return {
    ...asked,
    requests: readings.flatMap((reading) => ('request' in reading ? [reading.request] : [])),
    problems: readings.flatMap((reading) => ('problem' in reading ? [reading.problem] : [])),
  }
}

/** Where the operator's args begin in development: behind the program's folder, which Electron takes for itself. */
function behindFolder(given: readonly string[]): number {
  const isModule = (word: string | undefined): boolean => word === '-r' || word === '--require'
  return given.findIndex((word, at) => !isSwitch(word) && !isModule(given[at - 1])) + 1
}

function opensOf(given: readonly string[]): LaunchWish['opens'] {
  if (given.includes('--add-sessions')) return 'add-sessions'
  return given.includes('--new-window') ? 'window' : null
}

/** Reads the command line; `isDevelopment` when it runs from its folder and not as an installed program. */
export function readLaunch(argv: readonly string[], isDevelopment: boolean): LaunchWish {
  const given = argv.slice(1)
  const args = given.slice(isDevelopment ? behindFolder(given) : 0)
  const links = args.filter(isLink)
  const command = args.filter((word) => !isLink(word))
  const hasCommand = command.some((word) => !isSwitch(word)) || command.some((word) => /^--app(?:=|$)/.test(word))
  const asked = { practice: given.includes('--practice'), opens: opensOf(given) }
  return wishFrom(asked, [...links.map(readLink), ...(hasCommand ? [readCommand(command)] : [])])
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function readLinkRequest(value: unknown): LinkReading {
  const { sessionId, appId, source } = isRecord(value) ? value : {}
  const isApp = appId === null || typeof appId === 'string'
  if (typeof sessionId !== 'string' || !isApp || (source !== 'link' && source !== 'command')) {
    return { problem: 'What another start handed over cannot be read.' }
  }
  return linkRequestOf({ sessionId, appId, source })
}

const maxHandedOver = 20

/** What another start handed over: any program of this user may have sent it, so that nothing of it is trusted. */
export function readHandedOver(value: unknown): LaunchWish {
  const { practice, opens, requests } = isRecord(value) ? value : {}
  const list: readonly unknown[] = Array.isArray(requests) ? requests : []
  const known = opens === 'window' || opens === 'add-sessions'
  return wishFrom(
    { practice: practice === true, opens: known ? opens : null },
    list.slice(0, maxHandedOver).map(readLinkRequest),
  )
}

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
