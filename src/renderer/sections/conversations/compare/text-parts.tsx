import type { TextPart } from '../../../../shared/conversation/text-diff.ts'
import { ShownCharacters } from '../values/shown-text.tsx'
import styles from './compare.module.css'

/** The runs of a text: removed runs are struck through, added runs are underlined. The text isolates its direction. */
export function TextParts({ parts }: { readonly parts: readonly TextPart[] }) {
  return (
    <bdi>
      {parts.map(({ kind, text }, index) => {
        // The index is in the key: runs have no other name, and a changed text is drawn again.
        const key = `${String(index)} ${kind}`
        if (kind === 'same') return <ShownCharacters key={key} text={text} />
        const Mark = kind === 'removed' ? 'del' : 'ins'
        return (
          <Mark key={key} className={styles.run} data-kind={kind}>
            <ShownCharacters text={text} />
          </Mark>
        )
      })}
    </bdi>
  )
}

const contextLength = 60
const maxChangeLength = 600
const maxParts = 120
const gap = ' … '

function shortPart({ kind, text }: TextPart, isFirst: boolean, isLast: boolean): string {
  if (kind !== 'same') return text.length > maxChangeLength ? `${text.slice(0, maxChangeLength)}${gap}` : text
  const head = isFirst ? '' : text.slice(0, contextLength)
  const tail = isLast ? '' : text.slice(-contextLength)
  return head.length + tail.length + gap.length >= text.length ? text : `${head}${gap}${tail}`
}

/**
 * The first changes of a compared text with some words around them; a part that would not become shorter stays
 * unchanged.
 */
export function truncated(parts: readonly TextPart[]) {
  const short = parts.slice(0, maxParts).map((part, index) => ({
    kind: part.kind,
    text: shortPart(part, index === 0, index === parts.length - 1),
  }))
  const isTruncated = parts.length > maxParts || short.some(({ text }, index) => text !== parts[index]?.text)
  return { parts: short, isTruncated }
}
