import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActivityEntry } from '../../../shared/schemas/activity.ts'
import { useFailureWords } from '../../failures/describe-failure.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Tone } from '../../ui/badge.tsx'
import styles from './activity.module.css'

/** Props of `ActivityRow`. */
export interface ActivityRowProps {
  readonly entry: ActivityEntry
}

const tones = { done: 'good', failed: 'bad', unknown: 'warn', seen: 'neutral' } as const satisfies Record<
  ActivityEntry['outcome'],
  Tone
>

// Facts that the entry carries for the program itself, not for the reader.
const hiddenFacts: ReadonlySet<string> = new Set(['step'])

function useFactWords(facts: ActivityEntry['facts']): string {
  const format = useFormat()
  return Object.entries(facts)
    .filter(([name, value]) => value !== null && !hiddenFacts.has(name))
    .map(([name, value]) => {
      const isInstant = typeof value === 'number' && name.endsWith('At')
      return `${name}: ${isInstant ? format.time(value) : String(value)}`
    })
    .join(' · ')
}

/** One line of the journal. */
export const ActivityRow = memo(function ActivityRow({ entry }: ActivityRowProps) {
  const { t } = useTranslation('activity')
  const format = useFormat()
  const words = useFailureWords()
  const facts = useFactWords(entry.facts)
  const isIntent = entry.facts.step === 'intent'
  return (
    <tr>
      <td className={styles.when}>{format.dateTime(entry.at)}</td>
      <td>{t(`action.${entry.action}`)}</td>
      <td className={styles.target}>
        <span className={styles.id}>{entry.target}</span>
        {facts !== '' && <small>{facts}</small>}
        {entry.failure !== null && <small className={styles.reason}>{words(entry.failure).sentence}</small>}
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
