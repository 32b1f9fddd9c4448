import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ScrollText, SearchX } from 'lucide-react'
import { useCallback, useDeferredValue, useMemo, useState, useSyncExternalStore } from 'react'
import type { ActivityRow } from '../../../shared/schemas/activity.ts'
import { read } from '../../api/queries.ts'
import { Unread } from '../../failures/query-failure.tsx'
import { everySecond } from '../../i18n/clock.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import {
  changeActivityView,
  isWholeView,
  showMoreRows,
  useActivityView,
  useShownRows,
  wholeView,
} from '../../state/view-preferences-store.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { filterOf } from './activity-filter.ts'
import styles from './activity.module.css'
import { ActivityInspector } from './activity-inspector.tsx'
import { actKey, keysOf, linesOf } from './activity-lines.ts'
import type { ActivityLine, Bundle } from './activity-lines.ts'
import { ActivityTable } from './activity-table.tsx'
import { FilterBar, FilterCount } from './filter-bar.tsx'
import { JournalActions, JournalOutcomes, useJournalCommands } from './journal-tools.tsx'
import { useEntryText } from './entry-text.ts'
import type { EntryText } from './entry-text.ts'

function NoEntries({ isWhole }: { readonly isWhole: boolean }) {
  const { t } = useTexts('activity')
  if (isWhole) return <EmptyState Icon={ScrollText} title={t('nothingYet')} />
  const showAll = <Button onClick={() => changeActivityView({ ...wholeView, scope: 'all' })}>{t('showAll')}</Button>
  return <EmptyState Icon={SearchX} title={t('noMatch')} action={showAll} />
}

const noActs: readonly ActivityRow[] = []

const today = (): string => new Date().toDateString()

function useJournal({ texts }: EntryText) {
  // Day headings and day filters change at midnight.
  useSyncExternalStore(everySecond, today)
  // Typing is not blocked while the rows of the last letter are drawn.
  const view = useDeferredValue(useActivityView())
  const filter = filterOf(view, texts)
  const limit = useShownRows('activity')
  const query = useQuery({ ...read('activity.list', { filter, limit }), placeholderData: keepPreviousData })
  return { view, filter, query, acts: query.data?.rows ?? noActs, total: query.data?.total }
}

function useOpened(acts: readonly ActivityRow[]) {
  const [openBundles, setOpenBundles] = useState(new Set<string>())
  const [opened, open] = useState<string | null>(null)
  const lines = useMemo(() => linesOf(acts, openBundles), [acts, openBundles])
  const toggleBundle = useCallback(({ acts: bundled, isOpen }: Bundle): void => {
    const keys = new Set(keysOf(bundled))
    setOpenBundles((before) => new Set(isOpen ? [...before].filter((key) => !keys.has(key)) : [...before, ...keys]))
  }, [])
  const isOpened = (one: ActivityRow) => actKey(one) === opened
  const act = acts.find(isOpened)
  // An act in a collapsed bundle has the position of the bundle; in an expanded bundle its own line comes later.
  const at = lines.findLastIndex((line) =>
    line.kind === 'bundle' ? line.acts.some(isOpened) : line.kind === 'act' && isOpened(line.act),
  )
  const isAct = (line: ActivityLine) => line.kind === 'act'
  const opening = (line: ActivityLine | undefined) =>
    at !== -1 && line?.kind === 'act' ? () => open(actKey(line.act)) : undefined
  return {
    lines,
    opened,
    open,
    act,
    onPrevious: opening(lines.slice(0, Math.max(at, 0)).findLast(isAct)),
    onNext: opening(lines.slice(at + 1).find(isAct)),
    toggleBundle,
  }
}

export function ActivitySection() {
  const { t } = useTexts(['activity', 'app', 'common'])
  const text = useEntryText()
  const { view, filter, query, acts, total } = useJournal(text)
  const { lines, opened, open, act, toggleBundle, ...neighbours } = useOpened(acts)
  const commands = useJournalCommands()
  const close = (): void => open(null)
  const isEmpty = !query.isError && total === 0
  return (
    <>
      <PageHeader
        title={t('app:section.activity')}
        sub={total !== undefined && <FilterCount view={view} found={total} isSearching={query.isPlaceholderData} />}
        actions={<JournalActions {...commands} filter={filter} />}
      />
      <Page inspector={act && <ActivityInspector act={act} text={text} onClose={close} {...neighbours} />}>
        <JournalOutcomes {...commands} />
        {total !== undefined && <FilterBar />}
        <Unread query={query} lines={6} about={t('activity:readFailed')} />
        {isEmpty && <NoEntries isWhole={isWholeView(view)} />}
        {acts.length > 0 && (
          <Panel padded={false}>
            <div className={styles.table}>
              <ActivityTable
                lines={lines}
                text={text}
                opened={opened}
                showsProfiles={view.scope === 'all'}
                onOpen={open}
                onToggleBundle={toggleBundle}
              />
              <ShowMore shown={acts.length} total={total ?? 0} onMore={() => showMoreRows('activity')} />
            </div>
          </Panel>
        )}
      </Page>
    </>
  )
}
