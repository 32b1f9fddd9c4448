import { useEffect, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActivityRow as Act } from '../../../shared/schemas/activity.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TableGap } from '../../ui/table-gap.tsx'
import { Table } from '../../ui/table.tsx'
import { useVirtualRows } from '../../ui/use-virtual-rows.ts'
import { ActivityRow } from './activity-row.tsx'
import styles from './activity-table.module.css'
import { useEntryText } from './use-entry-text.ts'
import type { EntryText } from './use-entry-text.ts'
import type { Journal } from './use-journal.ts'

export interface ActivityTableProps {
  readonly journal: Journal
}

// A table of so many is drawn whole: nothing is gained by leaving rows out, and a page of it can be searched.
const virtualizeFrom = 50

// Of a row with one line of facts, which most have.
const estimatedHeight = 57
const columnCount = 4

// Rows below the last one drawn at which older entries are read, so that scrolling finds them there.
const readAhead = 60

function useColumns() {
  const { t } = useTranslation('activity')
  return [
    { key: 'at', label: t('column.at') },
    { key: 'what', label: t('column.what') },
    { key: 'outcome', label: t('column.outcome') },
    { key: 'who', label: t('column.who') },
  ]
}

/** Reads on when the end of what was read comes near the screen. */
function useReadingOn(journal: Journal, lastDrawn: number): void {
  const { entries, hasOlder, isReadingOlder, readOlder } = journal
  const isNear = lastDrawn >= 0 && lastDrawn + readAhead >= entries.length && hasOlder && !isReadingOlder
  const read = useRef(readOlder)
  useEffect(() => {
    read.current = readOlder
  })
  useEffect(() => {
    if (isNear) read.current()
  }, [isNear, entries.length])
}

interface ActivityRowsProps extends ActivityTableProps {
  readonly entryText: EntryText
  readonly body: RefObject<HTMLTableSectionElement | null>
}

function ActivityRows({ journal, entryText: text, body }: ActivityRowsProps) {
  const { entries } = journal
  const keys = useMemo(() => entries.map(({ id }) => String(id)), [entries])
  const { indexes, before, after, measure } = useVirtualRows({ body, keys, estimatedHeight })
  useReadingOn(journal, indexes.at(-1) ?? -1)
  const drawn = indexes.flatMap((index) => {
    const entry: Act | undefined = entries[index]
    return entry === undefined ? [] : [{ index, entry }]
  })
  return (
    <>
      <TableGap height={before} columns={columnCount} />
      {drawn.map(({ index, entry }) => (
        <ActivityRow key={entry.id} entry={entry} entryText={text} index={index} measure={measure} />
      ))}
      <TableGap height={after} columns={columnCount} />
    </>
  )
}

/** `table` **Activity journal**: a row per act; of a long one only the rows on screen are drawn. */
export function ActivityTable({ journal }: ActivityTableProps) {
  const { t } = useTranslation('activity')
  const columns = useColumns()
  const text = useEntryText()
  // Rows are mounted before the body is attached, and need it: they are drawn once more then.
  const [attached, setAttached] = useState<HTMLTableSectionElement | null>(null)
  const body = useMemo(() => ({ current: attached }), [attached])
  const { entries, total, hasOlder, isReadingOlder, readOlder } = journal
  const isPart = entries.length > virtualizeFrom
  return (
    <>
      <Panel padded={false}>
        <div className={styles.fit}>
          <Table label={t('table')} columns={columns} bodyRef={setAttached} rowCount={isPart ? total : undefined}>
            {isPart ? (
              <ActivityRows journal={journal} entryText={text} body={body} />
            ) : (
              entries.map((entry) => <ActivityRow key={entry.id} entry={entry} entryText={text} index={null} />)
            )}
          </Table>
        </div>
      </Panel>
      {hasOlder && (
        <div>
          <Button busy={isReadingOlder} onClick={readOlder}>
            {isReadingOlder ? t('readingOlder') : t('older')}
          </Button>
        </div>
      )}
    </>
  )
}
