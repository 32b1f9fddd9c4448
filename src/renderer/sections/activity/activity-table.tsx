import { ChevronDown, ChevronRight } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import type { ReactNode } from 'react'
import type { ActivityRow } from '../../../shared/schemas/activity.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { QuietButton } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { DataColumn, RowProps } from '../../ui/data-table.tsx'
import { Row, Text } from '../../ui/layout.tsx'
import { NameOrId } from '../../ui/short-id.tsx'
import { StateGlyph } from '../../ui/state-glyph.tsx'
import type { StateGlyphKind } from '../../ui/state-glyph.tsx'
import { actKey, isBatch } from './activity-lines.ts'
import type { ActivityLine, Bundle } from './activity-lines.ts'
import { outcomeOf } from './entry-text.ts'
import type { EntryText } from './entry-text.ts'
import styles from './activity.module.css'

interface ActivityTableProps {
  readonly lines: readonly ActivityLine[]
  readonly text: EntryText
  readonly showsProfiles: boolean
  /** The key of the act whose details are open. */
  readonly opened: string | null
  /** Must keep its identity, like `onToggleBundle`, so that a row is drawn again only when its line changes. */
  readonly onOpen: (act: string | null) => void
  readonly onToggleBundle: (bundle: Bundle) => void
}

const glyphs: Readonly<Record<ActivityRow['outcome'], StateGlyphKind>> = {
  done: 'ok',
  failed: 'failed',
  unknown: 'unknown',
  seen: 'ok',
}

export function glyphOf(act: ActivityRow): StateGlyphKind {
  if (act.isInProgress) return 'submitting'
  if (act.action === 'avatar.longerThanUsual') return 'training'
  return act.action === 'alert.raised' ? 'alert' : glyphs[outcomeOf(act)]
}

/** Texts of a row, each with its own direction: a service's text must not reorder its neighbours. */
function Texts({ texts }: { readonly texts: readonly string[] }) {
  return (
    <Text tone="soft">
      {texts.map((text, index) => (
        <span key={text}>
          {index > 0 && ' · '}
          <bdi>{text}</bdi>
        </span>
      ))}
    </Text>
  )
}

const actOf = (line: ActivityLine): ActivityRow | null =>
  line.kind === 'day' ? null : line.kind === 'act' ? line.act : line.acts[0]

function Outcome({ act, text }: { readonly act: ActivityRow; readonly text: EntryText }) {
  return (
    <Row as="span" gap={2}>
      <StateGlyph kind={glyphOf(act)} />
      <span className="visually-hidden">{text.outcome(act)}</span>
    </Row>
  )
}

/** The details of a bundle: the progress of its batch, or the target of each act. */
function bundleTexts({ acts }: Bundle, text: EntryText): readonly string[] {
  const [first] = acts
  return isBatch(first) ? text.line(first) : [...new Set(acts.map(text.target))]
}

function targetOf(line: ActivityLine, { t, format, target }: EntryText): ReactNode {
  if (line.kind === 'day') return null
  if (line.kind === 'act') return <NameOrId text={target(line.act)} />
  const [first] = line.acts
  if (isBatch(first)) return <NameOrId text={target(first)} />
  const count = line.acts.length
  return t('count.events', { count, total: format.number(count) })
}

function detailsOf(line: ActivityLine, text: EntryText): ReactNode {
  if (line.kind === 'day') return null
  return <Texts texts={line.kind === 'act' ? text.line(line.act) : bundleTexts(line, text)} />
}

type TableProps = Pick<ActivityTableProps, 'text' | 'showsProfiles' | 'onToggleBundle'>

function columnsOf({ text, showsProfiles, onToggleBundle }: TableProps): readonly DataColumn<ActivityLine>[] {
  const { t, format } = text
  const ofAct =
    (cell: (act: ActivityRow, line: ActivityLine) => ReactNode) =>
    (line: ActivityLine): ReactNode => {
      const act = actOf(line)
      return act && cell(act, line)
    }
  return [
    {
      key: 'at',
      label: t('column.at'),
      width: '88px',
      cell: ofAct(({ at }) => <time className={styles.time}>{format.timeOfDay(at)}</time>),
    },
    {
      key: 'outcome',
      label: '',
      hiddenLabel: t('column.outcome'),
      width: '14px',
      isNamed: () => true,
      cell: ofAct((act) => <Outcome act={act} text={text} />),
    },
    {
      key: 'what',
      label: t('column.what'),
      width: '136px',
      cell: ofAct((act, line) => (
        <Text tone={line.kind === 'act' && line.isPart ? 'soft' : undefined}>{text.title(act)}</Text>
      )),
    },
    {
      key: 'target',
      label: t('column.target'),
      width: 'minmax(96px, 0.8fr)',
      cell: (line) => targetOf(line, text),
    },
    ...(showsProfiles
      ? [
          {
            key: 'profile',
            label: t('column.profile'),
            width: '120px',
            narrow: null,
            cell: ofAct(({ profileName }) => profileName),
          },
        ]
      : []),
    {
      key: 'details',
      label: t('column.details'),
      width: 'minmax(0, 1.6fr)',
      cell: (line) => detailsOf(line, text),
    },
    {
      key: 'more',
      label: '',
      hiddenLabel: t('column.more'),
      width: '24px',
      cell: (line) =>
        line.kind === 'bundle' && (
          <QuietButton
            Icon={line.isOpen ? ChevronDown : ChevronRight}
            aria-label={t('eachEvent')}
            aria-expanded={line.isOpen}
            onClick={() => onToggleBundle(line)}
          />
        ),
    },
  ]
}

const keyOf = ({ key }: ActivityLine): string => key

function DayHeading({ at }: { readonly at: number }) {
  const { format } = useTexts('common')
  const recent = format.recentDay(at)
  return (
    <>
      {recent ?? format.day(at)}
      {recent !== null && (
        <Text font="body" tone="soft">
          {format.day(at)}
        </Text>
      )}
    </>
  )
}

const headingOf = (line: ActivityLine): ReactNode => (line.kind === 'day' ? <DayHeading at={line.at} /> : undefined)

/** `table` **Activity journal**: one line per act, under its day heading. */
export function ActivityTable({ lines, text, showsProfiles, opened, onOpen, onToggleBundle }: ActivityTableProps) {
  const columns = useMemo(
    () => columnsOf({ text, showsProfiles, onToggleBundle }),
    [text, showsProfiles, onToggleBundle],
  )
  const rowProps = useCallback(
    (line: ActivityLine): RowProps => {
      if (line.kind === 'day') return {}
      if (line.kind === 'bundle') {
        const toggle = (): void => onToggleBundle(line)
        return { onOpen: toggle, onToggle: toggle }
      }
      const key = actKey(line.act)
      return { isOpen: key === opened, onOpen: () => onOpen(key), onClose: () => onOpen(null) }
    },
    [opened, onOpen, onToggleBundle],
  )
  return (
    <DataTable
      label={text.t('table')}
      columns={columns}
      rows={lines}
      keyOf={keyOf}
      rowHeight="entry"
      rowProps={rowProps}
      headingOf={headingOf}
    />
  )
}
