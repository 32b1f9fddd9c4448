/**
 * Finds ids of sessions in a text of any kind: CSV, JSON, log lines, addresses, once or twice escaped. The service says
 * of them only that they are texts; what it makes are UUIDs, and 19 digits may as well be an application, a task or a
 * conversation. So what stands before an id decides. Every pattern has a bound, so that no text makes this slow.
 */
import { maxFoundIds } from './find-ids.ts'
import type { FoundId, IdNames } from './find-ids.ts'
import { cellsOfColumns, headingOf } from './id-table.ts'

/** The names around ids of sessions. Source: `service-api.md §GET /sessionStop` (`uuid`). */
const sessionIdNames: IdNames = {
  wanted: ['session', 'sess', 'call', 'uu'],
  others: [
    ...['app', 'application', 'task', 'conversation', 'user', 'corp', 'crop', 'model', 'scene', 'modelscene', 'image'],
    ...['tts', 'request', 'req', 'trace', 'span', 'transaction', 'correlation', 'job', 'device', 'tenant', 'account'],
    ...['customer', 'client', 'message', 'msg', 'event', 'order', 'profile', 'avatar', 'commit', 'build', 'token'],
  ],
}

/** secret: it opens something, and is not even offered; other: an id of something else; none: nothing is said. */
type Standing = 'wanted' | 'other' | 'secret' | 'none'

interface Hit {
  readonly id: string
  readonly at: number
  readonly standing: Standing
  /** What makes it likely when nothing is said of it. */
  readonly isLikelyAlone: boolean
}

const punctuation = new Set(' "\',/:;=?&()[]{}<>\\|\n\r\t')
const entities: Readonly<Record<string, string>> = { quot: '"', apos: "'", amp: '&', lt: '<', gt: '>' }
const escape = /%(?:25){0,3}([0-9a-f]{2})|\\{1,8}u00([0-9a-f]{2})|&(quot|apos|amp|lt|gt);|&#(3[49]);|\\{1,8}(["'/])/gi

