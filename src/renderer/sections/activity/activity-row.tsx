import { memo } from 'react'
import type { Ref } from 'react'
import type { ActivityEntry } from '../../../shared/schemas/activity.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Tone } from '../../ui/badge.tsx'
import styles from './activity-row.module.css'
import type { EntryWords } from './use-entry-words.ts'

/** Props of `ActivityRow`. */
export interface ActivityRowProps {
  readonly entry: ActivityEntry
  readonly words: EntryWords
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
export const ActivityRow = memo(function ActivityRow({ entry, words, index, measure }: ActivityRowProps) {
  const { t, format } = words
  const facts = words.facts(entry)
  const failure = entry.failure === null ? null : words.failure(entry.failure)
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
            {facts.map((fact, place) => (
              <span key={fact}>
                {place > 0 && ' · '}
                <bdi>{fact}</bdi>
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
