import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../shared/failure.ts'
import type { ActivityAction, ActivityRow } from '../../../shared/schemas/activity.ts'
import { describeFailure } from '../../failures/describe-failure.ts'
import type { Format } from '../../i18n/format.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { createDetailText } from './detail-text.ts'
import type { DetailText } from './detail-text.ts'

/** The texts of a row. */
export interface EntryText {
  readonly t: TFunction<'activity'>
  readonly format: Format
  readonly details: DetailText
  /** The action; one that failed, or has no outcome yet, reads as an attempt and not as done. */
  readonly action: (entry: Pick<ActivityRow, 'action' | 'outcome'>) => string
  readonly outcome: (entry: ActivityRow) => string
  /** What a row says of the act: what went wrong first, then its facts. */
  readonly line: (entry: ActivityRow) => readonly string[]
}

/** An intent that nobody waits for any more. */
export function isInterrupted({ facts, isInProgress }: ActivityRow): boolean {
  return facts['step'] === 'intent' && !isInProgress
}

// What reads as accomplished and can fail; every other action has one name for all its outcomes.
const attempts = [
  'profile.tested',
  'avatar.submitted',
  'conversation.opened',
  'session.runStarted',
  'account.read',
  'activity.verified',
  'activity.exported',
] as const satisfies readonly ActivityAction[]
type Attempt = (typeof attempts)[number]

function isAttempt(action: ActivityAction): action is Attempt {
  return (attempts as readonly ActivityAction[]).includes(action)
}

/** The texts of all rows, with the same identity until the language changes: a hook per row would slow scrolling. */
export function useEntryText(): EntryText {
  const { t, i18n } = useTranslation('activity')
  const { t: failures } = useTranslation('failures')
  const format = useFormat()
  return useMemo(() => {
    const details = createDetailText(t, i18n, format)
    const failureTexts = (failure: Failure | null): readonly string[] => {
      if (failure === null) return []
      const { sentence, unknownOutcome } = describeFailure(failure, { t: failures, format, isInSettings: false })
      return [sentence, unknownOutcome ?? ''].filter((text) => text !== '')
    }
    return {
      t,
      format,
      details,
      action: ({ action, outcome }) =>
        isAttempt(action) && (outcome === 'failed' || outcome === 'unknown')
          ? t(`attempt.${action}`)
          : t(`action.${action}`),
      outcome: ({ outcome, isInProgress }) => t(isInProgress ? 'outcome.inProgress' : `outcome.${outcome}`),
      line: (entry) => [
        ...failureTexts(entry.failure),
        ...(isInterrupted(entry) ? [t('interrupted')] : []),
        ...details(entry),
      ],
    }
  }, [t, i18n, failures, format])
}
