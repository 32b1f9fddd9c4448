import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActivityEntry } from '../../../shared/schemas/activity.ts'
import { useFailureWords } from '../../failures/describe-failure.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Tone } from '../../ui/badge.tsx'
import styles from './activity.module.css'
import { useFactWords } from './fact-words.ts'

/** Props of `ActivityRow`. */
export interface ActivityRowProps {
  readonly entry: ActivityEntry
}

const tones = { done: 'good', failed: 'bad', unknown: 'warn', seen: 'neutral' } as const satisfies Record<
  ActivityEntry['outcome'],
  Tone
>

/** One line of the journal. */
export const ActivityRow = memo(function ActivityRow({ entry }: ActivityRowProps) {
  const { t } = useTranslation('activity')
  const format = useFormat()
  const failureWords = useFailureWords()
  const facts = useFactWords()(entry.facts)
  const failure = entry.failure === null ? null : failureWords(entry.failure)
  const isIntent = entry.facts['step'] === 'intent'
  return (
    <tr>
      <td className={styles.when}>{format.dateTime(entry.at)}</td>
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
