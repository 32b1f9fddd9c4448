import { useTranslation } from 'react-i18next'
import { Field } from '../../../ui/field.tsx'
import { Row } from '../../../ui/layout.tsx'
import { StateGlyph } from '../../../ui/state-glyph.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import styles from './closing.module.css'

function matching(typed: string, expected: string): number {
  let count = 0
  while (count < typed.length && typed[count] === expected[count]) count += 1
  return count
}

interface TypedConfirmationProps {
  readonly label: string
  /** Beside the label, such as how long the text is. */
  readonly note?: string
  /** Any of these, exactly. */
  readonly accepted: readonly string[]
  readonly typed: string
  readonly onType: (typed: string) => void
}

/** A box that says how much of what was typed is right. No key in it sends anything: only the button does. */
export function TypedConfirmation({ label, note, accepted, typed, onType }: TypedConfirmationProps) {
  const { t } = useTranslation('closing')
  // Compared with the one that was most likely meant.
  const [nearest = ''] = accepted.toSorted((one, other) => matching(typed, other) - matching(typed, one))
  const count = { matched: matching(typed, nearest), length: nearest.length }
  const isOff = count.matched < typed.length
  return (
    <Field
      label={label}
      labelNote={note}
      hint={
        <Row as="span" className={styles.match}>
          <StateGlyph kind={typed === nearest ? 'ready' : isOff ? 'failed' : 'waiting'} />
          {t(isOff ? 'typed.differs' : 'typed.match', count)}
        </Row>
      }
    >
      <TextInput mono value={typed} onChange={(event) => onType(event.currentTarget.value)} />
    </Field>
  )
}
