import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { alertHistory, useReadOn } from '../../../api/queries.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { StateDot } from '../../../ui/badge.tsx'
import { DataRow, DataTable } from '../../../ui/data-table.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Note, Text } from '../../../ui/layout.tsx'
import { severityTones, useRuleText } from './rules.ts'

const columns = [
  { key: 'at', width: '168px' },
  { key: 'what', width: 'minmax(0, 1fr)' },
  { key: 'lasted', width: '96px' },
  { key: 'told', width: '176px' },
] as const

/** Alerts triggered so far, newest first; read only when it is opened. */
export function AlertHistory() {
  const { t, format } = useTexts('alerts')
  const ruleText = useRuleText()
  const [isOpen, setOpen] = useState(false)
  const history = useInfiniteQuery({ ...alertHistory(), enabled: isOpen })
  const readOn = useReadOn(history)
  const events = history.data?.pages.flat() ?? []
  return (
    <Disclosure label={t('history.title')} onToggle={setOpen}>
      <QueryFailure query={history} />
      {history.isSuccess && events.length === 0 ? (
        <Note>{t('history.none')}</Note>
      ) : (
        <DataTable
          label={t('history.title')}
          columns={columns.map((column) => ({ ...column, label: t(`history.column.${column.key}`) }))}
          items={events}
          keyOf={({ id }) => String(id)}
          rowHeight="entry"
          onNearEnd={readOn}
          row={(event) => {
            const { at, endedAt, severity, condition, told } = event
            const facts = [ruleText.scope(event), ruleText.value(event)].filter((text) => text !== '').join(' · ')
            return (
              <DataRow
                cells={{
                  at: format.time(at),
                  what: (
                    <>
                      <StateDot tone={severityTones[severity]}>{ruleText.condition(condition)}</StateDot>{' '}
                      <Text tone="soft">{facts}</Text>
                    </>
                  ),
                  lasted: endedAt === null ? t('history.triggered') : format.duration(Math.max(0, endedAt - at)),
                  told: t(`told.${told}`),
                }}
              />
            )
          }}
        />
      )}
    </Disclosure>
  )
}
