/** Finds, marks and scrolls to ranges in the text of a document on screen. */
import { formsOf } from '../../../../shared/model/search-words.ts'
import { scrollBoxOf } from '../../../ui/scroll-box.ts'

/**
 * A part of the text, from one text node to the same or a later text node. Offsets are UTF-16 units, the end exclusive.
 */
export type DocumentRange = Pick<Range, 'startContainer' | 'startOffset' | 'endContainer' | 'endOffset'>

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
const textElementOf = (node: Text): HTMLElement | null =>
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
    const element = textElementOf(node)
    // A line that is too long for one block continues in the next block, where its number is empty.
    if (element !== before && nodes.length > 0 && element?.dataset['line'] !== '') {
      parts.push('\n')
      length += 1
    }
    before = element
    nodes.push(node)
    starts.push(length)
    parts.push(node.data)
    length += node.length
  }
  return { text: parts.join(''), nodes, starts }
}

/** A part of a text by its offsets; several parts are in order and do not overlap. */
type Offsets = readonly [start: number, end: number]

/** The ranges between offsets in a document's text. */
export function documentRanges({ nodes, starts }: DocumentText, offsets: readonly Offsets[]): readonly DocumentRange[] {
  let at = 0
  const nodeBefore = (offset: number): number => {
    while ((starts[at + 1] ?? Infinity) < offset) at += 1
    return at
  }
  return offsets.flatMap(([start, end]) => {
    // The node with the first character begins at that character or before it.
    const first = nodeBefore(start + 1)
    const last = nodeBefore(end)
    const [startContainer, endContainer] = [nodes[first], nodes[last]]
    if (startContainer === undefined || endContainer === undefined) return []
    const startOffset = start - (starts[first] ?? 0)
    return [{ startContainer, startOffset, endContainer, endOffset: end - (starts[last] ?? 0) }]
  })
}

/** The range of every occurrence of a non-empty text, in the order of the document; upper and lower case are equal. */
export function findRanges(root: Node, search: string): readonly DocumentRange[] {
  const read = documentText(root)
  const forms = formsOf(search).map((form) => form.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
  const pattern = new RegExp(forms.join('|'), 'giu')
  const offsets = Array.from(read.text.matchAll(pattern), ({ 0: { length }, index }): Offsets => [
    index,
    index + length,
  ])
  return documentRanges(read, offsets)
}

// Chromium checks every marked range at each paint.
const maxMarked = 2_000

function highlight(name: string, ranges: readonly DocumentRange[]): void {
  CSS.highlights.set(name, new Highlight(...ranges.map((range) => new StaticRange(range))))
}

/** Marks ranges in the text, and the current range differently; without ranges nothing is marked. */
export function markRanges(ranges: readonly DocumentRange[], current = -1): void {
  const from = Math.max(0, current - maxMarked / 2)
  const shown = ranges[current]
  highlight(
    'found',
    ranges.slice(from, from + maxMarked).filter((range) => range !== shown),
  )
  highlight('found-current', shown === undefined ? [] : [shown])
}

// The height that the head of the viewer can cover.
const coveredHeight = 180

/** Brings a range of the text to the middle of the window. */
export function scrollToRange({ startContainer, startOffset, endContainer, endOffset }: DocumentRange): void {
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

/** Marks a range for a moment. */
export function flashRange(range: DocumentRange): void {
  highlight('flash', [range])
  setTimeout(() => highlight('flash', []), flashMs)
}
