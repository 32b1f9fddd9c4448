import { useSyncExternalStore } from 'react'

const query = '(prefers-reduced-motion: reduce)'

function subscribe(changed: () => void): () => void {
  const list = window.matchMedia(query)
  list.addEventListener('change', changed)
  return () => {
    list.removeEventListener('change', changed)
  }
}

/** True while the system’s reduced motion is set: then nothing moves without a click. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
