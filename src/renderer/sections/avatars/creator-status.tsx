/** The status of the creator: under its title, in its live region, and for rejected files. */
import { X } from 'lucide-react'
import { needsReview } from '../../../shared/model/findings.ts'
import type { Draft } from '../../../shared/schemas/avatar.ts'
import { useAppState } from '../../api/use-app-state.ts'
import { useFailureText } from '../../failures/describe-failure.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { useAnalysisProgress } from './preparation/image-analysis-store.ts'
import { dismissRejectedFiles, useIsEmptyDrop, useRejectedFiles } from '../../state/intake-store.ts'
import { useJobCounts } from '../../state/use-jobs.ts'
import { QuietButton } from '../../ui/button.tsx'
import { Note, Row, Text } from '../../ui/layout.tsx'
import { Panel } from '../../ui/panel.tsx'
import { StatusText } from '../../ui/status-line.tsx'
import { ScrollList } from '../../ui/scroll-list.tsx'
import styles from './avatars.module.css'
import { useDrafts } from './drafts/use-drafts.ts'
import type { Intake } from './drafts/use-intake.ts'
import { useCountTexts } from './queue/job-parts.tsx'

// Announced once at the start and once at the end: the head and the bar show the numbers in between.
function useSpokenText({ progress, added }: Intake): string {
  const { t } = useTexts('avatars')
  const preparing = useAnalysisProgress()
  const drafts = useDrafts()
  if (progress !== null) return t('drafts.adding', { count: progress.total })
  if (preparing !== null) return t('drafts.preparing', { count: preparing.total })
  const areGone = added !== null && !drafts.some(({ id }) => added.includes(id))
  return added === null || areGone ? '' : t('drafts.added', { count: added.length })
}

/** Announces the latest event in the creator: files taken, prepared and not added. */
export function CreatorStatus({ intake }: { readonly intake: Intake }) {
  const { t } = useTexts('avatars')
  const rejectedCount = useRejectedFiles().length
  const isEmptyDrop = useIsEmptyDrop()
  const isOffline = useAppState()?.isOffline === true
  return (
    <div className={styles.status}>
      <div role="status">
        {/* For screen readers only: the cards, the head and the list of files show the same. */}
        <p className="visually-hidden">{useSpokenText(intake)}</p>
        <p className="visually-hidden">{rejectedCount > 0 && t('drafts.refused', { count: rejectedCount })}</p>
        <StatusText tone="warn">{isOffline ? t('offline') : null}</StatusText>
        <StatusText tone="warn">{isEmptyDrop ? t('drop.nothing') : null}</StatusText>
      </div>
      <ErrorNotice error={intake.error} />
    </div>
  )
}

/** The line under the title: the drafts and their progress, or else the results of the avatars. */
export function CreatorSub({ drafts, progress }: { readonly drafts: readonly Draft[] } & Pick<Intake, 'progress'>) {
  const { t } = useTexts(['avatars', 'common'])
  const preparing = useAnalysisProgress()
  const textsOf = useCountTexts()
  const jobs = useJobCounts()
  // Counted once all findings are known.
  const isKnown = progress === null && preparing === null
  const doubtful = isKnown ? drafts.filter(({ findings }) => needsReview(findings)).length : 0
  const parts = [
    drafts.length > 0 && t('head.drafts', { count: drafts.length }),
    progress !== null && t('head.adding', { ...progress }),
    preparing !== null && t('head.preparing', { ...preparing }),
    doubtful > 0 && t('head.review', { count: doubtful }),
  ].filter((text) => text !== false)
  if (parts.length > 0) return parts.join(t('common:comma'))
  return (
    jobs &&
    textsOf(['ready', 'failed', 'rejected', 'unknown'], jobs.counts)
      .map(({ text }) => text)
      .join(' · ')
  )
}

/** Files that did not become drafts: each with its name, its reason and a way to dismiss it. */
export function RejectedFiles() {
  const { t } = useTexts(['avatars', 'common'])
  const text = useFailureText()
  const entries = useRejectedFiles()
  if (entries.length === 0) return null
  const title = t('drafts.refused', { count: entries.length })
  return (
    <Panel
      tone="warn"
      title={title}
      actions={<QuietButton onClick={() => dismissRejectedFiles(null)}>{t('common:dismiss')}</QuietButton>}
    >
      <ScrollList label={title} items={entries} keyOf={({ key }) => String(key)}>
        {({ key, fileName, failure }) => {
          const name = fileName || t('unnamed')
          const dismiss = t('drafts.dismissFile', { file: name })
          const { sentence, next } = text(failure)
          return (
            <Row gap={2}>
              <Text as="div" grow>
                <Text as="p" font="label">
                  {name}
                </Text>
                <Note font="secondary">{[sentence, next].join(t('common:between'))}</Note>
              </Text>
              <QuietButton Icon={X} name={dismiss} onClick={() => dismissRejectedFiles(key)} />
            </Row>
          )
        }}
      </ScrollList>
    </Panel>
  )
}
