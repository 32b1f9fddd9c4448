import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '../../../../shared/model/limits.ts'
import type { AlertEvent } from '../../../../shared/schemas/alert.ts'
import { read } from '../../../api/queries.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { StateDot } from '../../../ui/badge.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Note, Text } from '../../../ui/layout.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { severityTones, useRuleText } from './rules.ts'

/** The alerts triggered so far, newest first; read only when the operator opens the list. */
export function AlertHistory() {
  const { t, format } = useTexts('alerts')
  const ruleText = useRuleText()
  const [isOpen, setOpen] = useState(false)
  const [limit, setLimit] = useState<number>(limits.rowsAtOnce)
  const history = useQuery({ ...read('alert.history', { limit }), enabled: isOpen, placeholderData: keepPreviousData })
  const { rows, total } = history.data ?? { rows: [], total: 0 }
  const factsOf = (event: AlertEvent): string =>
    [ruleText.scope(event), ruleText.value(event)].filter((text) => text !== '').join(' · ')
  return (
    <Disclosure label={t('history.title')} onToggle={setOpen}>
      <QueryFailure query={history} />
      {history.isSuccess && total === 0 ? (
        <Note>{t('history.none')}</Note>
      ) : (
        <DataTable
          label={t('history.title')}
          columns={[
            { key: 'at', label: t('history.column.at'), width: '168px', cell: ({ at }) => format.time(at) },
            {
              key: 'what',
              label: t('history.column.what'),
              width: 'minmax(0, 1fr)',
              cell: (event) => (
                <>
                  <StateDot tone={severityTones[event.severity]}>{ruleText.condition(event.condition)}</StateDot>{' '}
                  <Text tone="soft">{factsOf(event)}</Text>
                </>
              ),
            },
            {
              key: 'lasted',
              label: t('history.column.lasted'),
              width: '96px',
              cell: ({ at, endedAt }) =>
                endedAt === null ? t('history.triggered') : format.duration(Math.max(0, endedAt - at)),
            },
            {
              key: 'told',
              label: t('history.column.told'),
              width: '176px',
              cell: ({ told }) => t(`told.${told}`),
            },
          ]}
          rows={rows}
          keyOf={({ id }) => String(id)}
          rowHeight="entry"
        />
      )}
      <ShowMore shown={rows.length} total={total} onMore={() => setLimit(limit + limits.rowsAtOnce)} />
    </Disclosure>
  )
}
