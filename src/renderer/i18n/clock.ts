/** One shared second for everything that shows an age; it stands still while the page is hidden. */

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | null = null

function notifyListeners(): void {
  for (const listener of [...listeners]) listener()
}

function adjust(): void {
  const requested = listeners.size > 0 && document.visibilityState === 'visible'
  if (requested && timer === null) timer = setInterval(notifyListeners, 1_000)
  if (!requested && timer !== null) {
    clearInterval(timer)
    timer = null
  }
}

function onVisibility(): void {
  adjust()
  // What was on screen before the window was hidden is old by now.
  if (document.visibilityState === 'visible') notifyListeners()
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
