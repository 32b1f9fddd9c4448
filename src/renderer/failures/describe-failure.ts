import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { isServiceFailure, sentOf } from '../../shared/failure.ts'
import type { Failure } from '../../shared/failure.ts'
import { commandCertainty, isServiceCommand } from '../../shared/model/command-certainty.ts'
import { appState } from '../api/queries.ts'
import type { Format } from '../i18n/format.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { useSection } from '../state/location-store.ts'
import { isPassing, rowOf } from './failure-table.ts'

// The details show the whole text, one click away.
const maxSaidLength = 300

function shortened(text: string): string {
  return text.length <= maxSaidLength ? text : `${Array.from(text).slice(0, maxSaidLength).join('')}…`
}

// The service's own message and code, which end a sentence.
function serviceTextOf(failure: Failure, t: TFunction<'failures'>): string {
  if (!isServiceFailure(failure)) return ''
  const { code, message } = failure
  const messageText = message ? t('saidMessage', { message: shortened(message) }) : ''
  return `${messageText}${code ? t('saidCode', { code: shortened(code) }) : ''}`
}

interface DescribeFailureOptions {
  readonly t: TFunction<'failures'>
  readonly format: Format
  /**
   * `here`: the reader is in Settings, so the next step must not send them there. `practice`: the practice service,
   * which has no secret.
   */
  readonly context?: 'here' | 'practice' | undefined
}

/** Sentence and next step of a failure, from the `failures` catalogue. */
export function describeFailure(failure: Failure, { t, format, context }: DescribeFailureOptions) {
  const [sentence, step, values = {}] = rowOf(failure, format)
  const named = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value ?? t('unnamed')]))
  const isCommand = isServiceFailure(failure) && isServiceCommand(failure.operation)
  const isUnknown = isCommand && commandCertainty(failure) === 'unknown'
  // Falls back to the general text where the catalogue has no text for the context.
  const next = t(`next.${step}`, context ? { ...named, context } : named)
  return {
    sentence: t(`sentence.${sentence}`, { ...named, said: serviceTextOf(failure, t) }),
    // "Try again" could pay or close twice, because the first command might have been carried out.
    next: isUnknown ? t(`next.${failure.operation === 'createAvatar' ? 'balance' : 'liveCount'}`) : next,
    /** True when the next step is to enter the secret in Settings. */
    needsSecret: step === 'secret' && context !== 'here',
    /** The next step where Greenroom reads again automatically. */
    automaticNext: isPassing(failure) ? t('readsAgain') : step === 'down' ? t('readsDown') : next,
    /** Whether the request was sent, as far as that is certain. */
    certain: t(`sent.${sentOf(failure)}`),
    /** Set when the command might have been carried out despite the failure; shown wherever the failure is shown. */
    unknownOutcome: isUnknown ? t('unknownOutcome') : null,
  }
}

/**
 * True when the practice service is known to be open. Reads only the cache, because the failure might concern the app's
 * state itself.
 */
export function useIsPractice(): boolean {
  const state = useQuery({ ...appState(), enabled: false }).data
  return state?.profiles.find(({ profile }) => profile.id === state.openProfileId)?.profile.kind === 'practice'
}

export function useFailureText() {
  const { t, format } = useTexts('failures')
  const isPractice = useIsPractice()
  const context = useSection() === 'settings' ? 'here' : isPractice ? 'practice' : undefined
  return (failure: Failure) => describeFailure(failure, { t, format, context })
}
