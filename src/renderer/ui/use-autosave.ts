import { useEffect, useEffectEvent } from 'react'
import { useWindowEvent } from './use-window-event.ts'

// Short enough that a crash costs a word at most, long enough not to write for every letter.
const pauseMs = 400

/** Saves after a pause in typing, when the focus leaves, when the page unloads, and when the component unmounts. */
export function useAutosave(typed: unknown, save: () => void): void {
  const saveNow = useEffectEvent(save)
  useEffect(() => {
    const timer = setTimeout(() => saveNow(), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  useWindowEvent('focusout', save)
  useWindowEvent('pagehide', save)
  useEffect(() => () => saveNow(), [])
}
