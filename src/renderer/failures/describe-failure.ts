import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import { isServiceFailure, sentOf } from '../../shared/failure.ts'
import type { Failure } from '../../shared/failure.ts'
import { commandCertainty, isServiceCommand } from '../../shared/model/command-certainty.ts'
import type { Format } from '../i18n/format.ts'
import { useFormat } from '../i18n/use-format.ts'
import { useSection } from '../state/navigation-store.ts'
import { isPassing, rowOf } from './failure-table.ts'

// The service's own words, which end a sentence.
function serviceTextOf(failure: Failure, t: TFunction<'failures'>): string {
  if (!isServiceFailure(failure)) return ''
  const { code, message } = failure
  return `${message ? t('saidMessage', { message }) : ''}${code ? t('saidCode', { code }) : ''}`
}

interface DescribeFailureOptions {
  readonly t: TFunction<'failures'>
  readonly format: Format
  /** The reader is in Settings: a next step there must not send them there. */
  readonly isInSettings: boolean
}

/** Sentence and next step of a failure, from the `failures` catalogue. */
export function describeFailure(failure: Failure, { t, format, isInSettings }: DescribeFailureOptions) {
  const [sentence, step, values = {}] = rowOf(failure, format)
  const named = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value ?? t('unnamed')]))
  const isCommand = isServiceFailure(failure) && isServiceCommand(failure.operation)
  const isUnknown = isCommand && commandCertainty(failure) === 'unknown'
  // Falls back to the general text where the catalogue has none for Settings.
  const next = t(`next.${step}`, isInSettings ? { ...named, context: 'here' } : named)
  return {
    sentence: t(`sentence.${sentence}`, { ...named, said: serviceTextOf(failure, t) }),
    // "Try again" would pay or cut twice where the first may have been carried out.
    next: isUnknown ? t(`next.${failure.operation === 'createAvatar' ? 'balance' : 'liveCount'}`) : next,
    /** The next step where Greenroom reads again automatically. */
    automaticNext: isPassing(failure) ? t('readsAgain') : next,
    /** Whether the request was sent, as far as that is certain. */
    certain: t(`sent.${sentOf(failure)}`),
    /** Set where the command may have been carried out all the same: said wherever the failure is shown. */
    unknownOutcome: isUnknown ? t('unknownOutcome') : null,
  }
}

export function useFailureText() {
  const { t } = useTranslation('failures')
  const format = useFormat()
  const isInSettings = useSection() === 'settings'
  return (failure: Failure) => describeFailure(failure, { t, format, isInSettings })
}
