import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/queries.ts'
import { useCommand } from '../../api/use-command.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { Unread } from '../../failures/query-failure.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { closeOverlay } from '../../state/location-store.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/layout.tsx'
import styles from './settings.module.css'

/** Shows the text of the diagnostics, and saves exactly that. */
export function DiagnosticsDialog() {
  const { t } = useTexts(['settings', 'common'])
  const preview = useQuery(read('diagnostics.preview', {}))
  const save = useCommand('diagnostics.save')
  const file = save.data?.fileName ?? null
  const isShown = preview.data !== undefined && !preview.isFetching
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
      <Unread query={preview} lines={8} />
      {preview.data !== undefined && (
        <pre
          className={styles.diagnostics}
          role="region"
          aria-label={t('settings:diagnostics.text')}
          aria-busy={!isShown}
          // The arrows scroll the text; nothing inside takes the focus.
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
          tabIndex={0}
        >
          {preview.data.text}
        </pre>
      )}
      <Note font="secondary">{t('settings:diagnostics.never')}</Note>
      <ErrorNotice error={save.error} />
      <p role="status" className={styles.outcome}>
        {file === null ? '' : t('common:savedAs', { file })}
      </p>
    </Dialog>
  )
}
