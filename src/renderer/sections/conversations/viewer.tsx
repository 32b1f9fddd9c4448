import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { Fragment, memo, useEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { changesOf } from '../../../shared/conversation/changes.ts'
import { viewOf } from '../../../shared/conversation/view.ts'
import type { SnapshotId } from '../../../shared/ids.ts'
import { membersByParent, nameOf } from '../../../shared/conversation/fields.ts'
import type { ConversationSection, ConversationView, SectionView } from '../../../shared/conversation/view-types.ts'
import type { SnapshotSummary } from '../../../shared/schemas/conversation.ts'
import { read } from '../../api/queries.ts'
import { useAppState } from '../../api/use-app-state.ts'
import { useCommand } from '../../api/use-command.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { Unread } from '../../failures/query-failure.tsx'
import { Age } from '../../i18n/age.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { go } from '../../state/location-store.ts'
import { fetchConversation, useNewestFetch } from '../../state/open-conversation.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, PlainButton, QuietButton } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Row, Text } from '../../ui/layout.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Select } from '../../ui/select.tsx'
import { ShortId } from '../../ui/short-id.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useCurrentPart } from '../../ui/use-current-part.ts'
import { useWindowEvent } from '../../ui/use-window-event.ts'
import { AppearanceDiagram } from './appearance/appearance-figure.tsx'
import { CompareButton } from './compare/compare-dialog.tsx'
import { ExportMenu } from './export-menu.tsx'
import { useFieldText } from './field-text.ts'
import { Items } from './items.tsx'
import { FindBar, useFindBar } from './find/find-bar.tsx'
import { FavouriteButton } from './library/library-tools.tsx'
import { RawJson } from './raw-json.tsx'
import { goToSection, useShownField } from './go-to-field.ts'
import { OpenedContext, openedSnapshot, useOpened } from './shown-conversation.ts'
import type { OpenedConversation } from './shown-conversation.ts'
import { Summary } from './summary.tsx'
import { Fields } from './values/field-rows.tsx'
import { ShownCharacters, textForName } from './values/shown-text.tsx'
import styles from './conversations.module.css'

function SectionLinks({ view }: { readonly view: ConversationView }) {
  const { t } = useTexts('conversations')
  const parts = useMemo(() => [...view.sections.map(({ section }) => section), 'raw' as const], [view])
  // Slightly below the viewer's head: parts above this line have been read.
  const current = useCurrentPart(parts, 200)
  const strip = useRef<HTMLElement>(null)
  const showCurrent = (): void => {
    const link = strip.current?.querySelector('[aria-current]') ?? null
    if (strip.current === null || link === null) return
    const [stripRect, linkRect] = [strip.current.getBoundingClientRect(), link.getBoundingClientRect()]
    // Scrolled by hand: scrolling the link into view would stop the page, which might be scrolling to the part.
    strip.current.scrollLeft +=
      Math.min(0, linkRect.left - stripRect.left) + Math.max(0, linkRect.right - stripRect.right)
  }
  // After each render, because different texts have different widths.
  useEffect(showCurrent)
  useWindowEvent('resize', showCurrent)
  return (
    <Row ref={strip} as="nav" gap={5} align="stretch" className={styles.links} aria-label={t('parts')}>
      {parts.map((part) => (
        <PlainButton key={part} aria-current={part === current ? 'true' : undefined} onClick={() => goToSection(part)}>
          {t(`heading.${part}`)}
        </PlainButton>
      ))}
    </Row>
  )
}

/** The fields of a list's first item. */
const itemFields = (list: SectionView['list']) =>
  (list === null ? [] : (membersByParent.get(list.name) ?? [])).map((member) => ({
    field: member.field,
    path: `data.${String(list?.name)}[0].${nameOf(member)}`,
  }))

function FindField({ view }: { readonly view: ConversationView }) {
  const { t } = useTexts('conversations')
  const { label } = useFieldText()
  const [typed, setTyped] = useState('')
  const parts = [...view.sections, { section: 'raw', list: null, ...view.envelope } as const]
  const options = parts.flatMap(({ section, list, rows, otherFields }) =>
    [...rows, ...otherFields, ...itemFields(list)].map(({ path, field }) => ({
      value: path,
      label: textForName(label(field)),
      hint: textForName(field),
      group: t(`heading.${section}`),
    })),
  )
  return (
    <div className={styles.find}>
      <Combobox
        aria-label={t('findField')}
        placeholder={t('findField')}
        options={options}
        value={typed}
        onChange={setTyped}
        noMatch={t('noMatches')}
        onSelect={(path) => {
          setTyped('')
          go({ section: 'conversations', at: path })
        }}
      />
    </div>
  )
}

