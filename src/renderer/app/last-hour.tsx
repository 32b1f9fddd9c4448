import { useQuery } from '@tanstack/react-query'
import type { ProfileId } from '../../shared/ids.ts'
import { read } from '../api/queries.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { Small } from '../ui/layout.tsx'
import styles from './last-hour.module.css'

/** How many calls of each operation were answered in the last hour, and how fast. Nothing before the first call. */
export function LastHour({ profileId }: { readonly profileId: ProfileId }) {
  const { t, format } = useTexts('app')
  const operations = useQuery(read('exchange.lastHour', { profileId })).data ?? []
  const names: Readonly<Record<string, string>> = t('status.operation', { returnObjects: true })
  if (operations.length === 0) return null
  return (
    <table className={styles.hour}>
      <caption>
        <Small>{t('status.hour.title')}</Small>
      </caption>
      <thead>
        <tr>
          {(['operation', 'answered', 'median'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`status.hour.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {operations.map(({ operation, calls, answered, medianMs }) => (
          <tr key={operation}>
            <th scope="row">{names[operation] ?? operation}</th>
            {/* Rounded down, so that 100% means that every call was answered. */}
            <td>
              {t('status.hour.share', {
                share: format.percent(Math.floor((100 * answered) / calls) / 100),
                calls: format.number(calls),
              })}
            </td>
            <td>{medianMs === null ? '–' : format.duration(medianMs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
