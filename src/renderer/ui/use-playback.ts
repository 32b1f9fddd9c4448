import { useCallback, useEffect, useRef, useState } from 'react'

export type Playback = ReturnType<typeof usePlayback>

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
    return () => cancelAnimationFrame(frame)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `read` only sets state from the element, whichever of its versions is called
  }, [isPlaying])
}

/** Plays, pauses and seeks one element; of all players one plays at a time. */
export function usePlayback() {
  const ref = useRef<HTMLMediaElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  // Seconds; the duration is null until it is known.
  const [time, setTime] = useState(0)
  const [duration, setDuration] = useState<number | null>(null)
  // Fetched, but it cannot be played.
  const [isBroken, setBroken] = useState(false)
  const readTime = (): void => {
    if (ref.current !== null) setTime(ref.current.currentTime)
  }
  useFrames(isPlaying, readTime)
  // One that is taken away is silent, and says nothing of it any more.
  const attach = useCallback((element: HTMLMediaElement | null) => {
    ref.current = element
    return () => {
      ref.current = null
      setPlaying(false)
      setBroken(false)
    }
  }, [])

  return {
    isPlaying,
    time,
    duration,
    isBroken,
    toggle: (): void => {
      if (isPlaying) ref.current?.pause()
      else {
        // By playing alone what failed is not fetched again.
        if (ref.current?.error) ref.current.load()
        ref.current?.play().catch((error: unknown) => {
          // Paused by the operator before the first sound came.
          const isStopped = error instanceof DOMException && error.name === 'AbortError'
          if (!isStopped) setBroken(true)
        })
      }
    },
    seek: (seconds: number): void => {
      if (ref.current === null) return
      ref.current.currentTime = seconds
      setTime(seconds)
    },
    attributes: {
      ref: attach,
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
