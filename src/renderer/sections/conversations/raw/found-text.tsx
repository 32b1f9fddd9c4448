import { ShownCharacters } from '../values/shown-text.tsx'
import styles from './raw-json.module.css'

export interface FoundTextProps {
  readonly text: string
  /** The search text, not empty; case is ignored. */
  readonly search: string
}

const special = /[\\^$.*+?()[\]{}|]/g

/** A text with every match marked. */
export function FoundText({ text, search }: FoundTextProps) {
  const parts = text.split(new RegExp(`(${search.replaceAll(special, '\\$&')})`, 'giu'))
  return (
    <bdi>
      {parts.map((part, place) =>
        place % 2 === 0 ? (
          <ShownCharacters key={`${String(place)} plain`} text={part} />
        ) : (
          <mark key={`${String(place)} found`} className={styles.found}>
            <ShownCharacters text={part} />
          </mark>
        ),
      )}
    </bdi>
  )
}
