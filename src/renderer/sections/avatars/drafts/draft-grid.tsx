import { memo, useDeferredValue, useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { DraftId } from '../../../../shared/ids.ts'
import type { Draft } from '../../../../shared/schemas/avatar.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { setInView, useFailedAnalyses } from '../preparation/image-analysis-store.ts'
import { TabStop } from '../../../ui/tab-stop.ts'
import { focusItem } from '../../../ui/focus.ts'
import { DraftCard } from './draft-card.tsx'
import type { DraftCardProps } from './draft-card.tsx'
import styles from './drafts.module.css'
import type { DraftSelection } from './use-drafts.ts'
import { useRowsInView } from './use-rows-in-view.ts'

// Beyond this number only cards in view are drawn. With 200 plain cards, content-visibility included, a drop needed twice
// the time for its analyses and 180 MB more.
const maxDrawn = 60

// As in drafts.module.css.
const minCardWidth = 96
const cardHeight = 162
const gap = 8

function useInnerWidth(list: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = list.current
    if (element === null) return undefined
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    observer.observe(element)
    return () => observer.disconnect()
  }, [list])
  return width
}

const cardOf = (target: EventTarget | null): string | null =>
  target instanceof Element ? (target.closest('[data-key]')?.getAttribute('data-key') ?? null) : null

/**
 * Lays out the cards: all of them up to sixty; with more, only the rows in view and the row of the card that Tab goes
 * to. Every card keeps its element while rows and columns change around it.
 */
function useCardGrid(drafts: readonly Draft[], list: RefObject<HTMLUListElement | null>, active: string | null) {
  const isVirtual = drafts.length > maxDrawn
  const columns = Math.max(1, Math.floor((useInnerWidth(list) + gap) / (minCardWidth + gap)))
  const count = isVirtual ? Math.ceil(drafts.length / columns) : 0
  const pinned = Math.floor(drafts.findIndex(({ id }) => id === active) / columns)
  const { indexes, seen } = useRowsInView({ list, count, height: cardHeight + gap, pinned })

  const first = (seen?.startIndex ?? 0) * columns
  const last = ((seen?.endIndex ?? -1) + 1) * columns
  useEffect(() => {
    setInView(drafts.slice(first, last).map(({ id }) => id))
  }, [drafts, first, last])

  if (!isVirtual) return { shown: drafts.map((draft, index) => ({ draft, index, line: null })), columns }
  const shown = indexes.flatMap((row) =>
    drafts
      .slice(row * columns, (row + 1) * columns)
      .map((draft, column) => ({ draft, index: row * columns + column, line: row + 1 })),
  )
  // All rows have one height, so that rows that are not drawn keep their place.
  return {
    shown,
    style: {
      gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
      gridTemplateRows: `repeat(${count}, ${cardHeight}px)`,
    },
    columns,
  }
}

const steps: Readonly<Record<string, (columns: number) => number>> = {
  ArrowLeft: () => -1,
  ArrowRight: () => 1,
  ArrowUp: (columns) => -columns,
  ArrowDown: (columns) => columns,
}

export interface DraftsProps extends Pick<DraftCardProps, 'onAction'> {
  readonly drafts: readonly Draft[]
  readonly selection: DraftSelection
}

interface GridProps extends DraftsProps {
  /** Titles of the cards; "" for a draft without a name. */
  readonly titles: ReadonlyMap<DraftId, string>
}

/**
 * The list of draft cards, of any length: Tab goes to one card, arrows move among the cards, Ctrl+A selects all, Delete
 * removes the selected cards.
 */
export function DraftGrid({ drafts: all, ...rest }: GridProps) {
  const deferred = useDeferredValue(all)
  // Removed cards disappear immediately. New cards wait for more urgent work.
  return <Grid drafts={all.length < deferred.length ? all : deferred} {...rest} />
}

const Grid = memo(function Grid({ drafts, titles, selection, onAction }: GridProps) {
  const { t } = useTexts('avatars')
  const { selected, ids, selectAll, toggle } = selection
  const list = useRef<HTMLUListElement>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const active = drafts.find(({ id }) => id === focused)?.id ?? drafts[0]?.id ?? null
  const { shown, style, columns } = useCardGrid(drafts, list, active)
  const failed = useFailedAnalyses()
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>): void => {
    const { key } = event
    const step = steps[key]?.(columns)
    if (step !== undefined) {
      const index = drafts.findIndex(({ id }) => id === cardOf(event.target))
      const next = drafts[index + step]
      if (next !== undefined) {
        // The card must be drawn before it can take the focus, wherever the list is scrolled to.
        flushSync(() => setFocused(next.id))
        focusItem(next.id)
      }
    } else if (key === 'a' && (event.ctrlKey || event.metaKey)) selectAll()
    else if (key === 'Delete' && selected.length > 0) {
      // Otherwise, a held key would also remove the next selection.
      if (!event.repeat) onAction('remove', selected)
    } else return
    event.preventDefault()
  }
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys belong to the boxes and buttons inside
    <ul
      ref={list}
      className={styles.list}
      style={style}
      aria-label={t('drafts.list')}
      data-selecting={selected.length > 0 || undefined}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => setFocused(cardOf(target))}
    >
      {shown.map(({ draft, index, line }) => (
        <TabStop key={draft.id} value={draft.id === active}>
          <DraftCard
            draft={draft}
            name={titles.get(draft.id) ?? ''}
            position={index + 1}
            count={drafts.length}
            line={line}
            failure={failed.get(draft.id) ?? null}
            isSelected={ids.has(draft.id)}
            onAction={onAction}
            onToggle={toggle}
          />
        </TabStop>
      ))}
    </ul>
  )
})
