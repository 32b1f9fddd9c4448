/**
 * Flaws that a person would see in a picture, found in the page: the functions up to `flawsInPage` run there from their
 * source text, so they must use nothing but each other, the constants and the DOM.
 */
import type { Page } from '@playwright/test'

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

interface Item {
  readonly element: Element
  readonly box: Box
  readonly words: string
  readonly isText: boolean
}

/** The properties of an element that decide how much of its content is visible. */
interface Frame {
  readonly style: Readonly<
    Pick<
      CSSStyleDeclaration,
      'overflowX' | 'overflowY' | 'position' | 'zIndex' | 'textOverflow' | 'webkitLineClamp' | 'opacity'
    >
  >
  readonly box: Box
}

const controlSelector =
  'button, a[href], select, textarea, summary, input, [role=tab], [role=menuitem], [role=option], [role=switch]'

// Nothing changes during a check, in which each item reads all its ancestors more than once.
const knownFrames = new Map<Element, Frame>()

function frameOf(element: Element): Frame {
  const known = knownFrames.get(element)
  if (known !== undefined) return known
  const { overflowX, overflowY, position, zIndex, textOverflow, webkitLineClamp, opacity } = getComputedStyle(element)
  const style = { overflowX, overflowY, position, zIndex, textOverflow, webkitLineClamp, opacity }
  const { left, top, right, bottom } = element.getBoundingClientRect()
  const frame = { style, box: { left, top, right, bottom } }
  knownFrames.set(element, frame)
  return frame
}

function isShown(element: Element): boolean {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
  if (element.closest('.visually-hidden, [data-base-ui-focus-guard], option') !== null) return false
  return !(element.matches('input') && element.getAttribute('aria-hidden') === 'true')
}

function nameOf(element: Element): string {
  const words = element.getAttribute('aria-label') ?? element.textContent.trim()
  return `${element.tagName.toLowerCase()} "${words.slice(0, 40)}"`
}

function overlapOf(a: Box, b: Box): Box {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  }
}

function isEmpty(box: Box, tolerance = 0): boolean {
  return box.right - box.left <= tolerance || box.bottom - box.top <= tolerance
}

/** The visible part of a box, after all ancestors up to the window have cut it. */
function visiblePart({ element, box: whole, isText }: Pick<Item, 'element' | 'box' | 'isText'>): Box {
  let box = overlapOf(whole, { left: 0, top: 0, right: innerWidth, bottom: innerHeight })
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const { style, box: frame } = frameOf(at)
    if ((isText || at !== element) && (style.overflowX !== 'visible' || style.overflowY !== 'visible'))
      box = overlapOf(box, frame)
    if (style.position === 'fixed') break
  }
  return box
}

/** The floating element that an element belongs to: it covers its neighbours on purpose. */
function layerOf(element: Element): Element {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const { style }: Frame = frameOf(at)
    const isPlaced = style.position !== 'static' && style.zIndex !== 'auto'
    const floats = isPlaced || style.position === 'fixed' || style.position === 'sticky'
    if (floats || at.matches('dialog, [popover]')) return at
  }
  return document.documentElement
}

