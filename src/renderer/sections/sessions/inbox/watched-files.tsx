import { useQuery } from '@tanstack/react-query'
import { FileText, Folder, X } from 'lucide-react'
import { Trans, useTranslation } from 'react-i18next'
import type { AppId } from '../../../../shared/ids.ts'
import type { WatchedPath } from '../../../../shared/schemas/inbox.ts'
import { read } from '../../../api/queries.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { Age } from '../../../i18n/age.tsx'
import { Button } from '../../../ui/button.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import styles from './inbox.module.css'

export interface WatchedFilesProps {
  /** Given to the sessions that are found. */
  readonly appId: AppId
}

interface WatchedFileRowProps {
  readonly watch: WatchedPath
  readonly onRemove: () => void
}

function WatchedFileRow({ watch: { kind, path, lastReadAt, found, problem }, onRemove }: WatchedFileRowProps) {
  const { t } = useTranslation('inbox')
  const Icon = kind === 'file' ? FileText : Folder
  return (
    <Row as="li" gap={2} align="start" className={styles.watch}>
      <Icon aria-hidden />
      <div>
        <code>{path}</code>
        {problem !== null && (
          <Text as="p" tone="warn">
            {t(`watch.${problem}`)}
          </Text>
        )}
        <small>
          {t('watch.found', { count: found })} ·{' '}
          {lastReadAt === null ? (
            t('watch.neverRead')
          ) : (
            <Trans t={t} i18nKey="watch.read" components={{ age: <Age at={lastReadAt} /> }} />
          )}
        </small>
      </div>
      <Button
        size="small"
        tone="quiet"
        aria-label={t('watch.remove', { path })}
        title={t('watch.remove', { path })}
        icon={<X aria-hidden />}
        onClick={onRemove}
      />
    </Row>
  )
}

/** Files and folders that are watched for session ids. */
export function WatchedFiles({ appId }: WatchedFilesProps) {
  const { t } = useTranslation('inbox')
  const watches = useQuery(read('inbox.watches', {}))
  const add = useCommand('inbox.watch')
  const remove = useCommand('inbox.unwatch')
  const all = watches.data ?? []
  return (
    <section aria-label={t('watch.title')} className={styles.watches}>
      {all.length > 0 && (
        <ul aria-label={t('watch.title')}>
          {all.map((watch) => (
            <WatchedFileRow key={watch.id} watch={watch} onRemove={() => remove.mutate({ id: watch.id })} />
          ))}
        </ul>
      )}
      <Row as="p" gap={2} wrap font="secondary" tone="soft">
        {(['file', 'folder'] as const).map((kind) => (
          <Button
            key={kind}
            size="small"
            busy={add.isPending && add.input?.kind === kind}
            onClick={() => {
              if (!add.isPending) add.mutate({ kind, appId })
            }}
          >
            {t(`watch.${kind}`)}
          </Button>
        ))}
        <span>{t('watch.hint')}</span>
      </Row>
      <QueryFailure query={watches} about={t('watch.readFailed')} />
      <ErrorNotice error={add.error} about={t('watch.failed')} />
      <ErrorNotice error={remove.error} about={t('watch.removeFailed')} />
    </section>
  )
}
