import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldValue, Meaning } from '../../../../shared/model/conversation-view.ts'
import { read } from '../../../api/queries.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { useFieldText } from '../field-text.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { JsonText, ShownText } from './shown-text.tsx'
import { TextViewer } from './text-viewer.tsx'
import styles from './values.module.css'

interface WholeValue {
  readonly snapshotId: string
  readonly path: string
}

interface ValueProps {
  readonly value: FieldValue
  /** Meaning of a coded value; undefined where it has none. */
  readonly meaning?: Meaning
  /** Where the whole of a value that came cut can be had. */
  readonly whole?: WholeValue | undefined
  /** Name of the value, for the names of its boxes and buttons. */
  readonly label?: string
}

type LongValue = Extract<FieldValue, { readonly kind: 'text' | 'number' | 'json' }>

/** True for a value that came cut. */
export function isTruncated(value: FieldValue): boolean {
  return 'length' in value && value.length > value.text.length
}

/** A value that came cut, whole. */
function WholeText({
  whole: { snapshotId, path },
  value,
  label,
}: TruncatedValueProps & { readonly whole: WholeValue }) {
  const { t } = useTranslation('conversations')
  const whole = useQuery(read('conversation.text', { snapshotId, path }))
  if (whole.isError) return <QueryFailure query={whole} about={t('value.notWhole')} />
  return (
    <>
      <TextViewer text={whole.data?.text ?? value.text} kind={value.kind === 'json' ? 'json' : 'prose'} label={label} />
      {whole.data !== undefined && <CopyButton text={whole.data.text} what={label} />}
    </>
  )
}

function Shown({ value }: { readonly value: LongValue }) {
  if (value.kind === 'json') {
    return (
      <pre className={styles.json}>
        <JsonText text={value.text} />
      </pre>
    )
  }
  return (
    <span className={cx(styles.text, value.kind === 'number' && styles.number)}>
      <ShownText text={value.text} />
    </span>
  )
}

interface TruncatedValueProps {
  readonly value: LongValue
  readonly whole: WholeValue | undefined
  readonly label: string
}

function TruncatedValue({ value, whole, label }: TruncatedValueProps) {
  const { t } = useTranslation('conversations')
  const format = useFormat()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={styles.cut}>
      {isOpen && whole !== undefined ? <WholeText {...{ whole, value, label }} /> : <Shown value={value} />}
      <p className={styles.length}>
        {t('value.characters', { count: value.length, number: format.number(value.length) })}
        {whole !== undefined && (
          <Button
            tone="quiet"
            size="small"
            aria-expanded={isOpen}
            onClick={() => {
              setIsOpen(!isOpen)
            }}
          >
            {t(isOpen ? 'value.showLess' : 'value.showAll')}
          </Button>
        )}
      </p>
    </div>
  )
}

function Plain({ value, whole, label = '' }: ValueProps) {
  const { t } = useTranslation('conversations')
  switch (value.kind) {
    case 'absent':
    case 'null':
      return <span className={styles[value.kind]}>{t(`value.${value.kind}`)}</span>
    case 'empty':
      return (
        <span className={styles.empty} data-of={value.of}>
          {t('value.empty')}
        </span>
      )
    case 'boolean':
      return <span className={styles.word}>{String(value.value)}</span>
    case 'text':
    case 'number':
    case 'json':
      return isTruncated(value) ? <TruncatedValue value={value} whole={whole} label={label} /> : <Shown value={value} />
  }
}

/** Any value; null, absent and empty differ. Coded integers as "2 · female", truncated values with their length. */
export function Value(props: ValueProps) {
  const words = useFieldText()
  const { meaning = { kind: 'none' } } = props
  const said = words.meaning(meaning)
  if (said === null) return <Plain {...props} />
  // Read as one: "2 · female".
  return (
    <span>
      <Plain {...props} />
      <span className={meaning.kind === 'documented' ? styles.meaning : styles.noMeaning}>
        <span className={styles.dot}> · </span>
        {said}
      </span>
    </span>
  )
}
