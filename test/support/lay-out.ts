import { onTestFinished, vi } from 'vitest'

class StillObserver {
  observe(): void {
    /* Nothing moves here. */
  }
  unobserve(): void {
    /* Nothing moves here. */
  }
  disconnect(): void {
    /* Nothing moves here. */
  }
}

const rowHeight = 40

/** Gives boxes and rows the heights that a layout would give them: long lists draw only rows that fit in their box. */
export function layOut(boxHeight = 600): void {
  vi.stubGlobal('ResizeObserver', StillObserver)
  vi.stubGlobal('IntersectionObserver', StillObserver)
  const height = function height(this: Element): number {
    return this.hasAttribute('data-index') ? rowHeight : boxHeight
  }
  const spies = [
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(height),
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockImplementation(height),
  ]
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
    vi.unstubAllGlobals()
  })
}
