import { memo } from 'react'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActivityEntry } from '../../../shared/schemas/activity.ts'
import { useFailureWords } from '../../failures/describe-failure.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Tone } from '../../ui/badge.tsx'
import styles from './activity-row.module.css'
import { useFactWords } from './fact-words.ts'

/** Props of `ActivityRow`. */
export interface ActivityRowProps {
  readonly entry: ActivityEntry
  /** Its place among the entries that fit, from 0; null in a table that is drawn whole. */
  readonly index: number | null
  /** Of a table of which only a part is drawn. */
  readonly measure?: Ref<HTMLTableRowElement> | undefined
}

const tones = { done: 'good', failed: 'bad', unknown: 'warn', seen: 'neutral' } as const satisfies Record<
  ActivityEntry['outcome'],
  Tone
>

/** One line of the journal. */
export const ActivityRow = memo(function ActivityRow({ entry, index, measure }: ActivityRowProps) {
  const { t } = useTranslation('activity')
  const format = useFormat()
  const failureWords = useFailureWords()
  const facts = useFactWords()(entry)
  const failure = entry.failure === null ? null : failureWords(entry.failure)
  const isIntent = entry.facts['step'] === 'intent'
  const position = index === null ? {} : { 'aria-rowindex': index + 2, 'data-index': index }
  return (
    <tr ref={measure} {...position}>
      <td className={styles.when}>
        {format.dateTime(entry.at)}
        <small>{t('entry', { id: format.number(entry.id) })}</small>
      </td>
      <td className={styles.what}>
        <b>{t(`action.${entry.action}`)}</b> <bdi className={styles.id}>{entry.target}</bdi>
        {facts.length > 0 && (
          <small>
            {/* Each in its own direction: a service's text must not turn its neighbours round. */}
            {facts.map((words, index) => (
              <span key={words}>
                {index > 0 && ' · '}
                <bdi>{words}</bdi>
              </span>
            ))}
          </small>
        )}
        {failure !== null && (
          <small className={entry.outcome === 'unknown' ? styles.doubt : styles.reason}>
            {failure.sentence} {failure.unknownOutcome}
          </small>
        )}
      </td>
      <td>
        <Badge tone={isIntent ? 'neutral' : tones[entry.outcome]}>
          {isIntent ? t('outcome.intent') : t(`outcome.${entry.outcome}`)}
        </Badge>
      </td>
      <td className={styles.who}>
        {entry.operator}
        {entry.profileName !== null && <small>{entry.profileName}</small>}
      </td>
    </tr>
  )
})
