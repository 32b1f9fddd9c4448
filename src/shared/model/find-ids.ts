/**
 * Finds ids in a text of any kind: escaped, broken or mixed. The service uses UUIDs for sessions and 19 digits for all
 * other ids, so the name before an id decides its kind. Every pattern is bounded, so that no text is slow.
 */
import { idKinds, standingOfBare, standingOfName } from './id-kinds.ts'
import type { IdKind, Standing } from './id-kinds.ts'
import { cellsOfColumns, headingOf } from './id-table.ts'
import { lineLabel } from './line-label.ts'
import { withoutUnseen } from './pasted-text.ts'

export interface FoundId {
  readonly id: string
  /** The id has the form of the wanted ids and no other name, or it follows the name of a wanted id. */
  readonly isLikely: boolean
  /** Label next to the id on its line; absent where the line has no label. */
  readonly label?: string
}

export const maxFoundIds = 10_000

interface Hit {
  readonly id: string
  readonly at: number
  readonly standing: Standing
  /** Its form makes it likely when it has no name. */
  readonly isLikelyAlone: boolean
}

const punctuation = new Set(' "\',/:;=?&()[]{}<>\\|\n\r\t')
const entities: Readonly<Record<string, string>> = { quot: '"', apos: "'", amp: '&', lt: '<', gt: '>' }
const escape = /%(?:25){0,3}([0-9a-f]{2})|\\{1,8}u00([0-9a-f]{2})|&(quot|apos|amp|lt|gt);|&#(3[49]);|\\{1,8}(["'/])/gi

// Terminal colour codes occur between a name and its value, and no id contains a NUL.
// oxlint-disable-next-line eslint/no-control-regex -- what they find is taken out
const unseen = /\0|(?:\u001b|\\{1,8}(?:u00|x)1b)\[[\d;]{0,20}m/gi

/** Removes invisible characters and unescapes punctuation; the rest of the text stays unchanged. */
function unescaped(text: string): string {
  return withoutUnseen(text.replace(unseen, '')).replace(escape, (...groups: readonly (string | undefined)[]) => {
    const [match = '', percent, unicode, entity, decimal, slashed] = groups
    if (slashed !== undefined) return slashed
    if (entity !== undefined) return entities[entity.toLowerCase()] ?? match
    const code = decimal === undefined ? Number.parseInt(percent ?? unicode ?? '', 16) : Number(decimal)
    const sign = String.fromCharCode(code)
    return punctuation.has(sign) ? sign : match
  })
}

const between = new Set(' \t\n\r"\'`([{<*#:=>/|@~._-')
const inName = /[\w .-]/
const maxBetween = 24
const maxNameLength = 40

interface IdContext {
  readonly standing: Standing
  /** The id is the first of a list, whose other ids have no names of their own. */
  readonly isInList: boolean
}

function startOfRun(end: number, max: number, belongs: (index: number) => boolean): number {
  let index = end
  while (index > 0 && end - index < max && belongs(index - 1)) index -= 1
  return index
}

/** The name before an id, and the gap between them. A name on the previous line needs a colon or an equals sign. */
function nameBefore(
  text: string,
  position: number,
): { readonly name: string; readonly from: number; readonly gap: string } {
  const end = startOfRun(position, maxBetween, (index) => between.has(text.charAt(index)))
  const gap = text.slice(end, position)
  const isApart = gap === '' || (/[\n\r]/.test(gap) && !/[:=]/.test(gap))
  const from = isApart ? end : startOfRun(end, maxNameLength, (index) => inName.test(text.charAt(index)))
  return { name: text.slice(from, end), from, gap }
}

function standingBefore(text: string, position: number, kind: IdKind): IdContext {
  const { name, from, gap } = nameBefore(text, position)
  const isInList = gap.includes('[') || /\n\s*[-*]/.test(gap)
  const standing = standingOfName(name, kind)
  if (standing !== 'bare') return { standing, isInList }
  // {"app":{"id":"…"}}: the name of the surrounding object decides the kind.
  const outerStanding = /\{\s?["'`]?$/.test(text.slice(Math.max(0, from - 3), from))
    ? standingOfName(nameBefore(text, from).name, kind)
    : 'none'
  if (outerStanding !== 'none' && outerStanding !== 'bare') return { standing: outerStanding, isInList }
  return { standing: standingOfBare(name, kind), isInList }
}

const value = String.raw`(?:(["'${'`'}])([^\s"'${'`'}\\<>,]{1,256})\1|([\w.:~+@-]{1,256})(?![\w.:~+@-]))`
const free = new RegExp(String.raw`id["'${'`'}]?\s{0,8}(?:[=-]>|:=|[:=>])\s{0,8}${value}`, 'gi')
const beginsWithUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-f])/i

// A JWT is a secret, although some call it a session id.
const token = /^eyJ[\w-]{8,}\.[\w-]/

/** An id of any form under its name. A word without digits is more likely a type or not a value at all. */
function freeHit(id: string, at: number, kind: IdKind): Hit | null {
  if (!/\d/.test(id) || token.test(id)) return null
  return { id, at, standing: id.length < kind.minLikelyLength ? 'other' : 'wanted', isLikelyAlone: false }
}

function* freeHits(text: string, kind: IdKind): Generator<Hit> {
  for (const { 0: match, 2: inQuotes, 3: plain = '', index } of text.matchAll(free)) {
    const id = inQuotes ?? plain.replace(/[.:~+@-]{1,256}$/, '')
    const at = index + match.lastIndexOf(inQuotes ?? plain)
    const name = text.slice(Math.max(0, index - maxNameLength), index + 2)
    // Characters after a bare UUID, such as a port, do not belong to the id; characters before it do.
    if (beginsWithUuid.test(plain) || !kind.freeName.test(name)) continue
    const hit = standingBefore(text, at, kind).standing === 'wanted' ? freeHit(id, at, kind) : null
    if (hit !== null) yield hit
  }
}

