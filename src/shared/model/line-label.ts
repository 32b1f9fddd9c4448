/** The label that people write beside an id on its line, as in "Gate 1 009c…" or "009c…, Front desk". */
import { standingOfName } from './id-kinds.ts'
import type { IdKind } from './id-kinds.ts'

// A longer text surrounds an id and is not a label. `maxBeside` also bounds the search for the ends of a line.
const maxLength = 60
const maxWords = 5
const maxBeside = 80

// Words that logs use for call events.
const eventWords = new Set(
  [
    ['start', 'started', 'begin', 'began', 'open', 'opened', 'connect', 'connected', 'complete', 'completed', 'live'],
    [
      'stop',
      'stopped',
      'end',
      'ended',
      'close',
      'closed',
      'info',
      'warn',
      'warning',
      'error',
      'debug',
      'call',
      'calls',
    ],
  ].flat(),
)

const separator = /[\s,，]/u
const separatorsAround = /^[\s,，]+|[\s,，]+$/gu
const quotesAround = /^["'`]|["'`]$/g
const bullet = /^(?:[-*•]|\d{1,4}[.)])(?:\s+|$)/u
const label = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .'’()#&+/_-]*$/u

/** The text of one side of the line; "" for an empty side, null where the id belongs to a longer text. */
function textOf(side: string, nearest: string | undefined): string | null {
  const text = side
    .replace(separatorsAround, '')
    .replace(bullet, '')
    .replace(/\s[-–—]$/u, '')
    .replace(quotesAround, '')
    .trim()
  return text === '' || (nearest !== undefined && separator.test(nearest)) ? text : null
}

function isLabel(text: string, kind: IdKind): boolean {
  const words = text.toLowerCase().split(/[\s_-]+/u)
  return (
    text.length <= maxLength &&
    label.test(text) &&
    /\p{L}/u.test(text) &&
    words.length <= maxWords &&
    !words.every((word) => eventWords.has(word)) &&
    // "Session ID 009c…" names the id, and a second id is no label.
    standingOfName(text, kind) === 'none' &&
    kind.forms.every((form) => text.search(form) === -1)
  )
}

/** The label of an id at a position of the text; "" where its line has no label, or has text on both sides. */
export function lineLabel(
  text: string,
  { id, at }: { readonly id: string; readonly at: number },
  kind: IdKind,
): string {
  const end = at + id.length
  const earlier = text.slice(Math.max(0, at - maxBeside), at).split(/[\n\r]/)
  const later = text.slice(end, end + maxBeside).split(/[\n\r]/)
  const before = (earlier.at(-1) ?? '').replace(/["'`]$/, '')
  const after = (later[0] ?? '').replace(/^["'`]/, '')
  const sides = [textOf(before, before.at(-1)), textOf(after, after[0])]
  const [only = '', other] = sides.filter((side) => side !== '')
  return only !== null && other === undefined && isLabel(only, kind) ? only : ''
}
