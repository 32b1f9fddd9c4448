import { Info, TriangleAlert, X } from 'lucide-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Notice } from '../../shared/schemas/app.ts'
import { useAppState } from '../api/use-app-state.ts'
import { useCommand } from '../api/use-command.ts'
import { ErrorNotice } from '../failures/error-notice.tsx'
import type { Format } from '../i18n/format.ts'
import { useFormat } from '../i18n/use-format.ts'
import { dismissInterrupted, useInterruptedIntakes } from '../state/intake-store.ts'
import { askForSettings } from '../state/navigation-store.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import styles from './app.module.css'
import { useIsPartMissing } from './quiet-boundary.tsx'

function textOf(t: TFunction<'app'>, format: Format, notice: Notice): string {
  if (notice.kind === 'database-restored') {
    return t('notice.database-restored', { file: notice.file, at: format.dateTime(notice.at) })
  }
  if (notice.kind === 'update-available') return t('notice.update-available', { version: notice.version })
  return notice.kind === 'drop-unfinished'
    ? t('notice.drop-unfinished', { count: notice.count })
    : t(`notice.${notice.kind}`, { file: notice.file })
}

interface NoticeLineProps {
  readonly text: string
  /** Good to know, and nothing that went wrong: shows more of it. */
  readonly onShow?: (() => void) | undefined
  readonly onDismiss: () => void
}

function NoticeLine({ text, onShow, onDismiss }: NoticeLineProps) {
  const { t } = useTranslation(['app', 'common'])
  return (
    <div className={cx(styles.notice, onShow !== undefined && styles.news)}>
      {onShow === undefined ? <TriangleAlert aria-hidden /> : <Info aria-hidden />}
      <p>{text}</p>
      {onShow !== undefined && (
        <Button size="small" onClick={onShow}>
          {t('notice.showUpdate')}
        </Button>
      )}
      <Button tone="quiet" size="small" icon={<X aria-hidden />} aria-label={t('common:dismiss')} onClick={onDismiss} />
    </div>
  )
}

function MissingPart() {
  const { t } = useTranslation('app')
  return (
    <div className={styles.notice}>
      <TriangleAlert aria-hidden />
      <p>{t('notice.part-missing')}</p>
      <Button size="small" onClick={() => location.reload()}>
        {t('notice.reload')}
      </Button>
    </div>
  )
}

/** Notices that stay until dismissed, such as a file that was quarantined at the start, or a newer version. */
export function Notices() {
  const { t } = useTranslation('app')
  const format = useFormat()
  const state = useAppState()
  const interrupted = useInterruptedIntakes()
  const isPartMissing = useIsPartMissing()
  const dismissing = useCommand('app.dismissNotice')
  return (
    <div role="status">
      {state?.notices.map((notice) => (
        <NoticeLine
          key={notice.id}
          text={textOf(t, format, notice)}
          onShow={notice.kind === 'update-available' ? () => askForSettings('about') : undefined}
          onDismiss={() => dismissing.mutate({ id: notice.id })}
        />
      ))}
      {isPartMissing && <MissingPart />}
      {state?.profiles.map(({ profile: { id, name } }) => {
        const count = interrupted.find(({ profileId }) => profileId === id)?.count ?? 0
        if (count === 0) return null
        return (
          <NoticeLine
            key={id}
            text={t('notice.intake-interrupted', { count, name })}
            onDismiss={() => {
              dismissInterrupted(id)
              // Main holds it as an interrupted drop, and would show it at the next start.
              dismissing.mutate({ id: `drop-${id}` })
            }}
          />
        )
      })}
      <ErrorNotice error={dismissing.error} live="none" />
    </div>
  )
}