/** The root of the check: the modal dialog, or the whole page without one. */
function rootOf(): Element {
  return [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
}

function itemsOnScreen(): readonly Item[] {
  const items: Item[] = []
  const root = rootOf()
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement
    const words = node.textContent?.trim() ?? ''
    if (element === null || words === '' || !isShown(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const box of range.getClientRects()) items.push({ element, box, words, isText: true })
  }
  for (const element of root.querySelectorAll(controlSelector)) {
    if (!isShown(element)) continue
    items.push({ element, box: element.getBoundingClientRect(), words: nameOf(element), isText: false })
  }
  return items.filter((item) => !isEmpty(visiblePart(item)))
}

function overlaps(items: readonly Item[]): readonly string[] {
  const shown = items.map((item) => ({
    ...item,
    box: visiblePart(item),
    layer: layerOf(item.element),
  }))
  const areRelated = (a: Element, b: Element): boolean => {
    const label = a.closest('label')
    return a.contains(b) || b.contains(a) || (label !== null && label === b.closest('label'))
  }
  return shown.flatMap((a, index) =>
    shown
      .slice(index + 1)
      // The box of a line of text is taller than its letters.
      .filter((b) => !isEmpty(overlapOf(a.box, b.box), a.isText && b.isText ? 4 : 2))
      .filter((b) => a.layer === b.layer && !areRelated(a.element, b.element))
      .map((b) => `overlap: ${a.words.slice(0, 40)} and ${b.words.slice(0, 40)}`),
  )
}

function isClipped({ isText, box }: Item, axis: 'x' | 'y', frame: Box): boolean {
  if (axis === 'x') return box.left < frame.left - 1 || box.right > frame.right + 1
  // The box of a line of text is taller than its letters.
  const within = isText ? 4 : 1
  return box.top < frame.top - within || box.bottom > frame.bottom + within
}

/** How an element treats content that does not fit on an axis. */
function overflowOf(element: Element, axis: 'x' | 'y'): 'nothing' | 'clips' | 'shows' {
  const { overflowX, overflowY, textOverflow, webkitLineClamp } = frameOf(element).style
  const overflow = axis === 'x' ? overflowX : overflowY
  if (overflow === 'visible') return 'nothing'
  const says = (axis === 'x' && textOverflow === 'ellipsis') || webkitLineClamp !== 'none'
  return says || overflow === 'auto' || overflow === 'scroll' ? 'shows' : 'clips'
}

/**
 * Why a box is cut off permanently on one axis, by an element that neither scrolls nor ends in an ellipsis; null when
 * nothing cuts it.
 */
function clippedAlong(axis: 'x' | 'y', item: Item): string | null {
  for (let at: Element | null = item.element; at !== null; at = at.parentElement) {
    const overflow = overflowOf(at, axis)
    if (overflow === 'shows') return null
    if (overflow === 'clips' && isClipped(item, axis, frameOf(at).box)) return `cut by ${at.tagName.toLowerCase()}`
    if (frameOf(at).style.position === 'fixed') break
  }
  return isClipped(item, axis, { left: 0, top: 0, right: innerWidth, bottom: innerHeight })
    ? 'outside the window'
    : null
}

function clippedItems(items: readonly Item[]): readonly string[] {
  // The text of a field scrolls in it, and a box that its label draws has no size of its own.
  return items
    .filter(({ element }) => !element.matches('input'))
    .flatMap((item) => {
      const clipped = clippedAlong('x', item) ?? clippedAlong('y', item)
      return clipped === null ? [] : [`clipped: ${item.words.slice(0, 60)} is ${clipped}`]
    })
}

type Rgba = readonly [number, number, number, number]

// A page has few colours and many elements; drawing and reading a colour takes most of the time of a check.
const knownColours = new Map<string, Rgba>()
const knownGrounds = new Map<Element, Rgba | null>()

/** Any CSS colour as bytes and alpha. */
function rgbaOf(colour: string): Rgba {
  const known = knownColours.get(colour)
  if (known !== undefined) return known
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  if (context === null) throw new Error('no canvas')
  context.fillStyle = colour
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
  const rgba = [red, green, blue, alpha / 255] as const
  knownColours.set(colour, rgba)
  return rgba
}

function over([red, green, blue, alpha]: Rgba, under: Rgba): Rgba {
  const mix = (top: number, below: number): number => top * alpha + below * (1 - alpha)
  return [mix(red, under[0]), mix(green, under[1]), mix(blue, under[2]), 1]
}

/** The colour behind an element; null where a picture is behind it. */
function groundOf(element: Element | null): Rgba | null {
  if (element === null) return rgbaOf(getComputedStyle(document.documentElement).backgroundColor)
  const known = knownGrounds.get(element)
  if (known !== undefined) return known
  const ground = groundAt(element)
  knownGrounds.set(element, ground)
  return ground
}

function groundAt(element: Element): Rgba | null {
  const style = getComputedStyle(element)
  if (style.backgroundImage.includes('url(')) return null
  const own = rgbaOf(style.backgroundColor)
  if (own[3] === 1) return own
  const under = groundOf(element.parentElement)
  return under === null ? null : over(own, under)
}

function contrastOf(a: Rgba, b: Rgba): number {
  const light = ([red, green, blue]: Rgba): number => {
    const part = (byte: number): number => (byte <= 10.31 ? byte / 3294.6 : ((byte / 255 + 0.055) / 1.055) ** 2.4)
    return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue)
  }
  const [high = 1, low = 0] = [light(a), light(b)].sort((one, other) => other - one)
  return (high + 0.05) / (low + 0.05)
}

