import { useQuery } from '@tanstack/react-query'
import { memo, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { JsonDiffRow } from '../../../../shared/model/conversation-changes.ts'
import type { ComparedPair, JsonComparison } from '../../../../shared/schemas/conversation.ts'
import { read } from '../../../api/queries.ts'
import { Unread } from '../../../failures/query-failure.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { JsonText, ShownText } from '../values/shown-text.tsx'
import { StepButtons } from '../values/step-buttons.tsx'
import { LinesBox, usePages, useVirtualLines } from '../values/virtual-lines.tsx'
import { FoldButton, useFolds } from './text-parts.tsx'
import styles from './compare.module.css'

const rowsPerPage = 200

interface JsonRowProps {
  /** Undefined while it is on its way. */
  readonly row: JsonDiffRow | undefined
  readonly isCurrent: boolean
}

const signs = { same: ' ', added: '+', removed: '−' }

const JsonRow = memo(function JsonRow({ row, isCurrent }: JsonRowProps) {
  if (row === undefined) return <div className={styles.jsonRow} />
  const { kind, leftLine, rightLine, isContinued, text } = row
  // A part of a line has no number of its own, and no syntax to be coloured: it may start in the middle of a text.
  const Shown = isContinued ? ShownText : JsonText
  return (
    <div className={styles.jsonRow} data-kind={kind} data-current={isCurrent}>
      <span className={styles.jsonNumber}>{!isContinued && leftLine}</span>
      <span className={styles.jsonNumber}>{!isContinued && rightLine}</span>
      <span className={styles.sign}>{signs[kind]}</span>
      <code className={styles.text}>
        <Shown text={text} />
      </code>
    </div>
  )
})

const rowHeight = 20
// Main’s limit; rows after the last run are not known to be the same.
const maxRuns = 10_000

function Diff({ pair, first }: { readonly pair: ComparedPair; readonly first: JsonComparison }) {
  const { t, format } = useTexts('compare')
  // Which change is shown, from 0; -1 before the first step.
  const [at, setAt] = useState(-1)
  const { changed, total } = first
  const last = changed.at(-1)
  const known = changed.length < maxRuns || last === undefined ? total : last.from + last.count
  const { rows, open } = useFolds({ changed, total, known })
  const lines = useVirtualLines({ count: rows.length, estimatedHeight: () => rowHeight })
  const { rowAt, failure } = usePages({
    places: lines.indexes.map((index) => rows[index]).filter((row) => typeof row === 'number'),
    size: rowsPerPage,
    pageFrom: (from) => read('comparison.json', { ...pair, from, count: rowsPerPage }),
    rowsOf: (page) => page.rows,
    about: t('failed'),
  })
  const step = (by: 1 | -1): void => {
    const next = at === -1 ? (by === 1 ? 0 : changed.length - 1) : (at + by + changed.length) % changed.length
    const run = changed[next]
    if (run === undefined) return
    setAt(next)
    lines.scrollTo(rows.indexOf(run.from), 'center')
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'F7') return
    event.preventDefault()
    step(event.shiftKey ? -1 : 1)
  }
  const current = changed[at]
  return (
    // The keys are heard from whatever has the focus inside; the buttons say them.
    <Stack gap={2} bounded onKeyDown={onKeyDown}>
      {failure}
      <Row gap={2}>
        <StepButtons keys={['Shift+F7', 'F7']} canStep={() => changed.length > 0} onStep={step} />
        <Text role="status" tone="soft">
          {at >= 0 && t('changePlace', { place: format.number(at + 1), all: format.number(changed.length) })}
        </Text>
      </Row>
      <Panel padded={false}>
        <LinesBox lines={lines} label={t('jsonRows')} className={styles.box}>
          {(index) => {
            const row = rows[index]
            if (typeof row === 'object') return <FoldButton fold={row} onOpen={open} />
            return (
              row !== undefined && (
                <JsonRow
                  row={rowAt(row)}
                  isCurrent={current !== undefined && row >= current.from && row < current.from + current.count}
                />
              )
            )
          }}
        </LinesBox>
      </Panel>
    </Stack>
  )
}

export function JsonDiff({ pair }: { readonly pair: ComparedPair }) {
  const { t } = useTexts(['compare', 'common'])
  const first = useQuery(read('comparison.json', { ...pair, from: 0, count: rowsPerPage }))
  if (!first.isSuccess) return <Unread query={first} lines={12} about={t('failed')} />
  return <Diff pair={pair} first={first.data} />
}
