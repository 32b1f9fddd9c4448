import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

/** A player’s state, and its commands. */
export interface Playback<Element extends HTMLMediaElement> {
  readonly isPlaying: boolean
  /** Seconds. */
  readonly time: number
  /** Seconds; null until it is known. */
  readonly duration: number | null
  /** Fetched, but it cannot be played. */
  readonly isBroken: boolean
  readonly toggle: () => void
  readonly seek: (seconds: number) => void
  /** For the element that plays. */
  readonly attributes: {
    readonly ref: RefObject<Element | null>
    readonly onPlay: () => void
    readonly onPause: () => void
    readonly onTimeUpdate: () => void
    readonly onDurationChange: () => void
    readonly onError: () => void
  }
}

// Backgrounds loop without a sound and need not pause.
function pauseOthers(playing: HTMLMediaElement): void {
  for (const other of document.querySelectorAll<HTMLMediaElement>('audio, video:not([data-silent])')) {
    if (other !== playing && !other.paused) other.pause()
  }
}

/** While it plays, reads the time for each frame: a player's own events come four times a second. */
function useFrames(isPlaying: boolean, read: () => void): void {
  useEffect(() => {
    if (!isPlaying) return
    let frame = 0
    const next = (): void => {
      read()
      frame = requestAnimationFrame(next)
    }
    frame = requestAnimationFrame(next)
    return () => {
      cancelAnimationFrame(frame)
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `read` only sets state from the element, whichever of its versions is called
  }, [isPlaying])
}

/** Plays, pauses and seeks one element; of all players one plays at a time. */
export function usePlayback<Element extends HTMLMediaElement>(): Playback<Element> {
  const ref = useRef<Element>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [time, setTime] = useState(0)
  const [duration, setDuration] = useState<number | null>(null)
  const [isBroken, setBroken] = useState(false)
  const readTime = (): void => {
    if (ref.current !== null) setTime(ref.current.currentTime)
  }
  useFrames(isPlaying, readTime)
  const play = (element: Element): void => {
    element.play().catch((error: unknown) => {
      // Paused by the operator before the first sound came.
      const isStopped = error instanceof DOMException && error.name === 'AbortError'
      if (!isStopped) setBroken(true)
    })
  }
  return {
    isPlaying,
    time,
    duration,
    isBroken,
    toggle: () => {
      const element = ref.current
      if (element === null) return
      if (isPlaying) element.pause()
      else play(element)
    },
    seek: (seconds) => {
      if (ref.current === null) return
      ref.current.currentTime = seconds
      setTime(seconds)
    },
    attributes: {
      ref,
      onPlay: () => {
        if (ref.current !== null && ref.current.dataset['silent'] === undefined) pauseOthers(ref.current)
        setBroken(false)
        setPlaying(true)
      },
      onPause: () => {
        setPlaying(false)
        readTime()
      },
      onTimeUpdate: readTime,
      onDurationChange: () => {
        const seconds = ref.current?.duration ?? NaN
        setDuration(Number.isFinite(seconds) ? seconds : null)
      },
      onError: () => {
        setPlaying(false)
        setBroken(true)
      },
    },
  }
}
