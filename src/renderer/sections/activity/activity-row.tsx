import { memo } from 'react'
import type { Ref } from 'react'
import type { ActivityEntry, ActivityRow as Act } from '../../../shared/schemas/activity.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Tone } from '../../ui/badge.tsx'
import styles from './activity-row.module.css'
import type { EntryText } from './use-entry-text.ts'

export interface ActivityRowProps {
  readonly entry: Act
  readonly entryText: EntryText
  /** Its place among the entries that fit, from 0; null in a table that is drawn whole. */
  readonly index: number | null
  /** Of a table of which only a part is drawn. */
  readonly measure?: Ref<HTMLTableRowElement> | undefined
}

const tones = { done: 'good', failed: 'bad', unknown: 'warn', seen: 'neutral' } as const satisfies Record<
  ActivityEntry['outcome'],
  Tone
>

function Outcome({ entry, t }: { readonly entry: Act; readonly t: EntryText['t'] }) {
  if (entry.isInProgress) return <Badge tone="neutral">{t('outcome.inProgress')}</Badge>
  return <Badge tone={tones[entry.outcome]}>{t(`outcome.${entry.outcome}`)}</Badge>
}

/** One act of the journal, by its newest entry. */
export const ActivityRow = memo(function ActivityRow({ entry, entryText: text, index, measure }: ActivityRowProps) {
  const { t, format } = text
  const details = text.details(entry)
  const failure = entry.failure === null ? null : text.failure(entry.failure)
  const isInterrupted = entry.facts['step'] === 'intent' && !entry.isInProgress
  const position = index === null ? {} : { 'aria-rowindex': index + 2, 'data-index': index }
  return (
    <tr ref={measure} {...position}>
      <td className={styles.when}>
        {format.dateTime(entry.at)}
        <small>{text.numbers(entry)}</small>
      </td>
      <td className={styles.what}>
        <b>{text.action(entry)}</b> <bdi className={styles.id}>{entry.target}</bdi>
        {details.length > 0 && (
          <small>
            {/* Each in its own direction: a service's text must not turn its neighbours round. */}
            {details.map((detail, place) => (
              <span key={detail}>
                {place > 0 && ' · '}
                <bdi>{detail}</bdi>
              </span>
            ))}
          </small>
        )}
        {failure !== null && (
          <small className={entry.outcome === 'unknown' ? styles.doubt : styles.reason}>
            {failure.sentence} {failure.unknownOutcome}
          </small>
        )}
        {isInterrupted && <small className={styles.doubt}>{t('interrupted')}</small>}
      </td>
      <td>
        <Outcome entry={entry} t={t} />
      </td>
      <td className={styles.who}>
        {entry.operator}
        {entry.profileName !== null && <small>{entry.profileName}</small>}
      </td>
    </tr>
  )
})