/** The combined opacity of an element's ancestors. */
function opacityOf(element: Element | null): number {
  return element === null ? 1 : Number(frameOf(element).style.opacity) * opacityOf(element.parentElement)
}

function isDisabled(element: Element): boolean {
  return element.closest(':disabled, [aria-disabled=true], [data-disabled], label:has(:disabled)') !== null
}

function paleTexts(items: readonly Item[]): readonly string[] {
  return items
    .filter(({ isText, element }) => isText && !isDisabled(element) && element.closest('svg') === null)
    .flatMap(({ element, words }) => {
      const ground = groundOf(element)
      if (ground === null) return []
      const style = getComputedStyle(element)
      const [red, green, blue, alpha] = rgbaOf(style.color)
      const size = Number.parseFloat(style.fontSize)
      const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 600)
      const contrast = contrastOf(over([red, green, blue, alpha * opacityOf(element)], ground), ground)
      const minContrast = isLarge ? 3 : 4.5
      return contrast < minContrast ? [`contrast: ${contrast.toFixed(2)} of ${words.slice(0, 40)}`] : []
    })
}

function paleBorders(items: readonly Item[]): readonly string[] {
  const fields = 'input:not([type=range], [type=radio], [type=file]), select, textarea'
  return items
    .filter(({ element }) => element.matches(fields) && !isDisabled(element))
    .flatMap(({ element, words }) => {
      const ground = groundOf(element.parentElement)
      const style = getComputedStyle(element)
      if (ground === null || style.appearance === 'auto') return []
      const edges = [style.borderTopColor, style.backgroundColor].map((colour) => over(rgbaOf(colour), ground))
      const contrast = Math.max(...edges.map((edge) => contrastOf(edge, ground)))
      return contrast < 3 ? [`border: ${contrast.toFixed(2)} of ${words}`] : []
    })
}

function smallTargets(items: readonly Item[]): readonly string[] {
  const minPx = 24
  return (
    items
      .filter(({ isText, element }) => !isText && !isDisabled(element))
      // A link in a sentence is as tall as its line.
      .filter(({ element }) => !(element.matches('a') && getComputedStyle(element).display === 'inline'))
      .flatMap(({ element, words }) => {
        const { width, height } = (element.closest('label') ?? element).getBoundingClientRect()
        const isSmall = Math.min(width, height) < minPx - 0.5
        return isSmall ? [`target: ${width.toFixed(0)} × ${height.toFixed(0)} of ${words}`] : []
      })
  )
}

/** Items that extend beyond their table cell, over the next cell or beside the row. */
function spilled(items: readonly Item[]): readonly string[] {
  return items.flatMap((item) => {
    const cell = item.element.closest('td, th')
    if (cell === null) return []
    const { left, right } = visiblePart(item)
    const { box } = frameOf(cell)
    return left < box.left - 1 || right > box.right + 1 ? [`spilled: ${item.words.slice(0, 40)} beyond its cell`] : []
  })
}

