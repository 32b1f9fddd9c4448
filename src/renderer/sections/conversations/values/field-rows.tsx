import { memo, useState } from 'react'
import type { ReactNode } from 'react'
import { valueAt } from '../../../../shared/conversation/document.ts'
import { wholeText } from '../../../../shared/conversation/values.ts'
import type { FieldGroup, FieldRow, FieldValue, Meaning } from '../../../../shared/conversation/view-types.ts'
import { truncate } from '../../../../shared/model/truncate.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { useCopyItems } from '../../../state/use-copy-items.ts'
import { QuietButton } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { rowMenu } from '../../../ui/row-menu.ts'
import { useFieldText } from '../field-text.ts'
import { fieldId } from '../go-to-field.ts'
import { MediaField } from '../media/media-field.tsx'
import { useOpened } from '../shown-conversation.ts'
import { DocumentLines } from './document-lines.tsx'
import { JsonText, ShownText } from './shown-text.tsx'
import styles from './values.module.css'

interface ValueProps {
  readonly value: FieldValue
  readonly label: string
}

type LongValueProps = ValueProps & { readonly value: { readonly kind: 'text' | 'number' | 'json' } }

const nothings = ['null', 'empty', 'absent'] as const

export const isNothing = ({ kind }: FieldValue): boolean => nothings.some((nothing) => nothing === kind)

// Longer values show their beginning, and the whole value on request.
const maxShown = 2_000

function Shown({ value }: Pick<LongValueProps, 'value'>) {
  if (value.kind === 'json') {
    return (
      <pre className={styles.shortJson}>
        <JsonText text={truncate(value.text, maxShown)} />
      </pre>
    )
  }
  return (
    <span className={cx(styles.text, value.kind === 'number' && styles.mono)}>
      <ShownText text={truncate(value.text, maxShown)} />
    </span>
  )
}

function LongValue({ value, label }: LongValueProps) {
  const { t, format } = useTexts('conversations')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Stack gap={1} bounded className={styles.truncated}>
      {isOpen ? (
        <>
          <DocumentLines
            lines={value.text.split(/\r?\n/)}
            kind={value.kind === 'json' ? 'json' : 'prose'}
            label={label}
          />
          <CopyButton text={value.text} valueName={label} />
        </>
      ) : (
        <Shown value={value} />
      )}
      <Row as="p" gap={1} font="secondary" tone="faint">
        {t('value.characters', { count: value.text.length, number: format.number(value.text.length) })}
        <QuietButton aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t(isOpen ? 'value.showLess' : 'value.showAll')}
        </QuietButton>
      </Row>
    </Stack>
  )
}

const marks = { text: '“”', list: '[ ]', object: '{ }' }

function Plain(props: ValueProps) {
  const { value } = props
  const { t } = useTexts('conversations')
  switch (value.kind) {
    case 'null':
    case 'absent':
    case 'empty':
      return (
        <span
          className={cx(styles.nothing, styles[value.kind])}
          data-mark={value.kind === 'empty' ? marks[value.of] : undefined}
        >
          {t(`value.${value.kind}`)}
        </span>
      )
    case 'boolean':
      return <Text font="id">{String(value.value)}</Text>
    default:
      return value.text.length > maxShown ? <LongValue value={value} label={props.label} /> : <Shown value={value} />
  }
}

export function Value({ meaning = { kind: 'none' }, ...props }: ValueProps & { readonly meaning?: Meaning }) {
  const meaningText = useFieldText().meaning(meaning)
  if (meaningText === null) return <Plain {...props} />
  const isDocumented = meaning.kind === 'documented'
  // Read as one text: "2 · female".
  return (
    <span>
      <Plain {...props} />
      <Text font={isDocumented ? undefined : 'secondary'} tone={isDocumented ? 'ink' : 'soft'}>
        <Text tone="faint"> · </Text>
        {meaningText}
      </Text>
    </span>
  )
}

// Longer texts have their own line in the items of a list.
const shortText = 64

const isLong = ({ value, media }: FieldRow): boolean =>
  value.kind === 'json' ||
  (value.kind === 'text' && (media !== null || value.text.length > shortText || value.text.includes('\n')))

const nameOf = (field: string): string => field.slice(field.lastIndexOf('.') + 1)

