import { jsonTokens } from './json-tokens.ts'
import { ShownCharacters } from './shown-text.tsx'
import styles from './json-text.module.css'

export interface JsonTextProps {
  readonly text: string
}

/** JSON, or a part of it, with its syntax coloured. */
export function JsonText({ text }: JsonTextProps) {
  return (
    <bdi>
      {jsonTokens(text).map(({ kind, text: part }, place) => (
        <span key={`${String(place)} ${kind}`} className={styles[kind]}>
          <ShownCharacters text={part} />
        </span>
      ))}
    </bdi>
  )
}
