import { Info, TriangleAlert, X } from 'lucide-react'
import type { Notice } from '../../shared/schemas/app.ts'
import { useAppState } from '../api/use-app-state.ts'
import { useCommand } from '../api/use-command.ts'
import { ErrorNotice } from '../failures/error-notice.tsx'
import { useTexts } from '../i18n/use-texts.ts'
import { dismissInterrupted, useInterruptedIntakes } from '../state/intake-store.ts'
import { go } from '../state/location-store.ts'
import { Button, QuietButton } from '../ui/button.tsx'
import controls from '../ui/controls.module.css'
import { cx } from '../ui/cx.ts'
import { Text } from '../ui/layout.tsx'
import styles from './app.module.css'
import { useIsPartMissing } from './boundary.tsx'

/** What a notice says; null for one of a profile that is not there any more. */
function useNoticeText(): (notice: Notice) => string | null {
  const { t, format } = useTexts('app')
  const profiles = useAppState()?.profiles ?? []
  return (notice) => {
    if (notice.kind === 'database-restored')
      return t(`notice.${notice.kind}`, { ...notice, at: format.dateTime(notice.at) })
    if (notice.kind !== 'drop-unfinished') return t(`notice.${notice.kind}`, { file: '', version: '', ...notice })
    const view = profiles.find(({ profile }) => profile.id === notice.profileId)
    return view === undefined ? null : t(`notice.${notice.kind}`, { name: view.profile.name, count: notice.count })
  }
}

interface NoticeLineProps {
  readonly text: string | null
  /** Good to know, and nothing that went wrong. */
  readonly isInfo?: boolean
  readonly action?: { readonly label: string; readonly onClick: () => void } | undefined
  readonly onDismiss?: () => void
}

function NoticeLine({ text, isInfo = false, action, onDismiss }: NoticeLineProps) {
  const { t } = useTexts('common')
  if (text === null) return null
  return (
    <div className={cx(styles.notice, controls[isInfo ? 'info' : 'warn'])}>
      {isInfo ? <Info aria-hidden /> : <TriangleAlert aria-hidden />}
      <Text as="p" grow>
        {text}
      </Text>
      {action !== undefined && (
        <Button size="small" onClick={action.onClick}>
          {action.label}
        </Button>
      )}
      {onDismiss !== undefined && <QuietButton Icon={X} aria-label={t('dismiss')} onClick={onDismiss} />}
    </div>
  )
}

/** Notices that stay until dismissed, such as a file that was quarantined at the start, or a newer version. */
export function Notices() {
  const { t } = useTexts('app')
  const textOf = useNoticeText()
  const isPartMissing = useIsPartMissing()
  const dismissing = useCommand('app.dismissNotice')
  const interrupted = useInterruptedIntakes()
  return (
    <div role="status">
      {useAppState()?.notices.map((notice) => {
        const isInfo = notice.kind === 'update-available'
        return (
          <NoticeLine
            key={notice.id}
            text={textOf(notice)}
            isInfo={isInfo}
            action={
              isInfo
                ? { label: t('notice.showUpdate'), onClick: () => go({ section: 'settings', part: 'about' }) }
                : undefined
            }
            onDismiss={() => dismissing.mutate({ id: notice.id })}
          />
        )
      })}
      {isPartMissing && (
        <NoticeLine
          text={t('notice.part-missing')}
          action={{ label: t('notice.reload'), onClick: () => location.reload() }}
        />
      )}
      {[...interrupted].map(([profileId, count]) => {
        // Main holds it as an interrupted drop of this id, and would show it at the next start.
        const id = `drop-${profileId}`
        return (
          <NoticeLine
            key={profileId}
            text={textOf({ id, kind: 'drop-unfinished', profileId, count })}
            onDismiss={() => {
              dismissInterrupted(profileId)
              dismissing.mutate({ id })
            }}
          />
        )
      })}
      <ErrorNotice error={dismissing.error} live="none" />
    </div>
  )
}
