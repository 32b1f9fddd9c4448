import type { ReadyMedia } from '../../../../shared/schemas/conversation.ts'
import { useReducedMotion } from '../media/use-reduced-motion.ts'
import type { Playback } from '../media/use-playback.ts'
import styles from './appearance.module.css'

export interface BackdropProps {
  readonly media: ReadyMedia
  /** True when the video was started by a click: it plays at once, unless reduced motion is set. */
  readonly isAsked: boolean
  readonly playback: Playback<HTMLVideoElement>
}

/** The background, filling the canvas: a picture, or a video that loops without sound. */
export function Backdrop({ media, isAsked, playback }: BackdropProps) {
  const isStill = useReducedMotion()
  if (media.kind === 'picture') return <img className={styles.backdrop} src={media.src} alt="" draggable={false} />
  if (media.kind !== 'video') return null
  return (
    <video
      key={`${media.src} ${String(media.fetchedAt)}`}
      className={styles.backdrop}
      data-silent=""
      src={media.src}
      preload="auto"
      autoPlay={isAsked && !isStill}
      muted
      loop
      playsInline
      {...playback.attributes}
    />
  )
}
