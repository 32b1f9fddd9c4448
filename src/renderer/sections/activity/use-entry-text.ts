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
  /** Numbers of the entries that a row stands for, oldest first. */
  readonly numbers: (entry: Pick<ActivityRow, 'id' | 'earlier'>) => string
  readonly failure: (failure: Failure) => ReturnType<typeof describeFailure>
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
  return useMemo(
    () => ({
      t,
      format,
      details: createDetailText(t, i18n, format),
      action: ({ action, outcome }) =>
        isAttempt(action) && (outcome === 'failed' || outcome === 'unknown')
          ? t(`attempt.${action}`)
          : t(`action.${action}`),
      numbers: ({ id, earlier }) => {
        const ids = [...earlier.map((entry) => entry.id).reverse(), id].map(format.number)
        return earlier.length === 0 ? t('entry', { id: ids[0] ?? '' }) : t('entries', { ids: format.list(ids) })
      },
      failure: (failure) => describeFailure(failure, { t: failures, format, isInSettings: false }),
    }),
    [t, i18n, failures, format],
  )
}
