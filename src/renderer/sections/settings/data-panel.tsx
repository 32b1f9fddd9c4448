import i18next from 'i18next'
import { useQuery } from '@tanstack/react-query'
import { Download, Upload } from 'lucide-react'
import type { ImportEntry, ImportPreview } from '../../../shared/schemas/settings-file.ts'
import { read } from '../../api/queries.ts'
import { useCommand } from '../../api/use-command.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { QueryFailure } from '../../failures/query-failure.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { askToEdit } from '../../state/profile-form-store.ts'
import { Button } from '../../ui/button.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Note, Row, Stack, Text } from '../../ui/layout.tsx'
import styles from './settings.module.css'
import { SettingsPanel } from './settings-panel.tsx'

/** The catalogue's text for the first key that exists; an unknown name from a file is shown unchanged. */
function useNamed(): (keys: readonly string[], name: string) => string {
  const { t } = useTexts('common')
  return (keys, name) => {
    const key = keys.find((one) => i18next.exists(one))
    return key === undefined ? name : (t as (key: string) => string)(key)
  }
}

function Entry({ entry }: { readonly entry: ImportEntry }) {
  const { t } = useTexts('settings')
  const named = useNamed()
  const { kind, profileName, name, change, fields } = entry
  const called = kind === 'alert-rule' ? named([`alerts:kind.${name}`], name) : name
  // A field has the same label as in its editor.
  const labelOf = (field: string): string =>
    named(
      kind === 'preset'
        ? [`avatars:fields.${field}`]
        : [
            `settings:data.field.${field}`,
            `settings:${field}.label`,
            `settings:field.${field}`,
            `alerts:field.${field}`,
          ],
      field,
    )
  return (
    <li>
      <Row as="p" gap={3} justify="between">
        <Text font="label">
          {[t(`data.kind.${kind}`), profileName, called].filter((part) => part !== '').join(' · ')}
        </Text>
        <Text tone="soft">{t(change === 'added' ? 'data.added' : 'data.changed')}</Text>
      </Row>
      {change === 'changed' && (
        <DescriptionList
          items={fields.map(({ field, before, after }) => ({
            label: labelOf(field),
            value: `${before ?? '–'} → ${after}`,
          }))}
        />
      )}
    </li>
  )
}

interface ImportDialogProps {
  readonly preview: ImportPreview
  readonly importing: ReturnType<typeof useCommand<'settings.import'>>
  readonly onClose: () => void
}

/** The changes of an import, entry by entry and field by field; nothing is changed before the button is pressed. */
function ImportDialog({ preview, importing, onClose }: ImportDialogProps) {
  const { t, format } = useTexts('settings')
  const changed = preview.entries.filter(({ change }) => change !== 'unchanged')
  const unchanged = preview.entries.length - changed.length
  return (
    <Dialog
      title={t('data.import')}
      size="wide"
      onClose={onClose}
      action={{
        label: changed.length === 0 ? t('data.nothingToImport') : t('data.apply', { count: changed.length }),
        busy: importing.isPending,
        disabled: changed.length === 0,
        onClick: () => {
          importing.mutate({ importId: preview.importId }, onClose)
        },
      }}
    >
      <p>{t('data.previewOf', { file: preview.fileName, at: format.dateTime(preview.exportedAt) })}</p>
      <Stack as="ul" gap={2} className={styles.entries} aria-label={t('data.changes')}>
        {changed.map((entry, index) => (
          // Two rules of one kind have the same name, and entries never move.
          <Entry key={index} entry={entry} />
        ))}
      </Stack>
      <Note>{t('data.unchanged', { count: unchanged })}</Note>
      <Note>{t('data.neverSecrets')}</Note>
      <ErrorNotice error={importing.error} />
    </Dialog>
  )
}

function Copies() {
  const { t, format } = useTexts('settings')
  const query = useQuery(read('data.read', {}))
  if (query.data === undefined) return <QueryFailure query={query} />
  const { copies, failure } = query.data
  const [newest] = copies
  const last = newest === undefined ? t('data.noCopy') : `${format.dateTime(newest.at)} · ${format.bytes(newest.bytes)}`
  return (
    <>
      <DescriptionList items={[{ label: t('data.lastCopy'), value: last }]} />
      <ErrorNotice failure={failure} about={t('data.notCopied')} live="none" />
    </>
  )
}

export function DataPanel() {
  const { t } = useTexts(['settings', 'common'])
  const exporting = useCommand('settings.export')
  const choosing = useCommand('settings.chooseImport')
  // A form with the previous fields would write them back, whatever section is open by then.
  const importing = useCommand('settings.import', { onDone: () => askToEdit(null) })
  const preview = choosing.data ?? null
  const file = exporting.data?.fileName ?? null
  const failed = importing.data?.profiles.filter(({ failure }) => failure !== null) ?? []
  return (
    <SettingsPanel part="data">
      <Stack gap={3}>
        <Copies />
        <Note>{t('settings:data.words')}</Note>
        <Row gap={2} align="stretch" wrap>
          <Button
            Icon={Download}
            busy={exporting.isPending}
            onClick={() => {
              importing.reset()
              exporting.mutate({})
            }}
          >
            {t('settings:data.export')}
          </Button>
          <Button
            Icon={Upload}
            busy={choosing.isPending}
            onClick={() => {
              exporting.reset()
              importing.reset()
              choosing.mutate({})
            }}
          >
            {t('settings:data.import')}
          </Button>
        </Row>
        <ErrorNotice error={exporting.error ?? choosing.error} />
        <Note role="status" className={styles.outcome}>
          {file === null ? '' : t('common:savedAs', { file })}
          {importing.isSuccess && failed.length === 0 ? t('settings:data.imported') : ''}
        </Note>
        {failed.map(({ name, failure }, index) => (
          // Two profiles can have the same name, and results never move.
          <ErrorNotice key={index} failure={failure} about={t('settings:data.notImported', { name })} />
        ))}
      </Stack>
      {preview !== null && <ImportDialog preview={preview} importing={importing} onClose={choosing.reset} />}
    </SettingsPanel>
  )
}
