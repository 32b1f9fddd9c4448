/** Finds, marks and scrolls to places in the text of a document on screen. */
import { scrollBoxOf } from '../../../ui/scroll-box.ts'

/**
 * A part of the text, from one text node to the same or a later text node. Offsets are UTF-16 units, the end exclusive.
 */
export type TextPlace = Pick<Range, 'startContainer' | 'startOffset' | 'endContainer' | 'endOffset'>

/** The text of a document on screen, and the text nodes that it consists of. */
export interface DocumentText {
  readonly text: string
  readonly nodes: readonly Text[]
  /** Where each node begins in `text`. */
  readonly starts: readonly number[]
}

// Hints beside a line, texts only for screen readers, names of choices, and collapsed parts.
const besideText = '.visually-hidden, [data-beside], [aria-hidden="true"], select, details:not([open]) > :not(summary)'

/** The element whose text nodes form one text: a line, or a value with marks in it. */
const wholeOf = (node: Text): HTMLElement | null =>
  node.parentElement?.closest<HTMLElement>('[data-line]') ??
  node.parentElement?.closest<HTMLElement>('bdi') ??
  node.parentElement

/** Reads the text below an element; a line break separates different lines and values. */
export function documentText(root: Node): DocumentText {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
    if (!(node instanceof Element)) return NodeFilter.FILTER_ACCEPT
    return node.matches(besideText) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP
  })
  const nodes: Text[] = []
  const starts: number[] = []
  const parts: string[] = []
  let length = 0
  let before: HTMLElement | null = null
  while (walker.nextNode() !== null) {
    // The boundary: all accepted nodes are text nodes.
    const node = walker.currentNode as Text
    const whole = wholeOf(node)
    // A line that is too long for one block continues in the next block, where its number is empty.
    if (whole !== before && nodes.length > 0 && whole?.dataset['line'] !== '') {
      parts.push('\n')
      length += 1
    }
    before = whole
    nodes.push(node)
    starts.push(length)
    parts.push(node.data)
    length += node.length
  }
  return { text: parts.join(''), nodes, starts }
}

/** Parts of a text by their offsets, in order and without overlap. */
type TextRange = readonly [start: number, end: number]

/** The places of ranges in a document's text. */
export function placesAt({ nodes, starts }: DocumentText, ranges: readonly TextRange[]): readonly TextPlace[] {
  let at = 0
  const nodeBefore = (offset: number): number => {
    while ((starts[at + 1] ?? Infinity) < offset) at += 1
    return at
  }
  return ranges.flatMap(([start, end]) => {
    // The node with the first character begins at that character or before it.
    const first = nodeBefore(start + 1)
    const last = nodeBefore(end)
    const [startContainer, endContainer] = [nodes[first], nodes[last]]
    if (startContainer === undefined || endContainer === undefined) return []
    const startOffset = start - (starts[first] ?? 0)
    return [{ startContainer, startOffset, endContainer, endOffset: end - (starts[last] ?? 0) }]
  })
}

/** Every place of a non-empty text, in the order of the document; upper and lower case are equal. */
export function findPlaces(root: Node, search: string): readonly TextPlace[] {
  const read = documentText(root)
  const pattern = new RegExp(search.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`), 'giu')
  const ranges = Array.from(read.text.matchAll(pattern), ({ 0: { length }, index }): TextRange => [
    index,
    index + length,
  ])
  return placesAt(read, ranges)
}

// Chromium checks every marked place at each paint.
const maxMarked = 2_000

function highlight(name: string, places: readonly TextPlace[]): void {
  CSS.highlights.set(name, new Highlight(...places.map((place) => new StaticRange(place))))
}

/** Marks places in the text, and the current one differently; without places nothing is marked. */
export function markPlaces(places: readonly TextPlace[], current = -1): void {
  const from = Math.max(0, current - maxMarked / 2)
  const shown = places[current]
  highlight(
    'found',
    places.slice(from, from + maxMarked).filter((place) => place !== shown),
  )
  highlight('found-current', shown === undefined ? [] : [shown])
}

// The height that the head of the viewer can cover.
const coveredHeight = 180

/** Brings a place of the text to the middle of the window. */
export function scrollToPlace({ startContainer, startOffset, endContainer, endOffset }: TextPlace): void {
  const element = startContainer.parentElement
  if (element === null || !endContainer.isConnected) return
  element.scrollIntoView({ block: 'center' })
  const range = document.createRange()
  range.setStart(startContainer, startOffset)
  range.setEnd(endContainer, endOffset)
  const { top, bottom } = range.getBoundingClientRect()
  // The element is in the middle, but in a tall element the text can be elsewhere.
  if (top < coveredHeight || bottom > innerHeight) scrollBoxOf(element)?.scrollBy({ top: top - innerHeight / 2 })
}

const flashMs = 1_400

/** Marks a place for a moment. */
export function flashPlace(place: TextPlace): void {
  highlight('flash', [place])
  setTimeout(() => highlight('flash', []), flashMs)
}
