/** Texts for entries: main's typed facts, formatted with the catalogues. */
import { useMemo } from 'react'
import type { Failure } from '../../../shared/failure.ts'
import { activityActionNames } from '../../../shared/model/activity-actions.ts'
import { batchSentences, factSentences, rowSentences } from '../../../shared/model/activity-texts.ts'
import { sentenceText } from '../../../shared/model/sentence.ts'
import type { Sentence, SentenceFormat } from '../../../shared/model/sentence.ts'
import type { ActivityAction, ActivityBatch, ActivityFacts, ActivityRow } from '../../../shared/schemas/activity.ts'
import { describeFailure } from '../../failures/describe-failure.ts'
import { useTexts } from '../../i18n/use-texts.ts'

/** True for an intent that is no longer in progress. */
export function isInterrupted({ isIntent, isInProgress }: ActivityRow): boolean {
  return isIntent && !isInProgress
}

/** The outcome of an act; for a batch, the outcome that most needs attention. */
export function outcomeOf({ outcome, batch }: ActivityRow): ActivityRow['outcome'] {
  if (batch === null) return outcome
  if (batch.unknown > 0) return 'unknown'
  // Not one avatar is ready or trains.
  return batch.accepted === batch.failed && batch.rejected + batch.failed > 0 ? 'failed' : outcome
}

/** The facts of an act: newer entries override earlier entries. */
function wholeFacts({ facts, earlier }: ActivityRow): ActivityFacts {
  return Object.assign({}, ...earlier.map((entry) => entry.facts).reverse(), facts) as ActivityFacts
}

/** The texts of all rows, with the same identity until the language changes: a hook per row would slow scrolling. */
export function useEntryText() {
  const { t, format } = useTexts(['activity', 'alerts', 'inbox'])
  const { t: failures } = useTexts('failures')
  const { t: common } = useTexts('common')
  return useMemo(() => {
    // The table of texts fills the placeholders of the keys that it names.
    const say = t as SentenceFormat<string>['say']
    const textOf = (sentence: Sentence): string => sentenceText(sentence, { ...format, say })
    const entryTitle = ({ action, facts: { avatars = 1 } }: Pick<ActivityRow, 'action' | 'facts'>): string =>
      say(`action.${action}`, { count: avatars })
    const batchText = (batch: ActivityBatch): string => batchSentences(batch).map(textOf).join(common('comma'))
    const failureTexts = (failure: Failure | null): readonly string[] => {
      if (failure === null) return []
      const { sentence, unknownOutcome } = describeFailure(failure, { t: failures, format })
      return [sentence, unknownOutcome ?? ''].filter((text) => text !== '')
    }
    const outcomeText = (act: ActivityRow): string =>
      t(act.isInProgress ? 'outcome.inProgress' : `outcome.${outcomeOf(act)}`)
    const line = (act: ActivityRow): readonly string[] => {
      const { failure, outcome, isInProgress, batch } = act
      const progress = batch === null ? '' : batchText(batch)
      if (progress !== '') return [progress]
      const isUnexplained = outcome === 'unknown' && failure === null && !isInProgress
      const reason = isInterrupted(act) ? common('interrupted') : t('outcome.unknown')
      return [...failureTexts(failure), ...(isUnexplained ? [reason] : []), ...rowSentences(act).map(textOf)]
    }
    const named: readonly (readonly [string, string])[] = [
      ...activityActionNames.map((action: ActivityAction) => [action, entryTitle({ action, facts: {} })] as const),
      ...Object.entries(t('outcome', { returnObjects: true })),
      ['unknown', failures('unknownOutcome')],
      // A few kinds have a sentence for each variant, such as `timeout-answer`.
      ...Object.entries(failures('sentence', { returnObjects: true })),
    ]
    return {
      t,
      format,
      /** The row texts of main's names, in lower case and without placeholders. */
      texts: named.map(([key, text]) => {
        return [[key, key.split('-', 1)[0] ?? key], text.toLowerCase().replaceAll(/\{\{.*?\}\}/g, ' ')] as const
      }),
      /** All known facts of an act, each once: an entered task ID is also the task ID of the job. */
      facts: (act: ActivityRow): readonly string[] => [...new Set(factSentences(wholeFacts(act)).map(textOf))],
      entryTitle,
      /** The title of an act; for a batch, with its number of avatars. */
      title: (act: ActivityRow): string =>
        act.batch === null ? entryTitle(act) : t('action.avatar.confirmed', { count: act.batch.avatars }),
      /** The target of an act, by its label where it has one; for a batch, with the number of further avatars. */
      target: ({ target, label, batch }: ActivityRow): string => {
        if (batch === null) return label === '' ? target : label
        const others = batch.avatars - 1
        return t('target.andMore', { name: target, count: others, total: format.number(others) })
      },
      outcome: outcomeText,
      /** The result of an act in short: its first text, or its outcome where there is no text. */
      notice: (act: ActivityRow): string => line(act)[0] ?? outcomeText(act),
      /** The texts of a row: failures and unknown outcomes first, then the facts. */
      line,
    }
  }, [t, failures, common, format])
}

export type EntryText = ReturnType<typeof useEntryText>
