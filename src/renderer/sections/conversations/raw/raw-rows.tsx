import { useQueries } from '@tanstack/react-query'
import { memo, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { RawRow } from '../../../../shared/model/conversation-view.ts'
import type { RawForm } from '../../../../shared/schemas/conversation.ts'
import { read } from '../../../api/queries.ts'
import { QueryFailure, failedOf } from '../../../failures/query-failure.tsx'
import { cx } from '../../../ui/cx.ts'
import { useFieldText } from '../field-text.ts'
import { JsonText } from '../values/json-text.tsx'
import { pagesOf } from '../values/pages.ts'
import { ShownText } from '../values/shown-text.tsx'
import { useVirtualLines } from '../values/use-virtual-lines.ts'
import { FoundText } from './found-text.tsx'
import { Text } from '../../../ui/layout.tsx'
import look from '../values/values.module.css'
import styles from './raw-json.module.css'

/** The matches in the rows. */
export interface FoundRow {
  readonly search: string
  /** The row of the current match; null when there is none. */
  readonly index: number | null
}

export interface RawRowsProps {
  readonly snapshotId: string
  readonly form: RawForm
  readonly total: number
  readonly found: FoundRow
}

/** Rows per call. */
export const rawPage = 200

const rowHeight = 20
// Fewer rows are read in the page, more of them scroll in a box.
const maxInPage = 28

interface RowProps {
  readonly row: RawRow
  readonly search: string
  readonly isCurrent: boolean
}

function Hint({ field, meaning }: NonNullable<RawRow['hint']>) {
  const words = useFieldText()
  const said = words.meaning(meaning)
  return (
    <Text font="secondary" tone="faint" truncate className={styles.hint}>
      <ShownText text={words.label(field)} />
      {said !== null && <b> · {said}</b>}
    </Text>
  )
}

/** A row that starts in the middle of a line may start in the middle of a text: it has no syntax to be coloured. */
function Plain({ row }: { readonly row: RawRow }) {
  return row.isContinued ? <ShownText text={row.text} /> : <JsonText text={row.text} />
}

const Row = memo(function Row({ row, search, isCurrent }: RowProps) {
  return (
    <div className={cx(look.linesLine, styles.row, isCurrent && styles.current)} data-current={isCurrent || undefined}>
      <span className={look.linesNumber} aria-hidden>
        {row.isContinued ? '' : row.line}
      </span>
      <span className={look.linesText}>
        {search === '' ? <Plain row={row} /> : <FoundText text={row.text} search={search} />}
      </span>
      {row.hint !== null && <Hint {...row.hint} />}
    </div>
  )
})

function useShownRow(index: number | null, scrollTo: (index: number) => void): void {
  const show = useEffectEvent(scrollTo)
  useEffect(() => {
    if (index !== null) show(index)
  }, [index])
}

/** The rows of the JSON as a virtual list; only those on screen are fetched and drawn. */
export function RawRows({ snapshotId, form, total, found }: RawRowsProps) {
  const { t } = useTranslation('conversations')
  const box = useRef<HTMLDivElement>(null)
  const rows = useVirtualLines({ box, count: total, estimatedHeight: () => rowHeight })
  const isLong = total > maxInPage
  const pages = pagesOf(rows.indexes, rawPage)
  const answers = useQueries({
    queries: pages.map((page) =>
      read('conversation.rawRows', { snapshotId, form, from: page * rawPage, count: rawPage }),
    ),
  })
  useShownRow(found.index, (index) => {
    rows.scrollTo(index, 'center')
  })
  const failed = failedOf(answers)
  const rowAt = (index: number): RawRow | undefined =>
    answers[pages.indexOf(Math.floor(index / rawPage))]?.data?.rows[index % rawPage]
  return (
    <>
      {failed !== undefined && <QueryFailure query={failed} about={t('raw.failed')} />}
      <div
        ref={box}
        className={cx(look.box, isLong && look.bounded, isLong && styles.bounded)}
        role="region"
        aria-label={t('heading.raw')}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls needs the focus for its keys
        tabIndex={isLong ? 0 : undefined}
      >
        <div
          style={{
            paddingTop: rows.before,
            paddingBottom: rows.after,
            '--digits': `${String(String(total).length)}ch`,
          }}
        >
          {rows.indexes.map((index) => {
            const row = rowAt(index)
            return (
              <div key={index} ref={rows.measure} data-index={index} className={styles.place}>
                {row !== undefined && <Row row={row} search={found.search} isCurrent={index === found.index} />}
              </div>
            )
          })}
        </div>
      </div>
    </>
  )
}
