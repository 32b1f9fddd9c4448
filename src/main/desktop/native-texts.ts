/** What the operating system shows for us, put together from sentences of the catalogues. */
import type { StateCounts } from '../../shared/model/batch-progress.ts'
import type { LiveSum } from '../../shared/model/live-count.ts'
import type { AlertEvent } from '../../shared/schemas/alert.ts'
import type { BatchProgress } from '../../shared/schemas/avatar.ts'
import type { AlertNotice } from '../alerts/alerts.ts'
import type { Texts, TextValues } from '../context/texts.ts'
import type { JobsOverview } from '../creations/batches.ts'
import type { Question } from '../ipc/user-gesture.ts'

export interface NoticeTexts {
  readonly title: string
  readonly body: string
}

/** The profile is named where it is not the open one; null otherwise. */
export function batchEndTexts({ say }: Texts, counts: StateCounts, profileName: string | null): NoticeTexts {
  const { ready = 0, failed = 0, rejected = 0, unknown = 0 } = counts
  const count = ready + failed + rejected
  // What is unknown waits for a decision: it is of the batch, and not done.
  const title =
    unknown === 0 ? say('batchEnd.done', { count }) : say('batchEnd.doneOf', { count, all: count + unknown })
  const parts = (['ready', 'failed', 'rejected', 'unknown'] as const).flatMap((state) => {
    const number = counts[state] ?? 0
    return number > 0 ? [say(`batchEnd.${state}`, { number })] : []
  })
  const body = parts.join(say('batchEnd.separator'))
  return { title, body: profileName === null ? body : say('batchEnd.ofProfile', { profileName, body }) }
}

export interface QuestionTexts {
  readonly message: string
  readonly detail: string
  readonly confirm: string
  readonly cancel: string
}

/** What is left behind at the end; `isStopped`: what waits would not be sent at the next start either. */
export function quitTexts({ say, language }: Texts, progress: BatchProgress, isStopped: boolean): QuestionTexts {
  const { waiting, submitting, training } = progress
  const sentences = [
    ...(waiting > 0 ? [say(isStopped ? 'quit.stopped' : 'quit.waiting', { count: waiting })] : []),
    ...(submitting > 0 ? [say('quit.submitting', { count: submitting })] : []),
    ...(training > 0 ? [say('quit.training')] : []),
  ]
  const detail = sentences.join(language === 'en' ? ' ' : '')
  return { message: say('quit.message'), detail, confirm: say('quit.quit'), cancel: say('quit.stay') }
}

/** Values that the sentences of a question name; lists and nested objects are for those that know them. */
function valuesOf({ say }: Texts, question: Question): TextValues {
  if (question.kind === 'update') return { ...question.act }
  if (question.kind === 'import-settings') return { count: question.count }
  if (question.kind !== 'lower-protection') return { ...question }
  return { ...question, from: say(`protection.${question.from}`), to: say(`protection.${question.to}`) }
}

function importWarnings({ say }: Texts, question: Question): readonly string[] {
  if (question.kind !== 'import-settings') return []
  const listed = (names: readonly string[]): string => names.join(say('question.listSeparator'))
  const { lowered, inTheClear } = question
  return [
    ...(lowered.length > 0 ? [say('question.import-settings.lowered', { profiles: listed(lowered) })] : []),
    ...(inTheClear.length > 0 ? [say('question.import-settings.inTheClear', { origins: listed(inTheClear) })] : []),
  ]
}

// The others only ask whether an operator wants it.
const detailed = ['create', 'close', 'close-all', 'edit-job', 'lower-protection', 'import-settings'] as const

export function questionTexts(texts: Texts, question: Question): QuestionTexts {
  const { say } = texts
  const key = question.kind === 'update' ? (`update.${question.act.kind}` as const) : question.kind
  const values = valuesOf(texts, question)
  const details = detailed.find((kind) => kind === key)
  const detail = details === undefined ? say('question.asked') : say(`question.${details}.detail`, values)
  return {
    message: say(`question.${key}.message`, values),
    detail: [detail, ...importWarnings(texts, question)].join('\n'),
    // Closing all counts what it closes as closing some does.
    confirm: say(`question.${key === 'close-all' ? 'close' : key}.confirm`, values),
    cancel: say('question.cancel'),
  }
}

function durationText({ say }: Texts, total: number): string {
  const hours = Math.floor(total / 60)
  const minutes = total % 60
  if (total < 60) return say('alert.minutes', { minutes: total })
  return minutes === 0 ? say('alert.hours', { hours }) : say('alert.hoursAndMinutes', { hours, minutes })
}

function alertParts(texts: Texts, { condition, value: exact }: AlertEvent) {
  const { say } = texts
  const rounded = Math.round(exact ?? 0)
  const minutes = 'minutes' in condition ? condition.minutes : 0
  const values = { value: exact === null ? '–' : rounded, count: rounded, duration: durationText(texts, minutes) }
  switch (condition.kind) {
    case 'at-or-above': {
      const { unit, value: limit } = condition.threshold
      const key = minutes === 0 ? unit : (`${unit}For` as const)
      return { what: say('alert.at-or-above.what', values), why: say(`alert.at-or-above.${key}`, { ...values, limit }) }
    }
    case 'creations-below': {
      const why = say('alert.creations-below.why', { limit: condition.value })
      return { what: say('alert.creations-below.what', values), why }
    }
    case 'time-to-empty': {
      const key = condition.balance === 'creations' ? 'creations' : 'duration'
      const what = say(`alert.time-to-empty.${key}`, { duration: durationText(texts, rounded) })
      return { what, why: say('alert.time-to-empty.why', { limit: values.duration }) }
    }
    default:
      return { what: say(`alert.${condition.kind}.what`, values), why: say(`alert.${condition.kind}.why`) }
  }
}

/** In English: "Lobby: 24 live", "Main hall: at or above 20 for 5 min". */
export function alertTexts(texts: Texts, { event, appLabel, profileName }: AlertNotice): NoticeTexts {
  const { what, why } = alertParts(texts, event)
  const place = appLabel === '' ? (event.appId ?? profileName) : appLabel
  const title = event.severity === 'critical' ? 'alert.titleCritical' : 'alert.title'
  return { title: texts.say(title, { place, what }), body: texts.say('alert.body', { profileName, why }) }
}

/** The calls of a profile as the tray shows them; `time` is that of the oldest reading. */
export function liveText({ say }: Texts, { live, fresh, was, all }: LiveSum, time: string): string {
  if (fresh === 0) return say('tray.was', { was, time })
  return fresh === all ? say('tray.live', { live, time }) : say('tray.liveOf', { live, fresh, all, time })
}

/**
 * What the taskbar shows of what is on its way: a part from 0 to 1, or -1 for nothing. An unknown outcome is an error, a
 * queue that does not send is paused; Windows alone shows these modes.
 */
export function taskbarState({ progress, isStopped }: JobsOverview) {
  if (progress === null) return { part: -1, mode: 'none' } as const
  const part = progress.finished / progress.total
  if (progress.unknown > 0) return { part, mode: 'error' } as const
  return { part, mode: isStopped ? 'paused' : 'normal' } as const
}