interface SnapshotFactsProps {
  readonly summary: SnapshotSummary
}

/** The age of the snapshot, which is a menu of other snapshots, and whether a newer snapshot exists. */
function SnapshotMenu({ summary }: SnapshotFactsProps) {
  const { t, format } = useTexts('conversations')
  const snapshots = useQuery(read('library.snapshots', { conversationId: summary.conversationId })).data ?? []
  const newest = snapshots[0]
  const shown = snapshots.some(({ id }) => id === summary.id) ? snapshots : [...snapshots, summary]
  return (
    <>
      <Text as="div" tone="soft" font="secondary">
        {shown.length > 1 ? (
          <Select
            aria-label={t('snapshots')}
            face={<Age at={summary.fetchedAt} />}
            options={shown.map(({ id, fetchedAt, bytes }) => {
              const facts = [format.time(fetchedAt), format.bytes(bytes), id === newest?.id && t('newest')]
              return { value: id, label: facts.filter((fact) => fact !== false).join(' · ') }
            })}
            value={summary.id}
            onChange={(snapshotId) => go({ section: 'conversations', snapshotId })}
          />
        ) : (
          <Age at={summary.fetchedAt} />
        )}
      </Text>
      {newest !== undefined && newest.id !== summary.id && (
        <Row as="span" gap={2} className={styles.older}>
          <Badge tone="warn">{t('older')}</Badge>
          <Button size="small" onClick={() => go({ section: 'conversations', snapshotId: newest.id })}>
            {t('showNewest')}
          </Button>
        </Row>
      )}
    </>
  )
}

interface ChangesSinceProps {
  readonly before: SnapshotSummary
  readonly now: SnapshotSummary
}

function ChangesSince({ before, now }: ChangesSinceProps) {
  const { t, format } = useTexts(['conversations', 'checks', 'compare'])
  const opened = useQuery(openedSnapshot(before.id))
  const { document } = useOpened()
  const comparison = useMemo(() => opened.data && changesOf(opened.data.document, document), [opened.data, document])
  if (opened.isError) return <Text tone="bad">{t('compare:failed')}</Text>
  if (comparison === undefined) return null
  const count = comparison.changes.length + comparison.more
  const time = format.minute(before.fetchedAt)
  if (count === 0) return t('unchangedSince', { time })
  const left = { kind: 'snapshot', snapshotId: before.id } as const
  const right = { kind: 'snapshot', snapshotId: now.id } as const
  return (
    <>
      <Text tone="warn">{t('changedSince', { count, number: format.number(count), time })}</Text>
      <QuietButton onClick={() => go({ section: 'conversations', comparison: { left, right, part: 'changes' } })}>
        {t('checks:show')}
      </QuietButton>
    </>
  )
}

/** After a fetch: how many fields have changed since the previous snapshot. */
function FetchOutcome({ summary }: SnapshotFactsProps) {
  const isAnswer = useNewestFetch().snapshotId === summary.id
  const snapshots = useQuery(read('library.snapshots', { conversationId: summary.conversationId })).data ?? []
  // The snapshots are in the order of their reads; until the new snapshot is listed, the previous snapshot is the first.
  const before = snapshots[snapshots.findIndex(({ id }) => id === summary.id) + 1]
  return (
    <Row as="span" font="secondary" tone="soft" role="status" className={styles.fetched}>
      {isAnswer && before !== undefined && <ChangesSince before={before} now={summary} />}
    </Row>
  )
}

interface ViewerHeadProps {
  readonly summary: SnapshotSummary
  readonly view: ConversationView
  readonly findBar: ReactNode
}

function ViewerHead({ summary, view, findBar }: ViewerHeadProps) {
  const { t } = useTexts(['conversations', 'common'])
  const { status, id } = useNewestFetch()
  return (
    <header className={styles.head}>
      <Row gap={2} className={styles.line}>
        <Text as="bdi" font="card" truncate>
          <ShownCharacters text={view.title === null || view.title === '' ? t('unnamed') : view.title} />
        </Text>
        <ShortId id={summary.conversationId} valueName={t('conversationIdentifier')} />
        <div className={styles.facts}>
          <SnapshotMenu summary={summary} />
          <FetchOutcome summary={summary} />
        </div>
        <QuietButton
          Icon={RefreshCw}
          name={t('common:refresh')}
          busy={status === 'pending' && id === summary.conversationId}
          onClick={() => fetchConversation(summary.conversationId)}
        />
        <Row as="span" gap={2} className="to-end">
          <FavouriteButton conversationId={summary.conversationId} />
          <CompareButton snapshot={summary} />
          <ExportMenu key={summary.id} />
        </Row>
      </Row>
      <SectionLinks view={view} />
      <FindField view={view} />
      {findBar}
    </header>
  )
}