/** Items under a permanently floating part of the window; dialogs, menus and sticky heads come and go. */
function covered(items: readonly Item[]): readonly string[] {
  // Details lie over the page where there is no room beside it.
  const mayCover = innerWidth < 1000 ? 'dialog, [popover], aside' : 'dialog, [popover]'
  return items
    .filter(({ isText }) => !isText)
    .flatMap((item) => {
      const { left, top, right, bottom } = visiblePart(item)
      const topmost = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      const own = item.element.closest('label') ?? item.element
      if (topmost === null || own.contains(topmost) || topmost.contains(own)) return []
      if (topmost.closest(mayCover) !== null) return []
      const layer = layerOf(topmost)
      if (layer === layerOf(item.element) || frameOf(layer).style.position === 'sticky') return []
      return [`covered: ${item.words} by ${nameOf(topmost)}`]
    })
}

/** Chosen elements that are scrolled out of sight in their strip. */
function choicesOutOfSight(): readonly string[] {
  const chosen = '[aria-pressed=true], [aria-selected=true], [aria-current]:not([aria-current=false])'
  return [...rootOf().querySelectorAll(chosen)].flatMap((element) => {
    const { box }: Frame = frameOf(element)
    let { left, right } = box
    for (let at = element.parentElement; at !== null; at = at.parentElement) {
      const frame: Frame = frameOf(at)
      if (frame.style.overflowX === 'visible') continue
      left = Math.max(left, frame.box.left)
      right = Math.min(right, frame.box.right)
    }
    const hidden = box.right - box.left - (right - left)
    return isShown(element) && hidden > 2 ? [`out of sight by ${hidden.toFixed(0)} px: ${nameOf(element)}`] : []
  })
}

/** Elements that scroll sideways, except preformatted texts and strips without a bar. */
function sideways(): readonly string[] {
  const scrolls = (element: Element): boolean => {
    if (element === document.scrollingElement || element.matches('main')) return true
    if (!['auto', 'scroll'].includes(frameOf(element).style.overflowX) || !isShown(element)) return false
    return !element.matches('pre, textarea') && getComputedStyle(element).scrollbarWidth !== 'none'
  }
  return [document.documentElement, ...document.querySelectorAll('main, main *, dialog[open], dialog[open] *')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
    .filter(scrolls)
    .map((element) => `sideways: ${String(element.scrollWidth - element.clientWidth)} px of ${nameOf(element)}`)
}

const rules = {
  // These depend on widths and on the length of texts.
  shape: [overlaps, clippedItems, spilled, covered, choicesOutOfSight, sideways, smallTargets],
  colours: [paleTexts, paleBorders],
} as const

function flawsInPage(found: readonly ((items: readonly Item[]) => readonly string[])[]): readonly string[] {
  const items = itemsOnScreen()
  return [...new Set(found.flatMap((rule) => rule(items)))]
}

const parts = [
  ...[frameOf, isShown, nameOf, overlapOf, isEmpty, visiblePart, layerOf, rootOf, itemsOnScreen],
  ...[isClipped, overflowOf, clippedAlong, rgbaOf, over, groundOf, groundAt, contrastOf, opacityOf, isDisabled],
  ...[...rules.shape, ...rules.colours, flawsInPage],
]

/** Describes the flaws on screen; empty when there are none. */
export function flawsOf(page: Page, kind: keyof typeof rules): Promise<readonly string[]> {
  const maps = ['knownFrames', 'knownColours', 'knownGrounds'].map((name) => `const ${name} = new Map();`).join(' ')
  const constants = `const controlSelector = ${JSON.stringify(controlSelector)}; ${maps}`
  const asked = rules[kind].map(({ name }) => name).join(', ')
  return page.evaluate(`(() => { ${constants} ${parts.map(String).join('\n')}; return flawsInPage([${asked}]) })()`)
}
