import { shortId } from '../../shared/model/short-id.ts'
import { CopyButton } from './copy-button.tsx'
import styles from './lists.module.css'
import { Tooltip } from './tooltip.tsx'

export interface ShortIdProps {
  /** Shown by its first and last four characters; copied whole. */
  readonly id: string
  readonly valueName: string
}

// Matches only long numbers and UUIDs, because a name is never shortened.
const idLike = /^(?:\d{12,}|[\da-f-]{32,36})$/i

/** Shows a name or an id. An id is shortened to its two ends, but complete for screen readers and in the tooltip. */
export function NameOrId({ text }: { readonly text: string }) {
  if (!idLike.test(text)) return <bdi title={text}>{text}</bdi>
  return (
    <bdi title={text}>
      <span aria-hidden>{shortId(text)}</span>
      <span className="visually-hidden">{text}</span>
    </bdi>
  )
}

/** A shortened id in a row, complete in its tooltip, with a button that copies the whole id. */
export function ShortId({ id, valueName }: ShortIdProps) {
  return (
    <span className={styles.copied}>
      <Tooltip text={id}>
        <code className={styles.short}>{shortId(id)}</code>
      </Tooltip>
      <CopyButton text={id} valueName={valueName} description={shortId(id)} />
    </span>
  )
}

export function CopyId({ id, valueName }: { readonly id: string; readonly valueName: string }) {
  return (
    <span className={styles.copied}>
      <code>{id}</code>
      <CopyButton text={id} valueName={valueName} />
    </span>
  )
}
