import { CopyButton } from './copy-button.tsx'
import styles from './copy-id.module.css'

export interface CopyIdProps {
  /** The id, shown and copied whole. */
  readonly id: string
  /** The button's name is "Copy <what>", such as "Copy task ID". */
  readonly what: string
}

/** An id in mono, never shortened, with a button that copies it. */
export function CopyId({ id, what }: CopyIdProps) {
  return (
    <span className={styles.wrap}>
      <code className={styles.id}>{id}</code>
      <CopyButton text={id} what={what} />
    </span>
  )
}
