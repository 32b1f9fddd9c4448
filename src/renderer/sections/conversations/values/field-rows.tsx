import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldRow, FieldValue } from '../../../../shared/model/conversation-view.ts'
import { call } from '../../../api/call.ts'
import type { ProfileScope } from '../../../api/shown-profile.ts'
import { useCopyItems } from '../../../state/use-copy-items.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { cx } from '../../../ui/cx.ts'
import type { MenuItem } from '../../../ui/menu-popup.tsx'
import { rowMenu } from '../../../ui/row-menu.ts'
import { useFieldText } from '../field-text.ts'
import { MediaField } from '../media/media-field.tsx'
import { ShownText } from './shown-text.tsx'
import { Value } from './value.tsx'
import styles from './values.module.css'

interface FieldRowsProps {
  readonly snapshotId: string
  readonly rows: readonly FieldRow[]
  /** `rows` has a line for each; `line` sets short fields one after the other, for the items of a list. */
  readonly variant?: 'rows' | 'line'
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
function Nothings({ rows }: Pick<FieldRowsProps, 'rows'>) {
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

/** Fields with their labels, their values and the contract's own names; those without a value together at the end. */
export const FieldRows = memo(function FieldRows({ rows, snapshotId, variant = 'rows' }: FieldRowsProps) {
  if (rows.length === 0) return null
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

interface OtherFieldsProps {
  readonly snapshotId: string
  readonly rows: readonly FieldRow[]
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
