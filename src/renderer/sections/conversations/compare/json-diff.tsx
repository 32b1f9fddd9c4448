import { useQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ComparedPair, JsonComparison } from '../../../../shared/schemas/conversation.ts'
import { read } from '../../../api/queries.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { CollapsedRow, JsonRow } from './json-row.tsx'
import { rowRuns, screenList } from './collapsed-rows.ts'
import type { ScreenList } from './collapsed-rows.ts'
import { rowsPerPage, useJsonRows } from './use-json-rows.ts'
import { Row } from '../../../ui/layout.tsx'
import styles from './compare.module.css'

export interface JsonDiffProps {
  readonly pair: ComparedPair
}

const rowHeight = 20
// Main’s limit; rows after the last run are not known to be the same.
const maxRuns = 10_000

function useScreen({ changed, total }: JsonComparison) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const list = useMemo(() => {
    const last = changed.at(-1)
    const known = changed.length < maxRuns || last === undefined ? total : last.from + last.count
    return screenList(rowRuns({ changed, total, known }, opened))
  }, [changed, total, opened])
  return {
    list,
    open: (from: number): void => {
      setOpened((before) => new Set([...before, from]))
    },
  }
}

function useScroll(list: ScreenList) {
  const box = useRef<HTMLDivElement>(null)
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions read what changes; nothing here is memoised on them
  const virtual = useVirtualizer({
    count: list.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 20,
  })
  return { box, virtual }
}

interface ChangeStepsProps {
  /** Which change is shown, from 0; -1 before the first step. */
  readonly at: number
  readonly count: number
  readonly onStep: (step: 1 | -1) => void
}

function ChangeSteps({ at, count, onStep }: ChangeStepsProps) {
  const { t } = useTranslation('compare')
  const format = useFormat()
  return (
    <Row gap={2}>
      <span role="status" className={styles.place}>
        {at >= 0 && t('changePlace', { place: format.number(at + 1), all: format.number(count) })}
      </span>
      <Button
        size="small"
        icon={<ChevronUp aria-hidden />}
        aria-keyshortcuts="Shift+F7"
        title="Shift+F7"
        disabled={count === 0}
        onClick={() => {
          onStep(-1)
        }}
      >
        {t('previousChange')}
      </Button>
      <Button
        size="small"
        icon={<ChevronDown aria-hidden />}
        aria-keyshortcuts="F7"
        title="F7"
        disabled={count === 0}
        onClick={() => {
          onStep(1)
        }}
      >
        {t('nextChange')}
      </Button>
    </Row>
  )
}

function Diff({ pair, first }: { readonly pair: ComparedPair; readonly first: JsonComparison }) {
  const { t } = useTranslation('compare')
  const [at, setAt] = useState(-1)
  const { list, open } = useScreen(first)
  const { box, virtual } = useScroll(list)
  const { changed } = first
  const items = virtual.getVirtualItems()
  const onScreen = items.map(({ index }) => list.at(index)).filter((row) => row !== undefined)
  const rows = useJsonRows(
    pair,
    onScreen.filter((row) => row.kind === 'row').map(({ row }) => row),
  )
  const step = (by: 1 | -1): void => {
    const next = at === -1 ? (by === 1 ? 0 : changed.length - 1) : (at + by + changed.length) % changed.length
    const run = changed[next]
    if (run === undefined) return
    setAt(next)
    virtual.scrollToIndex(list.placeOf(run.from), { align: 'center' })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'F7') return
    event.preventDefault()
    step(event.shiftKey ? -1 : 1)
  }
  const current = changed[at]
  return (
    // The keys are heard from whatever has the focus inside; the buttons say them.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- a shortcut for the buttons inside
    <div onKeyDown={onKeyDown} className={styles.diff}>
      {rows.failed !== undefined && <QueryFailure query={rows.failed} about={t('failed')} />}
      <ChangeSteps at={at} count={changed.length} onStep={step} />
      <Panel padded={false}>
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region needs the focus */}
        <div ref={box} className={styles.box} role="region" tabIndex={0} aria-label={t('jsonRows')}>
          <div className={styles.rows} style={{ height: virtual.getTotalSize() }}>
            {items.map(({ index, start }) => {
              const row = list.at(index)
              if (row === undefined) return null
              return (
                <div key={index} className={styles.slot} style={{ transform: `translateY(${String(start)}px)` }}>
                  {row.kind === 'fold' ? (
                    <CollapsedRow
                      count={row.count}
                      onOpen={() => {
                        open(row.from)
                      }}
                    />
                  ) : (
                    <JsonRow
                      row={rows.at(row.row)}
                      before={rows.at(row.row - 1)}
                      isCurrent={
                        current !== undefined && row.row >= current.from && row.row < current.from + current.count
                      }
                    />
                  )}
                </div>
              )
            })}
          </div>
        </div>
      </Panel>
    </div>
  )
}

/** The JSON of both sides by line, as it came but for white space; what is the same and far from a change is folded. */
export function JsonDiff({ pair }: JsonDiffProps) {
  const { t } = useTranslation('compare')
  const first = useQuery(read('comparison.json', { ...pair, from: 0, count: rowsPerPage }))
  if (first.isPending) return <Skeleton label={t('loading')} lines={12} />
  if (first.isError) return <QueryFailure query={first} about={t('failed')} />
  return <Diff pair={pair} first={first.data} />
}
