import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DiagnosticsFile, DiagnosticsSelection } from '../../../shared/schemas/support.ts'
import { read } from '../../api/queries.ts'
import { useCommand } from '../../api/use-command.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { Unread } from '../../failures/query-failure.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { closeOverlay } from '../../state/overlay-store.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Note, Stack } from '../../ui/layout.tsx'
import { PlainButton } from '../../ui/button.tsx'
import styles from './settings.module.css'

const kinds = ['ids', 'texts', 'portraits'] as const

function Content({ file }: { readonly file: DiagnosticsFile }) {
  if (file.imageId !== null) return <img src={`/image/${file.imageId}`} alt={file.name} />
  return (
    // The arrows scroll it; nothing inside takes the focus.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
    <pre key={file.name} role="region" aria-label={file.name} tabIndex={0}>
      {file.text}
    </pre>
  )
}

interface FilesProps {
  readonly files: readonly DiagnosticsFile[]
  /** Others are being made. */
  readonly isStale: boolean
}

function Files({ files, isStale }: FilesProps) {
  const { t, format } = useTexts('settings')
  const [name, setName] = useState('')
  const chosen = files.find((file) => file.name === name) ?? files[0]
  return (
    <div className={styles.files} aria-busy={isStale}>
      <ul aria-label={t('diagnostics.files')}>
        {files.map((file) => (
          <li key={file.name}>
            <PlainButton aria-pressed={file === chosen} onClick={() => setName(file.name)}>
              <span>{file.name}</span>
              <small>{format.bytes(file.bytes)}</small>
            </PlainButton>
          </li>
        ))}
      </ul>
      {chosen !== undefined && <Content file={chosen} />}
    </div>
  )
}

/** Shows each file of the diagnostics with its exact text, and saves them as they are shown. */
export function DiagnosticsDialog() {
  const { t } = useTexts(['settings', 'common'])
  const [selection, setSelection] = useState<DiagnosticsSelection>({ ids: false, texts: false, portraits: false })
  const preview = useQuery({ ...read('diagnostics.preview', selection), placeholderData: keepPreviousData })
  const save = useCommand('diagnostics.save')
  const file = save.data?.fileName ?? null
  const isShown = preview.data !== undefined && !preview.isPlaceholderData && !preview.isFetching
  return (
    <Dialog
      title={t('settings:diagnostics.title')}
      size="wide"
      onClose={closeOverlay}
      cancelLabel={t(file === null ? 'common:cancel' : 'common:close')}
      action={{
        label: t('settings:diagnostics.title'),
        busy: save.isPending,
        disabled: !isShown,
        onClick: () => {
          if (preview.data !== undefined) save.mutate({ previewId: preview.data.previewId })
        },
      }}
    >
      <p>{t('settings:diagnostics.words')}</p>
      <Stack as="fieldset" gap={1}>
        <legend className="visually-hidden">{t('settings:diagnostics.include')}</legend>
        {kinds.map((kind) => (
          <Checkbox
            key={kind}
            label={t(`settings:diagnostics.kind.${kind}`)}
            isChecked={selection[kind]}
            onChange={(isIncluded) => {
              save.reset()
              setSelection({ ...selection, [kind]: isIncluded })
            }}
          />
        ))}
      </Stack>
      <Unread query={preview} lines={8} />
      {preview.data !== undefined && <Files files={preview.data.files} isStale={!isShown} />}
      <Note font="secondary">{t('settings:diagnostics.never')}</Note>
      <ErrorNotice error={save.error} />
      <p role="status" className={styles.outcome}>
        {file === null ? '' : t('common:savedAs', { file })}
      </p>
    </Dialog>
  )
}
