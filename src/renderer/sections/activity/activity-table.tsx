import { ChevronDown, ChevronRight } from 'lucide-react'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { ActivityRow } from '../../../shared/schemas/activity.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { QuietButton } from '../../ui/button.tsx'
import { DataHeading, DataRow, DataTable } from '../../ui/data-table.tsx'
import type { DataColumn } from '../../ui/data-table.tsx'
import { Row, Text } from '../../ui/layout.tsx'
import { NameOrId } from '../../ui/short-id.tsx'
import { StateGlyph } from '../../ui/state-glyph.tsx'
import type { StateGlyphKind } from '../../ui/state-glyph.tsx'
import { isBatch, startOf } from './activity-lines.ts'
import type { ActivityLine, Bundle } from './activity-lines.ts'
import type { EntryText } from './entry-text.ts'

interface ActivityTableProps {
  readonly lines: readonly ActivityLine[]
  readonly text: EntryText
  readonly showsProfiles: boolean
  /** The start of the act whose details are open. */
  readonly opened: number | null
  readonly onOpen: (start: number | null) => void
  readonly onToggleBundle: (bundle: Bundle) => void
  readonly onNearEnd: (() => void) | undefined
}

const glyphs: Readonly<Record<ActivityRow['outcome'], StateGlyphKind>> = {
  done: 'ok',
  failed: 'failed',
  unknown: 'unknown',
  seen: 'ok',
}

export function glyphOf({ action, outcome, isInProgress }: ActivityRow): StateGlyphKind {
  if (isInProgress) return 'submitting'
  return action === 'alert.raised' ? 'alert' : glyphs[outcome]
}

const columnsOf = (t: EntryText['t'], showsProfiles: boolean): readonly DataColumn[] => [
  { key: 'at', label: t('column.at'), width: '88px' },
  { key: 'outcome', label: '', hiddenLabel: t('column.outcome'), width: '14px' },
  { key: 'what', label: t('column.what'), width: '136px' },
  { key: 'target', label: t('column.target'), width: 'minmax(96px, 0.8fr)' },
  ...(showsProfiles ? [{ key: 'profile', label: t('column.profile'), width: '120px', narrow: null }] : []),
  { key: 'details', label: t('column.details'), width: 'minmax(0, 1.6fr)' },
  { key: 'more', label: '', hiddenLabel: t('column.more'), width: '24px' },
]

/** Texts of a row, each in its own direction: a service's text must not turn its neighbours round. */
function Texts({ texts }: { readonly texts: readonly string[] }) {
  return (
    <Text tone="soft" tabular title={texts.join(' · ')}>
      {texts.map((text, place) => (
        <span key={text}>
          {place > 0 && ' · '}
          <bdi>{text}</bdi>
        </span>
      ))}
    </Text>
  )
}

function cellsOf(act: ActivityRow, text: EntryText, isPart = false): Record<string, ReactNode> {
  return {
    at: <Text tone="soft">{text.format.timeOfDay(act.at)}</Text>,
    outcome: (
      <Row as="span" gap={2} title={text.outcome(act)}>
        <StateGlyph kind={glyphOf(act)} />
        <span className="visually-hidden">{text.outcome(act)}</span>
      </Row>
    ),
    what: <Text tone={isPart ? 'soft' : undefined}>{text.title(act)}</Text>,
    target: <NameOrId text={text.target(act)} />,
    profile: act.profileName,
    details: <Texts texts={text.line(act)} />,
  }
}

function bundleCellsOf({ acts, isOpen }: Bundle, text: EntryText, onToggle: () => void): Record<string, ReactNode> {
  const Chevron = isOpen ? ChevronDown : ChevronRight
  const [first, ...others] = acts
  const events = isBatch(first) ? others : acts
  const facts = isBatch(first) ? text.line(first) : []
  return {
    ...cellsOf(first, text),
    target: text.t('count.events', { count: events.length, total: text.format.number(events.length) }),
    details: <Texts texts={[...facts, ...new Set(events.map(({ target }) => target))]} />,
    more: <QuietButton Icon={Chevron} aria-label={text.t('eachEvent')} aria-expanded={isOpen} onClick={onToggle} />,
  }
}

const keyOf = ({ key }: ActivityLine): string => key

const isDay = (key: string): boolean => key.startsWith('day ')

function DayHeading({ at }: { readonly at: number }) {
  const { format } = useTexts('common')
  const recent = format.recentDay(at)
  return (
    <DataHeading>
      {recent ?? format.day(at)}
      {recent !== null && (
        <Text font="body" tone="soft">
          {format.day(at)}
        </Text>
      )}
    </DataHeading>
  )
}

/** `table` **Activity journal**: a line per act, under the head of its day. */
export function ActivityTable({
  lines,
  text,
  showsProfiles,
  opened,
  onOpen,
  onToggleBundle,
  onNearEnd,
}: ActivityTableProps) {
  const columns = useMemo(() => columnsOf(text.t, showsProfiles), [text.t, showsProfiles])
  const row = (line: ActivityLine): ReactNode => {
    if (line.kind === 'day') return <DayHeading at={line.at} />
    if (line.kind === 'bundle') {
      const toggle = (): void => onToggleBundle(line)
      return <DataRow onOpen={toggle} onToggle={toggle} cells={bundleCellsOf(line, text, toggle)} />
    }
    const { act, isPart } = line
    return (
      <DataRow
        cells={cellsOf(act, text, isPart)}
        isOpen={startOf(act) === opened}
        onOpen={() => onOpen(startOf(act))}
        onClose={() => onOpen(null)}
      />
    )
  }
  return (
    <DataTable
      label={text.t('table')}
      columns={columns}
      items={lines}
      keyOf={keyOf}
      rowHeight="entry"
      row={row}
      isHeading={isDay}
      onNearEnd={onNearEnd}
    />
  )
}
