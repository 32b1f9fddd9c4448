import { Info, TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import type { ProfileId } from '../../shared/ids.ts'
import type { Notice } from '../../shared/schemas/app.ts'
import { useAppState } from '../api/use-app-state.ts'
import { useCommand } from '../api/use-command.ts'
import { ErrorNotice } from '../failures/error-notice.tsx'
import { useAnswerTexts } from '../i18n/use-answer-texts.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { dismissInterrupted, useInterruptedIntakes } from '../state/intake-store.ts'
import { go } from '../state/location-store.ts'
import { Button, QuietButton } from '../ui/button.tsx'
import controls from '../ui/controls.module.css'
import { cx } from '../ui/cx.ts'
import { Text } from '../ui/layout.tsx'

import styles from './app.module.css'
import { Boundary, lazySectionPart, useIsPartMissing } from './boundary.tsx'

const AnswerChangesDialog = lazySectionPart(
  'settings',
  async () => (await import('../sections/settings/answer-changes-dialog.tsx')).AnswerChangesDialog,
)

const backgroundCounts = ['ready', 'failed', 'rejected', 'unknown', 'alerts'] as const

/** The text of a notice; null when its profile no longer exists. */
function useNoticeText(): (notice: Notice) => string | null {
  const { t, format } = useTexts(['app', 'common'])
  const { textOf } = useAnswerTexts()
  const profiles = useAppState()?.profiles ?? []
  const nameOf = (id: ProfileId): string | null =>
    profiles.find(({ profile }) => profile.id === id)?.profile.name ?? null
  return (notice) => {
    if (notice.kind === 'database-restored')
      return t(`notice.${notice.kind}`, { ...notice, at: format.dateTime(notice.at) })
    if (notice.kind === 'answers-changed') {
      const { profileId, count, only } = notice
      const what = only === null ? t('answers.changes', { count }) : textOf(only)
      const [operations, since] = [format.list(notice.operations), format.time(notice.since)]
      const name = nameOf(profileId)
      return name && t(`notice.${notice.kind}`, { name, operations, since, what })
    }
    if (notice.kind === 'background') {
      const counts = backgroundCounts.filter((name) => notice[name] > 0)
      const texts = counts.map((name) => t(`meanwhile.${name}`, { count: notice[name] }))
      return t('notice.background', { what: texts.join(t('common:comma')) })
    }
    if (notice.kind !== 'drop-unfinished')
      return t(`notice.${notice.kind}`, { file: '', version: '', title: '', body: '', ...notice })
    const name = nameOf(notice.profileId)
    return name && t(`notice.${notice.kind}`, { name, count: notice.count })
  }
}

interface NoticeLineProps {
  readonly text: string | null
  /** True for information; nothing went wrong. */
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
  const [shownAnswers, setShownAnswers] = useState<ProfileId | null>(null)
  const actionOf = (notice: Notice): NoticeLineProps['action'] => {
    if (notice.kind === 'update-available')
      return { label: t('notice.showUpdate'), onClick: () => go({ section: 'settings', part: 'about' }) }
    if (notice.kind === 'answers-changed')
      return { label: t('notice.showAnswers'), onClick: () => setShownAnswers(notice.profileId) }
    return undefined
  }
  const lines = (
    <div role="status">
      {useAppState()?.notices.map((notice) => {
        const action = actionOf(notice)
        return (
          <NoticeLine
            key={notice.id}
            text={textOf(notice)}
            isInfo={action !== undefined || notice.kind === 'background'}
            action={action}
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
        // Main stores the drop as interrupted under this id, and would show it at the next start.
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
  return (
    <>
      {lines}
      {shownAnswers !== null && (
        <Boundary>
          <AnswerChangesDialog profileId={shownAnswers} onClose={() => setShownAnswers(null)} />
        </Boundary>
      )}
    </>
  )
}
