import { useTexts } from '../../i18n/use-texts.ts'
import { cx } from '../../ui/cx.ts'
import { Row, Text } from '../../ui/layout.tsx'
import { PlainButton } from '../../ui/button.tsx'
import { ShownText } from './values/shown-text.tsx'
import styles from './conversations.module.css'

interface ChipsProps {
  readonly label: string
  /** Each name occurs once; a name with a count of 0 is shown as missing. */
  readonly chips: readonly { readonly name: string; readonly count: number; readonly onShow: () => void }[]
}

export function Chips({ label, chips }: ChipsProps) {
  const { t, format } = useTexts('conversations')
  if (chips.length === 0) return null
  return (
    <Row as="ul" gap={1} align="stretch" wrap className={styles.chips} aria-label={label}>
      {chips.map(({ name, count, onShow }) => (
        <li key={name}>
          {count === 0 ? (
            <span className={cx(styles.chip, styles.missing)}>
              {name}{' '}
              <Text as="b" font="label" tone="warn">
                {t('scripts.missing')}
              </Text>
            </span>
          ) : (
            <PlainButton className={styles.chip} title={name} onClick={onShow}>
              <Text truncate>
                <ShownText text={name} />
              </Text>{' '}
              <Text as="b" font="label">
                {format.number(count)}
              </Text>
            </PlainButton>
          )}
        </li>
      ))}
    </Row>
  )
}
