/** Texts for the operating system's own elements, composed from the catalogues' sentences. */
import { alertKinds } from '../../shared/model/alert-kinds.ts'
import type { AlertSentence } from '../../shared/model/alert-kinds.ts'
import type { StateCounts } from '../../shared/model/batch-progress.ts'
import { durationText } from '../../shared/model/duration-text.ts'
import type { LiveSum } from '../../shared/model/live-count.ts'
import { sentenceText } from '../../shared/model/sentence.ts'
import type { BatchProgress } from '../../shared/schemas/avatar.ts'
import type { AlertNotice } from '../alerts/alerts.ts'
import type { NativeKey, Texts, TextValues } from '../context/texts.ts'
import type { JobsOverview } from '../creations/batches.ts'
import type { PlainCommand } from '../ipc/plain-commands.ts'
import type { Question } from '../ipc/user-gesture.ts'
import type { EndedBatch } from '../store/job-counts-repository.ts'

export interface NoticeTexts {
  readonly title: string
  readonly body: string
}

const listed = (language: Texts['language'], parts: readonly string[]): string =>
  new Intl.ListFormat(language, { style: 'narrow' }).format(parts)

// The practice service can be faster; fractions of a second are irrelevant.
const minShownMs = 1_000

const nativeDuration = ({ say }: Texts, ms: number): string =>
  durationText(ms, (key, values) => say(`common.${key}`, values))

/** `profileName` is null for the only open profile; any other profile is named. */
export function batchEndTexts(
  texts: Texts,
  { counts, readyMs }: Pick<EndedBatch, 'counts' | 'readyMs'>,
  profileName: string | null,
): NoticeTexts {
  const { say, language } = texts
  const { ready = 0, failed = 0, rejected = 0, unknown = 0 } = counts
  const count = ready + failed + rejected
  // Unknown jobs wait for a decision: they belong to the batch and are not done.
  const title = say('batchEnd.done', { count, all: count + unknown })
  const parts = (['ready', 'failed', 'rejected', 'unknown'] as const).flatMap((state) => {
    const number = counts[state] ?? 0
    if (number === 0) return []
    if (state === 'ready' && readyMs !== null) {
      return [say('batchEnd.readyIn', { number, time: nativeDuration(texts, Math.max(minShownMs, readyMs)) })]
    }
    return [say(`batchEnd.${state}`, { number, count: number })]
  })
  const body = listed(language, parts)
  return { title, body: profileName === null ? body : say('named', { name: profileName, text: body }) }
}

export interface QuestionTexts {
  readonly message: string
  readonly detail: string
  readonly confirm: string
  readonly cancel: string
}

/** The running work, and what will become of it when the program ends. */
export interface Running extends Pick<BatchProgress, 'waiting' | 'submitting' | 'training'> {
  /** The waiting jobs would not be sent at the next start either. */
  readonly isStopped: boolean
  readonly isAlertOn: boolean
}

export function quitTexts({ say, language }: Texts, running: Running): QuestionTexts {
  const { waiting, submitting, training, isStopped, isAlertOn } = running
  const sentences = [
    ...(waiting > 0 ? [say(isStopped ? 'quit.stopped' : 'quit.waiting', { count: waiting })] : []),
    ...(submitting > 0 ? [say('quit.submitting', { count: submitting })] : []),
    ...(training > 0 ? [say('quit.training', { count: training })] : []),
    ...(isAlertOn ? [say('quit.alerts')] : []),
  ]
  const detail = sentences.join(language === 'en' ? ' ' : '')
  return { message: say('quit.message'), detail, confirm: say('quit.quit'), cancel: say('quit.stay') }
}

/** For a page with unsaved typed text that is about to close. */
export const unsavedTexts = ({ say }: Texts): QuestionTexts => ({
  message: say('common.discard.title'),
  detail: say('unsaved'),
  confirm: say('common.discard.action'),
  cancel: say('common.discard.keep'),
})

/** Values for a question's sentences; code that needs lists or nested objects reads them from the question. */
function valuesOf({ say }: Texts, question: Question): TextValues {
  if (question.kind === 'update') return { ...question.act }
  if (question.kind === 'command') return {}
  if (question.kind === 'import-settings') return { count: question.count }
  if (question.kind === 'close-all') {
    const { count, ...named } = question
    return count === null ? named : { ...named, count }
  }
  if (question.kind !== 'lower-protection') return { ...question }
  return { ...question, from: say(`app.protection.${question.from}`), to: say(`app.protection.${question.to}`) }
}

function importWarnings({ say, language }: Texts, question: Question): readonly string[] {
  if (question.kind !== 'import-settings') return []
  const profiles = listed(language, question.lowered)
  const origins = listed(language, question.inTheClear)
  return [
    ...(profiles === '' ? [] : [say('question.import-settings.lowered', { profiles })]),
    ...(origins === '' ? [] : [say('question.import-settings.inTheClear', { origins })]),
  ]
}

type QuestionKeys = readonly [confirm: NativeKey, message?: NativeKey]

const remove = ['question.remove.confirm', 'question.remove.message'] as const satisfies QuestionKeys
const recordOutcome = ['question.outcome.confirm', 'question.outcome.message'] as const satisfies QuestionKeys
const changeQueue = ['question.queue.confirm', 'question.queue.message'] as const satisfies QuestionKeys

