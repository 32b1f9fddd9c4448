// Cached: reading a computed style at each drawing would lay out everything that was just drawn.
const boxes = new WeakMap<HTMLElement, HTMLElement>()

function findScrollBox(element: HTMLElement): HTMLElement | null {
  let box = element.parentElement
  while (box !== null && !/auto|scroll/.test(getComputedStyle(box).overflowY)) box = box.parentElement
  return box
}

/** The nearest element around this one that scrolls. */
export function scrollBoxOf(element: HTMLElement | null): HTMLElement | null {
  if (element === null) return null
  const box = boxes.get(element) ?? findScrollBox(element)
  if (box !== null) boxes.set(element, box)
  return box
}
