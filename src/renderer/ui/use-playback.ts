import { useCallback, useEffect, useRef, useState } from 'react'

export type Playback = ReturnType<typeof usePlayback>

// Backgrounds loop without a sound and need not pause.
function pauseOthers(playing: HTMLMediaElement): void {
  for (const other of document.querySelectorAll<HTMLMediaElement>('audio, video:not([data-silent])')) {
    if (other !== playing && !other.paused) other.pause()
  }
}

/** Reads the time on each frame during playback, because a player's own events come only four times a second. */
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

/** Plays, pauses and seeks one element; only one player on the page plays at a time. */
export function usePlayback() {
  const ref = useRef<HTMLMediaElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  // Seconds; the duration is null until it is known.
  const [time, setTime] = useState(0)
  const [duration, setDuration] = useState<number | null>(null)
  // True when the media cannot be played.
  const [isBroken, setBroken] = useState(false)
  const readTime = (): void => {
    if (ref.current !== null) setTime(ref.current.currentTime)
  }
  useFrames(isPlaying, readTime)
  // A removed element is silent, and its events no longer arrive, so the state is reset here.
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
        // `play` alone does not fetch failed media again.
        if (ref.current?.error) ref.current.load()
        ref.current?.play().catch((error: unknown) => {
          // The operator paused before the first sound.
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
