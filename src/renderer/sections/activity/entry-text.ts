/** Texts for entries: main's typed facts, said with the catalogues. */
import { useMemo } from 'react'
import type { Failure } from '../../../shared/failure.ts'
import { activityActionNames } from '../../../shared/model/activity-actions.ts'
import { batchSentences, factSentences, rowSentences } from '../../../shared/model/activity-texts.ts'
import { sentenceText } from '../../../shared/model/sentence.ts'
import type { Sentence, SentenceFormat } from '../../../shared/model/sentence.ts'
import type { ActivityAction, ActivityBatch, ActivityFacts, ActivityRow } from '../../../shared/schemas/activity.ts'
import { describeFailure } from '../../failures/describe-failure.ts'
import { useTexts } from '../../i18n/use-texts.ts'

/** An intent that nobody waits for any more. */
export function isInterrupted({ isIntent, isInProgress }: ActivityRow): boolean {
  return isIntent && !isInProgress
}

/** What came of an act; of a batch whatever needs somebody most. */
export function outcomeOf({ outcome, batch }: ActivityRow): ActivityRow['outcome'] {
  if (batch === null) return outcome
  if (batch.unknown > 0) return 'unknown'
  return batch.accepted === 0 && batch.rejected > 0 ? 'failed' : outcome
}

/** The facts of an act: those of its newest entry over those of the entries before. */
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
      const why = isInterrupted(act) ? common('interrupted') : t('outcome.unknown')
      return [...failureTexts(failure), ...(isUnexplained ? [why] : []), ...rowSentences(act).map(textOf)]
    }
    const named: readonly (readonly [string, string])[] = [
      ...activityActionNames.map((action: ActivityAction) => [action, entryTitle({ action, facts: {} })] as const),
      ...Object.entries(t('outcome', { returnObjects: true })),
      ['unknown', failures('unknownOutcome')],
      // A few kinds have a sentence for each of their ways, such as `timeout-answer`.
      ...Object.entries(failures('sentence', { returnObjects: true })),
    ]
    return {
      t,
      format,
      /** What rows say of main's own names, in lower case, without what each entry fills in. */
      texts: named.map(([key, text]) => {
        return [[key, key.split('-', 1)[0] ?? key], text.toLowerCase().replaceAll(/\{\{.*?\}\}/g, ' ')] as const
      }),
      /** All that is known of an act. */
      facts: (act: ActivityRow): readonly string[] => factSentences(wholeFacts(act)).map(textOf),
      /** What the page calls an entry. */
      entryTitle,
      /** What the page calls an act; of a batch with how many avatars it is for. */
      title: (act: ActivityRow): string =>
        act.batch === null ? entryTitle(act) : t('action.avatar.confirmed', { count: act.batch.avatars }),
      /** What an act is about, by its label where it has one; of a batch not its first avatar alone. */
      target: ({ target, label, batch }: ActivityRow): string => {
        if (batch === null) return label === '' ? target : label
        const others = batch.avatars - 1
        return t('target.andMore', { name: target, count: others, total: format.number(others) })
      },
      outcome: outcomeText,
      /** What came of the act in a few words: its first text, or its outcome where there is none. */
      notice: (act: ActivityRow): string => line(act)[0] ?? outcomeText(act),
      /** What a row says of the act: what went wrong or is not known first, then its facts. */
      line,
    }
  }, [t, failures, common, format])
}

export type EntryText = ReturnType<typeof useEntryText>
