import type { TextPart } from '../../../../shared/model/conversation-changes.ts'
import { ShownCharacters } from '../values/shown-text.tsx'
import styles from './compare.module.css'

export interface TextPartsProps {
  readonly parts: readonly TextPart[]
}

/** Runs of a text: removed ones struck through, added ones underlined. Each isolates its direction. */
export function TextParts({ parts }: TextPartsProps) {
  return (
    <bdi>
      {parts.map(({ kind, text }, place) => {
        // Runs have no name but their place, and a text that changes is drawn anew.
        const key = `${String(place)} ${kind}`
        if (kind === 'same') return <ShownCharacters key={key} text={text} />
        const Mark = kind === 'removed' ? 'del' : 'ins'
        return (
          <Mark key={key} className={styles[kind]}>
            <ShownCharacters text={text} />
          </Mark>
        )
      })}
    </bdi>
  )
}
