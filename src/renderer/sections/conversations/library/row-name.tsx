import { shortId } from '../../../ui/short-id.tsx'
import { ShownText } from '../values/shown-text.tsx'
import { Text } from '../../../ui/layout.tsx'
import styles from './library.module.css'

export interface RowNameProps {
  readonly name: string | null
  readonly conversationId: string
}

/** The name of a conversation in a row, or its short id; screen readers hear the whole id too. */
export function RowName({ name, conversationId }: RowNameProps) {
  const isUnnamed = name === null || name === ''
  return (
    <>
      <Text truncate className={styles.name}>
        {isUnnamed ? <code aria-hidden>{shortId(conversationId)}</code> : <ShownText text={name} />}
      </Text>
      <span className="visually-hidden">{conversationId}</span>
    </>
  )
}
