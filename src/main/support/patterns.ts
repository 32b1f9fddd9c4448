/** What is known by its form to name something: ids, hosts and paths. */

/** The placeholder of a value; the same for the same. */
export type MarkOf = (value: string) => string

// What stands between two halves where a line ends: of a text, in JSON, in an address, or as `inspect` breaks a text.
const filling = String.raw`(?:['"+\s]|\\+[nr]|%(?:25)*(?:0[AD]|2[027B])){0,40}`
const lineEnd = String.raw`(?:${filling}(?:\n|\\+n|%(?:25)*0A)${filling})`
const hex = (count: number): string => `(?:[0-9a-f]${lineEnd}?){${String(count)}}`
const parts = [hex(8), hex(4), hex(4), hex(4), `${hex(11)}[0-9a-f]`]
const uuid = new RegExp(`(?<![0-9a-f])${parts.join(`-${lineEnd}?`)}(?![0-9a-f])`, 'gi')
const longHex = /(?<![0-9a-z])(?=[0-9a-f]*\d)[0-9a-f]{24,}(?![0-9a-z])/gi
const digits = new RegExp(String.raw`\d+(?:${lineEnd}\d+)*`, 'gi')
const isLineEnd = new RegExp(lineEnd, 'gi')
const MIN_ID_DIGITS = 16

/** Replaces ids: numbers of sixteen digits and more, cut by line ends or not, UUIDs and hashes. */
export function replaceIds(text: string, markOf: MarkOf): string {
  return text
    .replaceAll(uuid, (found) => markOf(found.replaceAll(isLineEnd, '')))
    .replaceAll(longHex, markOf)
    .replaceAll(digits, (run) => {
      const number = run.replaceAll(isLineEnd, '')
      return number.length < MIN_ID_DIGITS ? run : markOf(number)
    })
}

// This computer names nobody.
const isHere = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[?::1?\]?)$/i.test(host)
const isMark = (host: string): boolean => /^host-\d+$/.test(host)

// A user name before the host goes with it.
const inAddress = /((?:https?|wss?|socks[45]?):(?:\\?\/){2})(?:[^\s/@'"\\]*@)?(\[[0-9a-f:.]+\]|[^\s/:'"?#\\,;)\]}<]+)/gi
const inEncodedAddress = /((?:https?|wss?)%3A%2F%2F)([a-z0-9.-]+)/gi
const named =
  /((?:getaddrinfo [A-Z_]+ |\bHost: |\bDNS:|\b(?:hostname|host|servername|address|proxy)['"]?: ?['"]))([^\s'",]+?)(?=[\s'",]|\. |$)/g
const address4 = /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?!\.?\d)/g
const address6 = /(?<![\w:.])(?=[0-9a-f:]*::|(?:[0-9a-f]+:){7})[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?![\w:])/gi

/** Replaces hosts in addresses, in errors of connections, and as bare addresses of the network; not this computer's own. */
export function replaceHosts(text: string, markOf: MarkOf): string {
  const mark = (host: string): string => (isHere(host) || isMark(host) ? host : markOf(host.toLowerCase()))
  const afterStart = (_all: string, start: string, host: string): string => start + mark(host)
  return text
    .replaceAll(inAddress, afterStart)
    .replaceAll(inEncodedAddress, afterStart)
    .replaceAll(named, afterStart)
    .replaceAll(address4, (found) => (found.split('.').every((part) => Number(part) <= 255) ? mark(found) : found))
    .replaceAll(address6, mark)
}

const quotedPath = /(['"`])(?:\/(?=[^'"`\n/]+\/)|[a-z]:[\\/]|\\\\\w)[^'"`\n]*\1/gi
const bareWindowsPath = /(?<![\w<])(?:[a-z]:\\|\\\\\w)[^\s'"`<>|]*/gi
const barePath = /(?<![\w>~.:/\\%-])\/(?:[^\s'"`:,()/]+\/)+[^\s'"`:,()]*/g
const quotedHome = /(['"`])~[^'"`\n]*\1/g
const bareHome = /~(?:\\*[\\/])+[^\s'"`,()]*/g

/** Replaces paths that no known folder stands for, and what follows the home folder. */
export function replacePaths(text: string): string {
  return text
    .replaceAll(quotedPath, '$1<path>$1')
    .replaceAll(quotedHome, '$1~/…$1')
    .replaceAll(bareWindowsPath, '<path>')
    .replaceAll(barePath, '<path>')
    .replaceAll(bareHome, '~/…')
}
