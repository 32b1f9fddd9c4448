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

// The whole of it is one click away, in the details.
const maxSaidLength = 300

function shortened(text: string): string {
  return text.length <= maxSaidLength ? text : `${Array.from(text).slice(0, maxSaidLength).join('')}…`
}

// The service's own words, which end a sentence.
function serviceTextOf(failure: Failure, t: TFunction<'failures'>): string {
  if (!isServiceFailure(failure)) return ''
  const { code, message } = failure
  const messageText = message ? t('saidMessage', { message: shortened(message) }) : ''
  return `${messageText}${code ? t('saidCode', { code: shortened(code) }) : ''}`
}

interface DescribeFailureOptions {
  readonly t: TFunction<'failures'>
  readonly format: Format
  /** The reader is in Settings, where a next step must not send them; or at the practice service, which has no secret. */
  readonly context?: 'here' | 'practice' | undefined
}

/** Sentence and next step of a failure, from the `failures` catalogue. */
export function describeFailure(failure: Failure, { t, format, context }: DescribeFailureOptions) {
  const [sentence, step, values = {}] = rowOf(failure, format)
  const named = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value ?? t('unnamed')]))
  const isCommand = isServiceFailure(failure) && isServiceCommand(failure.operation)
  const isUnknown = isCommand && commandCertainty(failure) === 'unknown'
  // Falls back to the general text where the catalogue has none for it.
  const next = t(`next.${step}`, context ? { ...named, context } : named)
  return {
    sentence: t(`sentence.${sentence}`, { ...named, said: serviceTextOf(failure, t) }),
    // "Try again" would pay or cut twice where the first may have been carried out.
    next: isUnknown ? t(`next.${failure.operation === 'createAvatar' ? 'balance' : 'liveCount'}`) : next,
    /** Whether the next step is taken in Settings, at the secret. */
    needsSecret: step === 'secret' && context !== 'here',
    /** The next step where Greenroom reads again automatically. */
    automaticNext: isPassing(failure) ? t('readsAgain') : step === 'down' ? t('readsDown') : next,
    /** Whether the request was sent, as far as that is certain. */
    certain: t(`sent.${sentOf(failure)}`),
    /** Set where the command may have been carried out all the same: said wherever the failure is shown. */
    unknownOutcome: isUnknown ? t('unknownOutcome') : null,
  }
}

/** Whether the practice service is open, as far as is known: a failure reads nothing, as it may be of the app's state. */
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
