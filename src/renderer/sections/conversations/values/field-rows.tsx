import { useQuery } from '@tanstack/react-query'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldRow, FieldValue, Meaning } from '../../../../shared/model/conversation-view.ts'
import { call } from '../../../api/call.ts'
import { read } from '../../../api/queries.ts'
import type { ProfileScope } from '../../../api/shown-profile.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { useCopyItems } from '../../../state/use-copy-items.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import type { MenuItem } from '../../../ui/menu-popup.tsx'
import { rowMenu } from '../../../ui/row-menu.ts'
import { useFieldText } from '../field-text.ts'
import { MediaField } from '../media/media-field.tsx'
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

interface TruncatedValueProps extends Pick<ValueProps, 'whole'> {
  readonly value: LongValue
  readonly label: string
}

/** A value that came cut, whole. */
function WholeText({ whole: of, value, label }: TruncatedValueProps & { readonly whole: WholeValue }) {
  const { t } = useTranslation('conversations')
  const whole = useQuery(read('conversation.text', of))
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
    <span className={cx(styles.text, value.kind === 'number' && styles.mono)}>
      <ShownText text={value.text} />
    </span>
  )
}

function TruncatedValue({ value, whole, label }: TruncatedValueProps) {
  const { t } = useTranslation('conversations')
  const format = useFormat()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Stack gap={1} className={styles.truncated}>
      {isOpen && whole !== undefined ? <WholeText {...{ whole, value, label }} /> : <Shown value={value} />}
      <Row as="p" gap={1} font="secondary" tone="faint">
        {t('value.characters', { count: value.length, number: format.number(value.length) })}
        {whole !== undefined && (
          <Button tone="quiet" size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {t(isOpen ? 'value.showLess' : 'value.showAll')}
          </Button>
        )}
      </Row>
    </Stack>
  )
}