// Operators need ids and addresses elsewhere; no text of the service becomes a link.
const isCopied = (name: string, value: FieldValue): value is Extract<FieldValue, { kind: 'text' | 'number' }> =>
  (value.kind === 'number' && /^id$|Id$/.test(name)) ||
  (value.kind === 'text' && (/^id$|Id$|Url$|Code$/.test(name) || /^[a-z][a-z\d+.-]*:\/\//i.test(value.text)))

/** The field's label and the contract's name; a field that the contract does not name is its own label. */
function Name({ field, label }: { readonly field: string; readonly label: string }) {
  return (
    <dt>
      <span className={styles.label}>
        <ShownText text={label} />
      </span>{' '}
      {label !== field && <code>{nameOf(field)}</code>}
    </dt>
  )
}

interface FieldProps {
  readonly row: FieldRow
  readonly label: string
  readonly copy: ReturnType<typeof useCopyItems>
}

function Field({ row, label, copy }: FieldProps) {
  const { path, field, value, meaning, media } = row
  const { document } = useOpened()
  const menu = rowMenu(() => {
    // `$` is the row of an answer that is not an object.
    const answerValue = path === '$' ? document.answer : valueAt(document.answer, path)
    if (answerValue === undefined) return []
    const text = wholeText(answerValue)
    return [
      copy.value(label, text),
      copy.json(() => Promise.resolve(value.kind === 'text' ? JSON.stringify(text) : text)),
    ]
  })
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- the page offers the same: the copy button, Raw JSON
    <div id={fieldId(path)} className={cx(styles.field, isLong(row) && styles.long)} onContextMenu={menu}>
      <Name field={field} label={label} />
      <dd>
        <Value value={value} meaning={meaning} label={label} />
        {isCopied(nameOf(field), value) && value.text.length <= maxShown && (
          <span className={styles.copy}>
            <CopyButton text={value.text} valueName={label} />
          </span>
        )}
      </dd>
      {media !== null && (
        <dd className={styles.media}>
          <MediaField row={row} />
        </dd>
      )}
    </div>
  )
}

interface FieldRowsProps {
  readonly rows: readonly FieldRow[]
  /** `rows` has a line for each field; `line` places short fields side by side, for the items of a list. */
  readonly variant: 'rows' | 'line'
}

const FieldRows = memo(function FieldRows({ rows, variant }: FieldRowsProps) {
  const { t } = useTexts('conversations')
  const { label } = useFieldText()
  const copy = useCopyItems()
  const isByName = variant === 'rows'
  const shown = isByName ? rows.filter(({ value }) => !isNothing(value)) : rows
  return (
    <>
      {shown.length > 0 && (
        <dl className={styles[variant]}>
          {shown.map((row) => (
            <Field key={row.path} row={row} label={label(row.field)} copy={copy} />
          ))}
        </dl>
      )}
      {nothings.map((kind) => {
        const found = isByName ? rows.filter(({ value }) => value.kind === kind) : []
        if (found.length === 0) return null
        // Each field is listed, and screen readers read its kind of missing value.
        return (
          <div key={kind} className={styles.nothings}>
            <span aria-hidden>{t(`value.${kind}`)}</span>
            <dl>
              {found.map(({ path, field }) => (
                <div key={path} id={fieldId(path)}>
                  <Name field={field} label={label(field)} />
                  <dd className="visually-hidden">{t(`value.${kind}`)}</dd>
                </div>
              ))}
            </dl>
          </div>
        )
      })}
    </>
  )
})

interface FieldsProps extends FieldRowsProps, Pick<FieldGroup, 'otherFields' | 'moreOtherFields'> {
  readonly children?: ReactNode
}

export function Fields({ otherFields, moreOtherFields, children, ...documented }: FieldsProps) {
  const { t } = useTexts('conversations')
  const isInItem = documented.variant === 'line'
  return (
    <>
      <FieldRows {...documented} />
      {children}
      {otherFields.length > 0 && (
        <section className={cx(styles.other, isInItem && styles.inItem)}>
          <Text as={isInItem ? 'h4' : 'h3'} font="label" tone="soft">
            {t('otherFields')}
          </Text>
          <FieldRows {...documented} rows={otherFields} />
          {moreOtherFields > 0 && (
            <Text as="p" font="secondary" tone="faint">
              {t('moreOtherFields', { count: moreOtherFields })}
            </Text>
          )}
        </section>
      )}
    </>
  )
}