/** The text with its punctuation as itself, however it was escaped; nothing else of it changes. */
function unescaped(text: string): string {
  return text.replace(escape, (...found: readonly (string | undefined)[]) => {
    const [whole = '', percent, unicode, entity, decimal, slashed] = found
    if (slashed !== undefined) return slashed
    if (entity !== undefined) return entities[entity.toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(percent ?? unicode ?? '', 16) : Number(decimal)
    const sign = String.fromCharCode(code)
    return punctuation.has(sign) ? sign : whole
  })
}

const secretWord = /(?:key|secret|token|password|passwd|pwd|bearer|authorization|credentials?|signature|cookie)s?$/
const idWord = /^(?:uu|gu)?ids?$/
const runOn = /^([a-z]{3,24}?)(?:uu|gu)?ids?$/
const lastTerms = /(?:([a-z\d]{1,40})([ _.-]{1,4}))?([a-z\d]{1,40})[ _.-]{0,4}$/i

function standingOfWord(word: string): Standing {
  const { wanted, others } = sessionIdNames
  const singular = word.replace(/s$/, '')
  if (wanted.includes(word) || wanted.includes(singular)) return 'wanted'
  return others.includes(word) || others.includes(singular) ? 'other' : 'none'
}

/** The standing of an id under a word and its "id"; an unknown word that is one with its "id" is a name too. */
function standingOfPair(before: string | undefined, joint: string): Standing | 'bare' {
  if (before === undefined) return 'bare'
  const standing = standingOfWord(before.toLowerCase())
  if (standing !== 'none') return standing
  return joint.includes(' ') ? 'bare' : 'other'
}

/** What a name says of the id behind it; bare: only that it is an id. */
function standingOfName(name: string): Standing | 'bare' {
  const words = lastTerms.exec(name.replace(/([a-z\d])(?=[A-Z])/g, '$1_'))
  if (words === null) return 'none'
  const [, before, joint = '', lastWord = ''] = words
  const last = lastWord.toLowerCase()
  if (secretWord.test(last)) return 'secret'
  if (idWord.test(last)) return standingOfPair(before, joint)
  const joined = runOn.exec(last)?.[1]
  return standingOfWord(joined !== undefined && standingOfWord(joined) !== 'none' ? joined : last)
}

const between = new Set(' \t\n\r"\'`([{<*#:=>/|@~._-')
const inName = /[\w .-]/
const maxBetween = 24
const maxNameLength = 40

interface Before {
  readonly standing: Standing
  /** It is the first of a list, whose others have no name of their own. */
  readonly isInList: boolean
}

/** Where a run of signs that ends at `end` begins. */
function startOfRun(end: number, max: number, belongs: (at: number) => boolean): number {
  let at = end
  while (at > 0 && end - at < max && belongs(at - 1)) at -= 1
  return at
}

/** The name before an id, with what is between the two. A name on the line before needs a sign of it. */
function nameBefore(text: string, at: number): { readonly name: string; readonly from: number; readonly gap: string } {
  const end = startOfRun(at, maxBetween, (place) => between.has(text.charAt(place)))
  const gap = text.slice(end, at)
  const isApart = gap === '' || (/[\n\r]/.test(gap) && !/[:=]/.test(gap))
  const from = isApart ? end : startOfRun(end, maxNameLength, (place) => inName.test(text.charAt(place)))
  return { name: text.slice(from, end), from, gap }
}

function standingBefore(text: string, at: number): Before {
  const { name, from, gap } = nameBefore(text, at)
  const isInList = gap.includes('[') || /\n\s*[-*]/.test(gap)
  const standing = standingOfName(name)
  if (standing !== 'bare') return { standing, isInList }
  // {"app":{"id":"…"}}: whose id it is stands around it.
  const around = /\{\s?["'`]?$/.test(text.slice(Math.max(0, from - 3), from))
    ? standingOfName(nameBefore(text, from).name)
    : 'none'
  if (around !== 'none' && around !== 'bare') return { standing: around, isInList }
  return { standing: /(?:uu|gu)ids?$/i.test(name) ? 'wanted' : 'none', isInList }
}

const quoted = String.raw`(["'${'`'}])([^\s"'${'`'}\\<>,]{1,256})\1`
const free = new RegExp(
  String.raw`sess(?:ion)?[ _.-]?(?:uu)?id["'${'`'}]?\s{0,8}(?:[=-]>|:=|[:=>])\s{0,8}(?:${quoted}|([\w.:~+@-]{1,256})(?![\w.:~+@-]))`,
  'gi',
)
const link = /greenroom:\/\/session\/([^\s?#"'`<>\\,;()[\]{}/]{1,256})/gi
const uuid = /(?<![\da-f])[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}(?![\da-f])/gi
const beginsWithUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-f])/i
const digits = /(?<!\d)\d{15,32}(?!\d)/g
// Shorter ones are rather a number of a row than an id of the service.
const minLikelyLength = 8

// A token, which some call the id of a session: it opens something.
const token = /^eyJ[\w-]{8,}\.[\w-]/

/** An id of whatever form under the name of a session's; a word without digits is rather a type, or nothing at all. */
function freeHit(id: string, at: number): Hit | null {
  if (!/\d/.test(id) || token.test(id)) return null
  return { id, at, standing: id.length < minLikelyLength ? 'other' : 'wanted', isLikelyAlone: false }
}

function* freeHits(text: string): Generator<Hit> {
  for (const { 0: whole, 2: inQuotes, 3: plain = '', index } of text.matchAll(free)) {
    const id = inQuotes ?? plain.replace(/[.:~+@-]{1,256}$/, '')
    // What follows a bare UUID, such as a port, does not belong to it; what stands before it does.
    if (beginsWithUuid.test(plain)) continue
    const hit = freeHit(id, index + whole.lastIndexOf(inQuotes ?? plain))
    if (hit !== null) yield hit
  }
}

function* linkHits(text: string): Generator<Hit> {
  for (const { 0: whole, 1: id = '', index } of text.matchAll(link)) {
    if (!token.test(id)) yield { id, at: index + whole.length - id.length, standing: 'wanted', isLikelyAlone: false }
  }
}

interface Column {
  readonly standing: Exclude<Standing, 'none'>
  /** Its heading says that ids stand in it. */
  readonly isOfIds: boolean
}

function columnUnder(heading: string): Column | null {
  if (!/^[a-z][\w .-]{0,40}$/i.test(heading)) return null
  const standing = standingOfName(heading)
  if (standing === 'none') return null
  if (standing !== 'bare') return { standing, isOfIds: /id$/i.test(heading) }
  return /^(?:uu|gu)id$/i.test(heading) ? { standing: 'wanted', isOfIds: true } : null
}

interface Span {
  readonly from: number
  readonly to: number
  readonly standing: Standing
}

interface Named {
  readonly hits: readonly Hit[]
  /** Cells whose column says what stands in them. */
  readonly cells: readonly Span[]
}

function namedIn(text: string): Named {
  const hits = [...freeHits(text), ...linkHits(text)]
  const cells: Span[] = []
  for (const { text: id, at, standing: column } of cellsOfColumns(text, columnUnder)) {
    const { standing, isOfIds } = column
    if (id === '') continue
    cells.push({ from: at, to: at + id.length, standing })
    const hit = standing === 'wanted' && isOfIds && /^[^\s"'\\<>]{1,256}$/.test(id) ? freeHit(id, at) : null
    if (hit !== null) hits.push(hit)
  }
  return { hits, cells }
}

/** Answers what holds a place; asked with rising places only. */
function holder<Item extends { readonly from: number; readonly to: number }>(items: readonly Item[]) {
  let next = 0
  return (at: number): Item | null => {
    while ((items[next]?.to ?? Infinity) <= at) next += 1
    const item = items[next]
    return item !== undefined && item.from <= at ? item : null
  }
}

/** Runs of one form, each with what its column, its name or its list says of it. */
function* formedHits(text: string, form: RegExp, cells: readonly Span[]): Generator<Hit> {
  const cellAt = holder(cells)
  let former: (Before & { readonly end: number }) | null = null
  for (const { 0: id, index: at } of text.matchAll(form)) {
    const gap: string = former === null ? '' : text.slice(former.end, Math.min(at, former.end + maxBetween + 1))
    const isNext: boolean = former?.isInList === true && /^["'`\s]*[,\n]["'`\s*-]*$/.test(gap)
    const before: Before = isNext && former !== null ? former : standingBefore(text, at)
    former = { standing: before.standing, isInList: before.isInList, end: at + id.length }
    yield { id, at, standing: cellAt(at)?.standing ?? before.standing, isLikelyAlone: form === uuid }
  }
}

function isLikely({ standing, isLikelyAlone }: Hit): boolean {
  return standing === 'wanted' || (standing === 'none' && isLikelyAlone)
}

/**
 * Gives the session ids of a text in the order of their first appearance, each once, at most 10,000. Likely are UUIDs and
 * what stands under a session's name, unless the name is another's; values of secrets are left out. Never throws.
 */
export function findSessionIds(text: string): readonly FoundId[] {
  const plain = unescaped(text)
  const { hits: named, cells } = namedIn(plain)
  const whole = named.map((hit) => ({ from: hit.at, to: hit.at + hit.id.length })).sort((a, b) => a.from - b.from)
  const found = new Map<string, { readonly at: number; readonly isLikely: boolean }>()
  const collect = (hit: Hit): void => {
    const known = found.get(hit.id)
    const at = Math.min(hit.at, known?.at ?? Infinity)
    found.set(hit.id, { at, isLikely: isLikely(hit) || known?.isLikely === true })
  }
  named.forEach(collect)
  for (const form of [uuid, digits]) {
    const wholeAt = holder(whole)
    for (const hit of formedHits(plain, form, cells)) {
      if (hit.standing !== 'secret' && wholeAt(hit.at) === null) collect(hit)
    }
  }
  return [...found]
    .sort(([, one], [, other]) => one.at - other.at)
    .slice(0, maxFoundIds)
    .map(([id, { isLikely: likely }]) => ({ id, isLikely: likely }))
}

/**
 * The first line of a text, with its end, when it says of a table's columns what stands in them: it belongs before any
 * later rows in which ids are looked for. "" for any other line, and for one that has ids itself.
 */
export function sessionHeadingOf(text: string): string {
  const heading = headingOf(text, columnUnder)
  return findSessionIds(heading).length === 0 ? heading : ''
}
