/** One shared one-second timer for everything that shows an age; it pauses while the page is hidden. */

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
  // The ages shown before the window was hidden are old by now.
  if (document.visibilityState === 'visible') notifyListeners()
}

/** Calls the listener each second while the page is visible; returns the function that stops it. */
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
