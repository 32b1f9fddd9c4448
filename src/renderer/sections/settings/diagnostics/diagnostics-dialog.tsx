import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DiagnosticsSelection } from '../../../../shared/schemas/support.ts'
import { read } from '../../../api/queries.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { closeDiagnostics } from '../../../state/diagnostics-store.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Text } from '../../../ui/layout.tsx'
import styles from './diagnostics.module.css'
import { DiagnosticsFiles } from './diagnostics-files.tsx'

const kinds = ['ids', 'texts', 'portraits'] as const

interface KindSelectionProps {
  readonly selected: DiagnosticsSelection
  readonly onChange: (selected: DiagnosticsSelection) => void
}

function KindSelection({ selected: selection, onChange }: KindSelectionProps) {
  const { t } = useTranslation('settings')
  return (
    <fieldset className={styles.ticks}>
      <legend className="visually-hidden">{t('diagnostics.include')}</legend>
      {kinds.map((kind) => (
        <Checkbox
          key={kind}
          label={t(`diagnostics.tick.${kind}`)}
          isChecked={selection[kind]}
          onChange={(isIncluded) => onChange({ ...selection, [kind]: isIncluded })}
        />
      ))}
    </fieldset>
  )
}

/** Shows each file of the diagnostics with its exact text, and saves them as they are shown. */
export function DiagnosticsDialog() {
  const { t } = useTranslation('settings')
  const { t: common } = useTranslation('common')
  const [selection, setSelection] = useState<DiagnosticsSelection>({ ids: false, texts: false, portraits: false })
  const preview = useQuery({ ...read('diagnostics.preview', selection), placeholderData: keepPreviousData })
  const save = useCommand('diagnostics.save')
  const saved = save.data?.fileName ?? null
  const isShown = preview.data !== undefined && !preview.isPlaceholderData && !preview.isFetching
  const change = (next: DiagnosticsSelection): void => {
    save.reset()
    setSelection(next)
  }
  return (
    <Dialog
      title={t('diagnostics.title')}
      size="wide"
      onClose={closeDiagnostics}
      cancelLabel={common(saved === null ? 'cancel' : 'close')}
      action={{
        label: t('diagnostics.save'),
        busy: save.isPending,
        disabled: !isShown,
        onClick: () => {
          if (preview.data !== undefined) save.mutate({ previewId: preview.data.previewId })
        },
      }}
    >
      <p>{t('diagnostics.words')}</p>
      <KindSelection selected={selection} onChange={change} />
      <QueryFailure query={preview} about={t('diagnostics.notRead')} />
      {preview.isPending && <Skeleton label={common('loading')} lines={8} />}
      {preview.data !== undefined && <DiagnosticsFiles files={preview.data.files} isStale={!isShown} />}
      <Text as="p" font="secondary" tone="soft">
        {t('diagnostics.never')}
      </Text>
      <ErrorNotice error={save.error} about={t('diagnostics.notSaved')} />
      <p role="status" className={styles.saved}>
        {saved === null ? '' : t('diagnostics.saved', { file: saved })}
      </p>
    </Dialog>
  )
}