const ofCommands: Readonly<Record<PlainCommand, QuestionKeys>> = {
  'draft.remove': remove,
  'preset.remove': remove,
  'job.enterTaskId': recordOutcome,
  'job.markNotCreated': recordOutcome,
  'job.remove': remove,
  'queue.setPaused': changeQueue,
  'queue.resume': changeQueue,
  'inbox.remove': remove,
  'inbox.unwatch': remove,
  'profile.removeSecret': ['settings.removeSecret'],
  'practice.reset': ['settings.practicePanel.reset'],
}

/** The confirming button and the question; without a question, the button's text is the question. */
const sentences = {
  create: ['question.create.confirm'],
  close: ['question.close.confirm'],
  // The button shows the count, as it does for closing some.
  'close-all': ['question.close.confirm', 'question.close-all.message'],
  'edit-job': ['question.edit-job.confirm', 'question.edit-job.message'],
  'lower-protection': ['question.lower-protection.confirm', 'question.lower-protection.message'],
  'delete-profile': ['settings.deleteProfile', 'settings.deleteTitle'],
  fetch: ['question.fetch.confirm', 'question.fetch.message'],
  'export-settings': ['settings.data.export'],
  'choose-import': ['settings.data.import'],
  'import-settings': ['settings.data.apply'],
  'open-window': ['question.open-window.confirm'],
  'save-diagnostics': ['settings.diagnostics.title'],
  'update.check': ['settings.updates.check'],
  'update.open-page': ['settings.updates.openPage', 'question.update.open-page.message'],
} as const satisfies Record<string, QuestionKeys>

function sentencesOf(question: Question): QuestionKeys {
  if (question.kind === 'command') return ofCommands[question.command]
  return sentences[question.kind === 'update' ? (`update.${question.act.kind}` as const) : question.kind]
}

// The other questions only ask whether an operator wants the action.
const detailed = ['create', 'close', 'close-all', 'edit-job', 'lower-protection', 'import-settings'] as const

function detailOf(texts: Texts, question: Question): string {
  if (question.kind === 'delete-profile') return texts.say('settings.deleteWords')
  const details = detailed.find((kind) => kind === question.kind)
  return details === undefined
    ? texts.say('question.asked')
    : texts.say(`question.${details}.detail`, valuesOf(texts, question))
}

export function questionTexts(texts: Texts, question: Question): QuestionTexts {
  const { say } = texts
  const values = valuesOf(texts, question)
  if (question.kind === 'close-all' && question.count === null) {
    return {
      message: say('question.close-all.message', values),
      detail: say('question.close-all.uncounted', values),
      confirm: say('question.close-all.confirm'),
      cancel: say('common.cancel'),
    }
  }
  const [confirm, message = confirm] = sentencesOf(question)
  return {
    message: say(message, values),
    detail: [detailOf(texts, question), ...importWarnings(texts, question)].join('\n'),
    confirm: say(confirm, values),
    cancel: say('common.cancel'),
  }
}

function alertText(texts: Texts, sentence: AlertSentence): string {
  const { say, language } = texts
  return sentenceText(sentence, {
    say: (text, values) => say(`alerts.${text}`, values),
    number: (value) => new Intl.NumberFormat(language).format(value),
    time: (at) => new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(at),
    duration: (ms) => nativeDuration(texts, ms),
  })
}

/**
 * In English: "Lobby: At or above 20 calls for 5 min", "Main hall: 24 calls"; without a number, the body names the
 * problem.
 */
export function alertTexts(texts: Texts, { event, appLabel, profileName }: AlertNotice): NoticeTexts {
  const { say } = texts
  const { condition, value } = event
  const { text, valueText } = alertKinds[condition.kind]
  const name = appLabel === '' ? (event.appId ?? profileName) : appLabel
  return {
    title: say(event.severity === 'critical' ? 'critical' : 'named', { name, text: alertText(texts, text(condition)) }),
    body: say('named', {
      name: profileName,
      text:
        value === null || valueText === null
          ? say(`alerts.kind.${condition.kind}`)
          : alertText(texts, valueText(Math.round(value))),
    }),
  }
}

/** The calls of a profile as the tray shows them; `time` is the time of the oldest reading. */
export function liveText({ say }: Texts, { live, fresh, was, all }: LiveSum, time: string): string {
  if (fresh === 0) return say('tray.was', { was, time })
  return fresh === all ? say('tray.live', { live, time }) : say('tray.liveOf', { live, fresh, all, time })
}

/** "12 in training, 3 waiting, 2 need a decision"; "" when nothing is pending. */
export function jobsText({ say, language }: Texts, counts: StateCounts): string {
  const { training = 0, submitting = 0, waiting = 0, unknown = 0 } = counts
  return listed(language, [
    ...(training > 0 ? [say('tray.training', { count: training })] : []),
    ...(waiting + submitting > 0 ? [say('tray.waiting', { count: waiting + submitting })] : []),
    ...(unknown > 0 ? [say('app.meanwhile.unknown', { count: unknown })] : []),
  ])
}

/**
 * The taskbar's progress: a part from 0 to 1, or -1 for none. The mode shows an unknown outcome as an error and a queue
 * that does not send as paused; only Windows shows modes.
 */
export function taskbarState({ progress, isStopped }: Pick<JobsOverview, 'progress' | 'isStopped'>) {
  if (progress === null) return { part: -1, mode: 'none' } as const
  const part = progress.finished / progress.total
  if (progress.unknown > 0) return { part, mode: 'error' } as const
  return { part, mode: isStopped ? 'paused' : 'normal' } as const
}
