/** One shared second for everything that shows an age; it stands still while the page is hidden. */

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | null = null

function tick(): void {
  for (const listener of [...listeners]) listener()
}

function adjust(): void {
  const wanted = listeners.size > 0 && document.visibilityState === 'visible'
  if (wanted && timer === null) timer = setInterval(tick, 1_000)
  if (!wanted && timer !== null) {
    clearInterval(timer)
    timer = null
  }
}

function onVisibility(): void {
  adjust()
  // What was on screen before the window was hidden is old by now.
  if (document.visibilityState === 'visible') tick()
}

/** Calls the listener each second while the page is visible; answers the function that stops it. */
export function everySecond(listener: () => void): () => void {
  if (listeners.size === 0) document.addEventListener('visibilitychange', onVisibility)
  listeners.add(listener)
  adjust()
  return () => {
    listeners.delete(listener)
    adjust()
    if (listeners.size === 0) document.removeEventListener('visibilitychange', onVisibility)
  }
}
