/** Shortens a compared text to its changes with some words around them. */
import type { TextPart } from '../../../../shared/model/conversation-changes.ts'

/** The shortened text; `isCut` when something was left out. */
export interface TruncatedText {
  readonly parts: readonly TextPart[]
  readonly isTruncated: boolean
}

const around = 60
const maxChangeLength = 600
const maxParts = 120
const gap = '…'

type Ends = Pick<Record<'isFirst' | 'isLast', boolean>, 'isFirst' | 'isLast'>

function shortSame(text: string, { isFirst, isLast }: Ends): string {
  const head = isFirst ? '' : text.slice(0, around)
  const tail = isLast ? '' : text.slice(-around)
  return head.length + tail.length + gap.length >= text.length ? text : `${head}${gap}${tail}`
}

function shortPart({ kind, text }: TextPart, ends: Ends): TextPart {
  if (kind === 'same') return { kind, text: shortSame(text, ends) }
  return { kind, text: text.length > maxChangeLength ? `${text.slice(0, maxChangeLength)}${gap}` : text }
}

/** The first changes with what stands around them; texts without their like stay as they are. */
export function truncated(parts: readonly TextPart[]): TruncatedText {
  const first = parts.slice(0, maxParts)
  const short = first.map((part, place) =>
    shortPart(part, { isFirst: place === 0, isLast: place === parts.length - 1 }),
  )
  const isTruncated = parts.length > maxParts || short.some(({ text }, place) => text !== first[place]?.text)
  return { parts: short, isTruncated }
}