function* linkHits(text: string, { link }: IdKind): Generator<Hit> {
  for (const { 0: match, 1: id = '', index } of link === null ? [] : text.matchAll(link)) {
    if (!token.test(id)) yield { id, at: index + match.length - id.length, standing: 'wanted', isLikelyAlone: false }
  }
}

interface Column {
  readonly standing: Exclude<Standing, 'none'>
  /** Its heading says that the column contains ids. */
  readonly isOfIds: boolean
}

function columnUnder(heading: string, kind: IdKind): Column | null {
  if (!/^[a-z][\w .-]{0,40}$/i.test(heading)) return null
  const standing = standingOfName(heading, kind)
  if (standing === 'none') return null
  if (standing !== 'bare') return { standing, isOfIds: /id$/i.test(heading) }
  const bare = /^(?:uu|gu)?id$/i.test(heading) ? standingOfBare(heading, kind) : 'none'
  return bare === 'none' ? null : { standing: bare, isOfIds: true }
}

interface Span {
  readonly from: number
  readonly to: number
  readonly standing: Standing
}

interface NamedHits {
  readonly hits: readonly Hit[]
  /** Cells of columns whose heading decides their kind. */
  readonly cells: readonly Span[]
}

function namedIn(text: string, kind: IdKind): NamedHits {
  const hits = [...freeHits(text, kind), ...linkHits(text, kind)]
  const cells: Span[] = []
  for (const { text: id, at, standing: column } of cellsOfColumns(text, (heading) => columnUnder(heading, kind))) {
    const { standing, isOfIds } = column
    if (id === '') continue
    cells.push({ from: at, to: at + id.length, standing })
    const hit = standing === 'wanted' && isOfIds && /^[^\s"'\\<>]{1,256}$/.test(id) ? freeHit(id, at, kind) : null
    if (hit !== null) hits.push(hit)
  }
  return { hits, cells }
}

/** Finds the item at a position. Call it with increasing positions only. */
function holder<Item extends { readonly from: number; readonly to: number }>(items: readonly Item[]) {
  let next = 0
  return (position: number): Item | null => {
    while ((items[next]?.to ?? Infinity) <= position) next += 1
    const item = items[next]
    return item !== undefined && item.from <= position ? item : null
  }
}

/** Matches of one form, each with the standing from its column, its name or its list. */
function* formedHits(
  text: string,
  { form, kind }: { form: RegExp; kind: IdKind },
  cells: readonly Span[],
): Generator<Hit> {
  const cellAt = holder(cells)
  let previousHit: (IdContext & { readonly end: number }) | null = null
  for (const { 0: id, index: at } of text.matchAll(form)) {
    const gap: string =
      previousHit === null ? '' : text.slice(previousHit.end, Math.min(at, previousHit.end + maxBetween + 1))
    const isNext: boolean = previousHit?.isInList === true && /^["'`\s]*[,\n]["'`\s*-]*$/.test(gap)
    const before: IdContext = isNext && previousHit !== null ? previousHit : standingBefore(text, at, kind)
    previousHit = { standing: before.standing, isInList: before.isInList, end: at + id.length }
    yield { id, at, standing: cellAt(at)?.standing ?? before.standing, isLikelyAlone: form === kind.likelyForm }
  }
}

function isLikely({ standing, isLikelyAlone }: Hit): boolean {
  return standing === 'wanted' || (standing === 'none' && isLikelyAlone)
}

/**
 * Ids in the order of appearance, each once, at most 10,000. Values of secrets are left out or unlikely. Never throws.
 */
export function findIds(text: string, kindName: keyof typeof idKinds): readonly FoundId[] {
  const kind = idKinds[kindName]
  const plain = unescaped(text)
  const { hits: named, cells } = namedIn(plain, kind)
  const ranges = named.map((hit) => ({ from: hit.at, to: hit.at + hit.id.length })).sort((a, b) => a.from - b.from)
  const hitsById = new Map<string, { readonly at: number; readonly isLikely: boolean }>()
  const collect = (hit: Hit): void => {
    const previous = hitsById.get(hit.id)
    const at = Math.min(hit.at, previous?.at ?? Infinity)
    hitsById.set(hit.id, { at, isLikely: isLikely(hit) || previous?.isLikely === true })
  }
  named.forEach(collect)
  for (const form of kind.forms) {
    const wholeAt = holder(ranges)
    for (const hit of formedHits(plain, { form, kind }, cells)) {
      if ((kind.offersSecrets || hit.standing !== 'secret') && wholeAt(hit.at) === null) collect(hit)
    }
  }
  return [...hitsById]
    .sort(([, one], [, other]) => one.at - other.at)
    .slice(0, maxFoundIds)
    .map(([id, { at, isLikely: likely }]) => {
      const label = lineLabel(plain, { id, at }, kind)
      return label === '' ? { id, isLikely: likely } : { id, isLikely: likely, label }
    })
}

/**
 * The heading of a table, to put before later rows when they are searched for ids; "" for a first line that contains
 * ids itself.
 */
export function sessionHeadingOf(text: string): string {
  const heading = headingOf(text, (name) => columnUnder(name, idKinds.session))
  return findIds(heading, 'session').length === 0 ? heading : ''
}