interface PartProps extends Pick<SectionView, 'rows' | 'otherFields' | 'moreOtherFields'> {
  readonly part: ConversationSection | 'raw'
  readonly sub?: string | undefined
  readonly actions?: ReactNode
  /** Shown above the fields. */
  readonly drawing?: ReactNode
  /** Shown below the fields. */
  readonly children?: ReactNode
}

function Part({ part, sub, actions, drawing, children, ...fields }: PartProps) {
  const { t } = useTexts('conversations')
  return (
    <div id={`part-${part}`} tabIndex={-1} className={styles.part}>
      <Panel title={t(`heading.${part}`)} sub={sub} actions={actions} padded={false}>
        {drawing && <div className={styles.content}>{drawing}</div>}
        <Fields {...fields} variant="rows">
          {children && <div className={styles.content}>{children}</div>}
        </Fields>
      </Panel>
    </div>
  )
}

const useRawNames = (): boolean => useAppState()?.preferences.rawNames === true

/** Stored with the preferences: an operator who needs the contract's names needs them each time. */
function RawNamesSwitch() {
  const { t } = useTexts('conversations')
  const isOn = useRawNames()
  const { mutate: set, isPending, input, error } = useCommand('preferences.set', { queue: 'preferences.set' })
  return (
    <>
      <ErrorNotice error={error} />
      <Switch
        label={t('rawNames')}
        isOn={isPending ? input?.rawNames === true : isOn}
        onChange={(rawNames) => set({ rawNames })}
      />
    </>
  )
}

interface PartsProps {
  readonly view: ConversationView
  readonly onFind: () => void
}

function Parts({ view, onFind }: PartsProps) {
  const { format } = useTexts('conversations')
  useShownField()
  return (
    <>
      {view.sections.map(({ section, list, ...fields }) => (
        <Part
          key={section}
          {...fields}
          part={section}
          sub={list === null ? undefined : format.number(list.total)}
          actions={section === 'overview' && <RawNamesSwitch />}
          drawing={section === 'appearance' && <AppearanceDiagram view={view} />}
        >
          {list !== null && <Items list={list.name} />}
        </Part>
      ))}
      <Part {...view.envelope} part="raw">
        <RawJson onFind={onFind} />
      </Part>
    </>
  )
}

/** A whole document: drawn once for each snapshot, and not again while the next snapshot is read. */
const Opened = memo(function Opened({ opened }: { readonly opened: OpenedConversation }) {
  const { t } = useTexts('conversations')
  const showsRawNames = useRawNames()
  const { summary, document, media } = opened
  const view = useMemo(() => viewOf(document, media), [document, media])
  const body = useRef<HTMLDivElement>(null)
  const find = useFindBar()
  return (
    <article
      className={styles.viewer}
      data-raw-names={showsRawNames}
      aria-label={view.title === null ? t('unnamed') : textForName(view.title)}
    >
      <OpenedContext value={opened}>
        {/* Keyed by the conversation: its controls switch between snapshots and keep the focus. */}
        <ViewerHead
          key={summary.conversationId}
          summary={summary}
          view={view}
          findBar={find.requests > 0 && <FindBar documentRef={body} request={find.requests} onClose={find.close} />}
        />
        <div ref={body} className={styles.body}>
          <Fragment key={summary.id}>
            <Summary conversationId={summary.conversationId} view={view} />
            <Parts view={view} onFind={find.open} />
          </Fragment>
        </div>
      </OpenedContext>
    </article>
  )
})

export function Viewer({ snapshotId }: { readonly snapshotId: SnapshotId }) {
  const { t } = useTexts(['conversations', 'common'])
  // The previous snapshot stays until the next is read, so that the page never goes blank in between.
  const opened = useQuery({ ...openedSnapshot(snapshotId), placeholderData: keepPreviousData })
  const element = useRef<HTMLDivElement>(null)
  const conversationId = opened.data?.summary.conversationId
  const last = useRef(conversationId)
  // A different conversation begins at its top; a different snapshot of the same conversation keeps the scroll
  // position.
  useEffect(() => {
    if (last.current !== undefined && last.current !== conversationId)
      element.current?.scrollIntoView({ block: 'start' })
    last.current = conversationId
  }, [conversationId])
  if (!opened.isSuccess) return <Unread query={opened} lines={8} about={t('readFailed')} />
  return (
    <div ref={element} className={styles.place}>
      <Opened opened={opened.data} />
    </div>
  )
}
