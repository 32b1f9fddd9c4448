import { useQuery } from '@tanstack/react-query'
import { Download, Upload } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { read } from '../../../api/queries.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Row } from '../../../ui/layout.tsx'
import styles from './data.module.css'
import { useAskedPanel } from '../use-asked-panel.ts'
import { ImportDialog } from './import-dialog.tsx'

function Copies() {
  const { t } = useTranslation('settings')
  const format = useFormat()
  const data = useQuery(read('data.read', {}))
  if (data.data === undefined) return <QueryFailure query={data} about={t('data.notRead')} />
  const { copies, failure } = data.data
  const [newest] = copies
  const last = newest === undefined ? t('data.noCopy') : `${format.dateTime(newest.at)} · ${format.bytes(newest.bytes)}`
  return (
    <>
      <DescriptionList items={[{ label: t('data.lastCopy'), value: last }]} />
      <ErrorNotice failure={failure} about={t('data.notCopied')} live="none" />
    </>
  )
}

/** The daily copies, and settings as a file: exported without secrets, imported after a preview. */
export function DataPanel() {
  const { t } = useTranslation('settings')
  const exporting = useCommand('settings.export')
  const choosing = useCommand('settings.chooseImport')
  const importing = useCommand('settings.import')
  const preview = choosing.data ?? null
  const saved = exporting.data?.fileName ?? null
  return (
    <Panel {...useAskedPanel('data')} title={t('data.title')} region>
      <div className={styles.content}>
        <Copies />
        <p className={styles.words}>{t('data.words')}</p>
        <Row align="stretch" wrap className={styles.actions}>
          <Button
            icon={<Download aria-hidden />}
            busy={exporting.isPending}
            onClick={() => {
              importing.reset()
              exporting.mutate({})
            }}
          >
            {t('data.export')}
          </Button>
          <Button
            icon={<Upload aria-hidden />}
            busy={choosing.isPending}
            onClick={() => {
              exporting.reset()
              importing.reset()
              choosing.mutate({})
            }}
          >
            {t('data.import')}
          </Button>
        </Row>
        <ErrorNotice error={exporting.error} about={t('data.notExported')} />
        <ErrorNotice error={choosing.error} about={t('data.notOpened')} />
        <p role="status" className={styles.words}>
          {saved === null ? '' : t('data.exported', { file: saved })}
          {importing.isSuccess ? t('data.imported') : ''}
        </p>
      </div>
      {preview !== null && <ImportDialog preview={preview} importing={importing} onClose={choosing.reset} />}
    </Panel>
  )
}
