import { memo, useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { RawRow } from '../../../../shared/model/conversation-view.ts'
import type { RawForm } from '../../../../shared/schemas/conversation.ts'
import { read } from '../../../api/queries.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { cx } from '../../../ui/cx.ts'
import { Text } from '../../../ui/layout.tsx'
import { useFieldText } from '../field-text.ts'
import { JsonText, ShownCharacters, ShownText } from '../values/shown-text.tsx'
import { LinesBox, usePages, useVirtualLines } from '../values/virtual-lines.tsx'
import look from '../values/values.module.css'
import styles from './raw-json.module.css'

interface FoundTextProps {
  readonly text: string
  /** The search text, not empty; case is ignored. */
  readonly search: string
}

const special = /[\\^$.*+?()[\]{}|]/g

/** A text with every match marked. */
function FoundText({ text, search }: FoundTextProps) {
  const parts = text.split(new RegExp(`(${search.replaceAll(special, '\\$&')})`, 'giu'))
  return (
    <bdi>
      {parts.map((part, place) =>
        place % 2 === 0 ? (
          <ShownCharacters key={`${String(place)} plain`} text={part} />
        ) : (
          <mark key={`${String(place)} found`} className={styles.found}>
            <ShownCharacters text={part} />
          </mark>
        ),
      )}
    </bdi>
  )
}

/** The matches in the rows. */
export interface FoundRow {
  readonly search: string
  /** The row of the current match; null when there is none. */
  readonly index: number | null
}

interface RawRowsProps {
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

const Row = memo(function Row({ row, search, isCurrent }: RowProps) {
  // One that starts in the middle of a line may start in the middle of a text: it has no syntax to be coloured.
  const Plain = row.isContinued ? ShownText : JsonText
  return (
    <div className={cx(look.linesLine, styles.row, isCurrent && styles.current)} data-current={isCurrent || undefined}>
      <span className={look.linesNumber} aria-hidden>
        {row.isContinued ? '' : row.line}
      </span>
      <span className={look.linesText}>
        {search === '' ? <Plain text={row.text} /> : <FoundText text={row.text} search={search} />}
      </span>
      {row.hint !== null && <Hint {...row.hint} />}
    </div>
  )
})

/** The rows of the JSON as a virtual list; only those on screen are fetched and drawn. */
export function RawRows({ snapshotId, form, total, found }: RawRowsProps) {
  const { t } = useTranslation('conversations')
  const rows = useVirtualLines({ count: total, estimatedHeight: () => rowHeight })
  const isLong = total > maxInPage
  const { pageAt, failed } = usePages({
    places: rows.indexes,
    size: rawPage,
    pageFrom: (from) => read('conversation.rawRows', { snapshotId, form, from, count: rawPage }),
  })
  const showRow = useEffectEvent((index: number) => {
    rows.scrollTo(index, 'center')
  })
  useEffect(() => {
    if (found.index !== null) showRow(found.index)
  }, [found.index])
  return (
    <>
      {failed !== undefined && <QueryFailure query={failed} about={t('raw.failed')} />}
      <LinesBox
        lines={rows}
        label={t('heading.raw')}
        isLong={isLong}
        className={cx(look.box, isLong && look.bounded, isLong && styles.bounded)}
        digits={String(total).length}
      >
        {(index, attributes) => {
          const row = pageAt(index)?.rows[index % rawPage]
          return (
            <div key={index} {...attributes} className={styles.place}>
              {row !== undefined && <Row row={row} search={found.search} isCurrent={index === found.index} />}
            </div>
          )
        }}
      </LinesBox>
    </>
  )
}
