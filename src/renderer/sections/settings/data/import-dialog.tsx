import { useTranslation } from 'react-i18next'
import type { ImportEntry, ImportPreview } from '../../../../shared/schemas/settings-file.ts'
import type { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { askToEdit } from '../../../state/profile-form-store.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Row } from '../../../ui/layout.tsx'
import styles from './data.module.css'

function Entry({ entry }: { readonly entry: ImportEntry }) {
  const { t } = useTranslation('settings')
  const { kind, profileName, name, change, fields } = entry
  // A file knows fields and rules by the names that the program gives them; one without a word here is shown as it is.
  const ruleText: Readonly<Partial<Record<string, string>>> = t('data.rule', { returnObjects: true })
  const fieldText: Readonly<Partial<Record<string, string>>> = t('data.field', { returnObjects: true })
  const called = kind === 'alert-rule' || kind === 'suggestion-rule' ? (ruleText[name] ?? name) : name
  const title = [t(`data.kind.${kind}`), profileName, called].filter((part) => part !== '').join(' · ')
  return (
    <li>
      <Row as="p" align="stretch" justify="between" className={styles.head}>
        <span className={styles.title}>{title}</span>
        <span className={styles.change}>{t(`data.change.${change}`)}</span>
      </Row>
      {change === 'changed' && (
        <dl className={styles.fields}>
          {fields.map(({ field, before, after }) => (
            <div key={field}>
              <dt>{fieldText[field] ?? field}</dt>
              <dd>{t('data.fromTo', { before: before ?? t('data.nothing'), after })}</dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}

export interface ImportDialogProps {
  readonly preview: ImportPreview
  readonly importing: ReturnType<typeof useCommand<'settings.import'>>
  readonly onClose: () => void
}

/** The changes of an import, entry by entry and field by field; nothing is changed before the button is pressed. */
export function ImportDialog({ preview, importing, onClose }: ImportDialogProps) {
  const { t } = useTranslation('settings')
  const format = useFormat()
  const changed = preview.entries.filter(({ change }) => change !== 'unchanged')
  const unchanged = preview.entries.length - changed.length
  return (
    <Dialog
      title={t('data.previewTitle')}
      size="wide"
      onClose={onClose}
      action={{
        label: t('data.apply', { count: changed.length }),
        busy: importing.isPending,
        disabled: changed.length === 0,
        onClick: () => {
          importing.mutate({ importId: preview.importId }, () => {
            onClose()
            // A form with the fields of before would write them back.
            askToEdit(null)
          })
        },
      }}
    >
      <p>{t('data.previewOf', { file: preview.fileName, at: format.dateTime(preview.exportedAt) })}</p>
      <ul className={styles.entries} aria-label={t('data.changes')}>
        {changed.map((entry, place) => (
          // Two rules of a kind have the same name, and entries never move.
          <Entry key={place} entry={entry} />
        ))}
      </ul>
      <p className={styles.quiet}>{t('data.unchanged', { count: unchanged })}</p>
      <p className={styles.quiet}>{t('data.neverSecrets')}</p>
      <ErrorNotice error={importing.error} about={t('data.notImported')} />
    </Dialog>
  )
}
