/** Shortens a compared text to its changes with some words around them. */
import type { TextPart } from '../../../../shared/model/conversation-changes.ts'

/** The shortened text; `isCut` when something was left out. */
export interface ShortenedText {
  readonly parts: readonly TextPart[]
  readonly isCut: boolean
}

const around = 60
const longestChange = 600
const mostParts = 120
const gap = '…'

type Ends = Pick<Record<'isFirst' | 'isLast', boolean>, 'isFirst' | 'isLast'>

function shortSame(text: string, { isFirst, isLast }: Ends): string {
  const head = isFirst ? '' : text.slice(0, around)
  const tail = isLast ? '' : text.slice(-around)
  return head.length + tail.length + gap.length >= text.length ? text : `${head}${gap}${tail}`
}

function shortPart({ kind, text }: TextPart, ends: Ends): TextPart {
  if (kind === 'same') return { kind, text: shortSame(text, ends) }
  return { kind, text: text.length > longestChange ? `${text.slice(0, longestChange)}${gap}` : text }
}

/** The first changes with what stands around them; texts without their like stay as they are. */
export function shortened(parts: readonly TextPart[]): ShortenedText {
  const first = parts.slice(0, mostParts)
  const short = first.map((part, place) =>
    shortPart(part, { isFirst: place === 0, isLast: place === parts.length - 1 }),
  )
  const isCut = parts.length > mostParts || short.some(({ text }, place) => text !== first[place]?.text)
  return { parts: short, isCut }
}
