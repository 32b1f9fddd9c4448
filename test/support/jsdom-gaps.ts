/**
 * Browser features that the page uses and jsdom lacks: modal dialogs, popovers, scrolling, visibility and sound. Only
 * effects that tests observe are filled in: whether the element is shown, the events, and returning the focus. The
 * window tests cover top layer, inertness and light dismissal.
 */

function fillDialog(): void {
  const dialog = HTMLDialogElement.prototype
  if (typeof dialog.showModal === 'function') return
  const openers = new WeakMap<HTMLDialogElement, Element | null>()
  dialog.showModal = function showModal(this: HTMLDialogElement): void {
    openers.set(this, document.activeElement)
    this.setAttribute('open', '')
  }
  dialog.close = function close(this: HTMLDialogElement): void {
    if (!this.hasAttribute('open')) return
    this.removeAttribute('open')
    this.dispatchEvent(new Event('close'))
    const opener = openers.get(this)
    if (opener instanceof HTMLElement) opener.focus()
  }
  document.addEventListener('keydown', (event) => {
    const open = [...document.querySelectorAll('dialog[open]')].at(-1)
    if (event.key !== 'Escape' || event.defaultPrevented || !(open instanceof HTMLDialogElement)) return
    // A default action, which comes after every listener.
    queueMicrotask(() => {
      if (open.dispatchEvent(new Event('cancel', { cancelable: true }))) open.close()
    })
  })
}

// A page that a person has used.
function fillActivation(): void {
  Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: true }, configurable: true })
}

/** Never idle: the window tests cover code that is loaded when the page is idle. */
function fillIdle(): void {
  window.requestIdleCallback = () => 0
  window.cancelIdleCallback = () => undefined
}

function fillPopover(): void {
  const element = HTMLElement.prototype
  if (typeof element.showPopover === 'function') return
  const shown = 'data-popover-shown'
  const rule = document.createElement('style')
  rule.textContent = `[popover]:not([${shown}]) { display: none } [${shown}] { display: block !important }`
  document.head.append(rule)
  const show = (popover: HTMLElement, isShown: boolean): void => {
    if (popover.hasAttribute(shown) === isShown) return
    popover.toggleAttribute(shown, isShown)
    popover.dispatchEvent(Object.assign(new Event('toggle'), { newState: isShown ? 'open' : 'closed' }))
  }
  element.showPopover = function showPopover(this: HTMLElement): void {
    show(this, true)
  }
  element.hidePopover = function hidePopover(this: HTMLElement): void {
    show(this, false)
  }
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('[popovertarget]') : null
    const popover = document.getElementById(button?.getAttribute('popovertarget') ?? '')
    if (popover !== null) show(popover, !popover.hasAttribute(shown))
  })
}

// jsdom has no layout, so there is nowhere to scroll to.
function fillScrolling(): void {
  Element.prototype.scrollIntoView = () => undefined
  Element.prototype.scrollTo = () => undefined
}

// Plays nothing; only the page's events are fired.
function fillSound(): void {
  const media = HTMLMediaElement.prototype
  media.play = function play(this: HTMLMediaElement): Promise<void> {
    this.dispatchEvent(new Event('play'))
    return Promise.resolve()
  }
  media.pause = function pause(this: HTMLMediaElement): void {
    this.dispatchEvent(new Event('pause'))
  }
}

// jsdom does not scroll: every observed element is on screen immediately.
class AtOnce implements IntersectionObserver {
  readonly root = null
  readonly rootMargin = '0px'
  readonly scrollMargin = '0px'
  readonly thresholds = [0]
  readonly #callback: IntersectionObserverCallback

  constructor(callback: IntersectionObserverCallback) {
    this.#callback = callback
  }

  observe(target: Element): void {
    const box = target.getBoundingClientRect()
    const entry: IntersectionObserverEntry = {
      target,
      isIntersecting: true,
      intersectionRatio: 1,
      time: 0,
      rootBounds: null,
      boundingClientRect: box,
      intersectionRect: box,
    }
    queueMicrotask(() => this.#callback([entry], this))
  }

  unobserve(): void {
    // Nothing goes off screen.
  }

  disconnect(): void {
    // It reports only once.
  }

  takeRecords(): IntersectionObserverEntry[] {
    return []
  }
}

// Elements have no size here, so no size is ever reported.
class NoSize implements ResizeObserver {
  observe(): void {
    // Nothing is laid out.
  }

  unobserve(): void {
    // Nothing was reported.
  }

  disconnect(): void {
    // Nothing was reported.
  }
}

function fillSight(): void {
  Element.prototype.checkVisibility = function checkVisibility(this: Element): boolean {
    return this.closest('[hidden]') === null
  }
  Object.assign(window, { IntersectionObserver: AtOnce, ResizeObserver: NoSize })
  // No system preference matches here.
  const matchMedia = (media: string): object => Object.assign(new EventTarget(), { matches: false, media })
  Object.assign(window, { matchMedia })
}

// jsdom draws nothing, so it never follows an address.
function fillAddresses(): void {
  URL.createObjectURL = () => 'blob:picture'
  URL.revokeObjectURL = () => undefined
}

// jsdom paints nothing; tests can read the marked ranges.
class Marked extends Set<AbstractRange> {
  constructor(...ranges: readonly AbstractRange[]) {
    super(ranges)
  }
}

/** `CSS.escape` that works only within the quotes of an attribute's selector. */
function fillCss(): void {
  const escape = (text: string): string => text.replace(/["\\\]]/g, String.raw`\$&`)
  Object.defineProperty(globalThis, 'CSS', { value: { escape, highlights: new Map() }, configurable: true })
  Object.assign(globalThis, { Highlight: Marked })
  // Nothing is laid out here.
  Range.prototype.getBoundingClientRect = () => new DOMRect()
}

/** Fills the gaps; once per test file is enough, repeating it does no harm. */
export function fillJsdomGaps(): void {
  fillActivation()
  fillDialog()
  fillPopover()
  fillIdle()
  fillScrolling()
  fillSound()
  fillSight()
  fillAddresses()
  fillCss()
}