function Plain({ value, whole, label = '' }: ValueProps) {
  const { t } = useTranslation('conversations')
  switch (value.kind) {
    case 'absent':
    case 'null':
      return <span className={cx(styles.nothing, styles[value.kind])}>{t(`value.${value.kind}`)}</span>
    case 'empty':
      return (
        <span className={cx(styles.nothing, styles.empty)} data-of={value.of}>
          {t('value.empty')}
        </span>
      )
    case 'boolean':
      return <Text font="id">{String(value.value)}</Text>
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
  const isDocumented = meaning.kind === 'documented'
  // Read as one: "2 · female".
  return (
    <span>
      <Plain {...props} />
      <Text font={isDocumented ? undefined : 'secondary'} tone={isDocumented ? 'ink' : 'soft'}>
        <Text tone="faint"> · </Text>
        {said}
      </Text>
    </span>
  )
}

// More than this takes a line of its own in the items of a list.
const shortText = 64

const isLong = ({ value, media }: FieldRow): boolean =>
  value.kind === 'json' ||
  (value.kind === 'text' && (media !== null || value.length > shortText || value.text.includes('\n')))

const isNothing = ({ kind }: FieldValue): boolean => kind === 'null' || kind === 'empty' || kind === 'absent'

const nameOf = (field: string): string => field.slice(field.lastIndexOf('.') + 1)

// Ids and addresses are needed elsewhere; no text of the service becomes a link.
const isCopied = (name: string, value: FieldValue): value is Extract<FieldValue, { kind: 'text' | 'number' }> =>
  (value.kind === 'number' && /^id$|Id$/.test(name)) ||
  (value.kind === 'text' && (/^id$|Id$|Url$|Code$/.test(name) || /^[a-z][a-z\d+.-]*:\/\//i.test(value.text)))

/** The value whole: as it came, or as JSON. */
function useFieldMenu({ path, field, value }: FieldRow, snapshotId: string): () => readonly MenuItem[] {
  const { label } = useFieldText()
  const copy = useCopyItems()
  const whole = async ({ profileId }: ProfileScope): Promise<string> =>
    (await call('conversation.text', { snapshotId, path }, profileId)).text
  return () => [
    copy.value(label(field), whole),
    copy.json(value.kind === 'text' ? async (scope) => JSON.stringify(await whole(scope)) : whole),
  ]
}

/** The field's label and the contract's own name; one that the contract does not name is its own label. */
function Name({ field }: { readonly field: string }) {
  const label = useFieldText().label(field)
  return (
    <dt>
      <span className={styles.label}>
        <ShownText text={label} />
      </span>{' '}
      {label !== field && <code>{nameOf(field)}</code>}
    </dt>
  )
}

function Field({ row, snapshotId }: { readonly row: FieldRow; readonly snapshotId: string }) {
  const label = useFieldText().label(row.field)
  const { value } = row
  const menu = useFieldMenu(row, snapshotId)
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- what it offers is in the page too: the copy button, Raw JSON
    <div className={cx(styles.field, isLong(row) && styles.long)} data-path={row.path} onContextMenu={rowMenu(menu)}>
      <Name field={row.field} />
      <dd>
        <Value value={value} meaning={row.meaning} whole={{ snapshotId, path: row.path }} label={label} />
        {isCopied(nameOf(row.field), value) && value.length === value.text.length && (
          <span className={styles.copy}>
            <CopyButton text={value.text} what={label} />
          </span>
        )}
        {row.media !== null && (
          <div className={styles.media}>
            <MediaField snapshotId={snapshotId} row={row} />
          </div>
        )}
      </dd>
    </div>
  )
}

const nothings = ['null', 'empty', 'absent'] as const

/** Fields without a value, by name: each is there, and says so to screen readers too. */
function Nothings({ rows }: { readonly rows: readonly FieldRow[] }) {
  const { t } = useTranslation('conversations')
  return nothings.map((kind) => {
    const found = rows.filter(({ value }) => value.kind === kind)
    if (found.length === 0) return null
    return (
      <div key={kind} className={styles.nothings}>
        <span aria-hidden>{t(`value.${kind}`)}</span>
        <dl>
          {found.map(({ path, field, value }) => (
            <div key={path} data-path={path}>
              <Name field={field} />
              <dd className="visually-hidden">
                <Value value={value} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    )
  })
}

interface FieldRowsProps {
  readonly snapshotId: string
  readonly rows: readonly FieldRow[]
  /** `rows` has a line for each; `line` sets short fields one after the other, for the items of a list. */
  readonly variant?: 'rows' | 'line'
}

/** Fields with their labels, their values and the contract's own names; those without a value together at the end. */
export const FieldRows = memo(function FieldRows({ rows, snapshotId, variant = 'rows' }: FieldRowsProps) {
  const shown = variant === 'rows' ? rows.filter(({ value }) => !isNothing(value)) : rows
  return (
    <>
      {shown.length > 0 && (
        <dl className={styles[variant]}>
          {shown.map((row) => (
            <Field key={row.path} row={row} snapshotId={snapshotId} />
          ))}
        </dl>
      )}
      {variant === 'rows' && <Nothings rows={rows} />}
    </>
  )
})

interface OtherFieldsProps extends Pick<FieldRowsProps, 'snapshotId' | 'rows'> {
  /** How many more there are than are listed. */
  readonly more: number
  /** Level of the heading: one below that of its parent. */
  readonly level: 3 | 4
}

/** Fields that came and that the contract does not name, under their own paths. */
export function OtherFields({ snapshotId, rows, more, level }: OtherFieldsProps) {
  const { t } = useTranslation('conversations')
  if (rows.length === 0) return null
  const Heading = `h${level}` as const
  return (
    <section className={cx(styles.other, level === 4 && styles.inItem)}>
      <Heading>{t('otherFields')}</Heading>
      <FieldRows snapshotId={snapshotId} rows={rows} variant={level === 4 ? 'line' : 'rows'} />
      {more > 0 && <p>{t('moreOtherFields', { count: more })}</p>}
    </section>
  )
}
