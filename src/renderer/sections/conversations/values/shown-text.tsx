import { piecesOf } from './hidden-characters.ts'
import styles from './values.module.css'

export interface ShownTextProps {
  readonly text: string
}

/** A text's characters, the hidden ones as marks; for use inside an element that isolates its direction. */
export function ShownCharacters({ text }: ShownTextProps) {
  const pieces = piecesOf(text)
  if (pieces.length === 1 && typeof pieces[0] === 'string') return text
  return pieces.map((piece, place) =>
    typeof piece === 'string' ? (
      piece
    ) : (
      // Pieces of a text have no name but their place, and a text that changes is drawn anew.
      <span
        key={`${String(place)} ${piece.code}`}
        className={styles.hidden}
        title={piece.code}
        data-hidden={piece.code}
      >
        {piece.mark}
      </span>
    ),
  )
}

/**
 * A text of the service, as text and nothing else: characters that turn its direction or have no shape are small marks,
 * and whatever direction it has ends with it.
 */
export function ShownText({ text }: ShownTextProps) {
  return (
    <bdi>
      <ShownCharacters text={text} />
    </bdi>
  )
}
