import { useTranslation } from 'react-i18next'
import { needsReview } from '../../../shared/model/findings.ts'
import type { Draft } from '../../../shared/schemas/avatar.ts'
import { useAnalysisProgress } from '../../state/image-analysis-store.ts'
import type { Intake } from './drafts/use-intake.ts'

export interface CreatorSubProps {
  readonly drafts: readonly Draft[]
  readonly intake: Intake
}

/** The line under the title: how many drafts there are, and what is being done for them right now. */
export function CreatorSub({ drafts, intake }: CreatorSubProps) {
  const { t } = useTranslation('avatars')
  const preparing = useAnalysisProgress()
  const doubtful = drafts.filter(({ findings }) => needsReview(findings)).length
  const isBusy = intake.progress !== null || preparing !== null
  const parts = [
    drafts.length === 0 ? '' : t('head.drafts', { count: drafts.length }),
    intake.progress === null ? '' : t('head.adding', { ...intake.progress }),
    preparing === null ? '' : t('head.preparing', { ...preparing }),
    // Counted when all is known.
    isBusy || doubtful === 0 ? '' : t('head.needsLook', { count: doubtful }),
  ].filter((text) => text !== '')
  if (parts.length === 0) return <>{t('head.empty')}</>
  return <>{parts.reduce((first, then) => t('head.then', { first, then }))}</>
}
