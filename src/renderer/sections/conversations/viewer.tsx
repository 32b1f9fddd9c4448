import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { memo, useEffect, useMemo, useRef } from 'react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProfileId, SnapshotId } from '../../../shared/ids.ts'
import type { ConversationView, SectionView } from '../../../shared/model/conversation-view.ts'
import type { OpenedConversation } from '../../../shared/schemas/conversation.ts'
import { read } from '../../api/queries.ts'
import { useCommand } from '../../api/use-command.ts'
import { QueryFailure } from '../../failures/query-failure.tsx'
import { useFormat } from '../../i18n/use-format.ts'
import { showRawNames, useRawNames } from '../../state/raw-names-store.ts'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { AppearanceDiagram } from './appearance/appearance-figure.tsx'
import { PagedItems } from './items/paged-items.tsx'
import { RawJson } from './raw/raw-json.tsx'
import { Scripts } from './scripts/scripts.tsx'
import { Summary } from './summary/summary.tsx'
import { FieldRows, OtherFields } from './values/field-rows.tsx'
import { textForName } from './values/hidden-characters.ts'
import { ViewerHead } from './viewer-head.tsx'
import styles from './conversations.module.css'

/** Reports to main that a snapshot came on screen, once for each time: changes since then are marked as new. */
function useMarkSeen(snapshotId: SnapshotId): void {
  // A failure is not shown: the snapshot is marked as new once more, and a full disk is reported where data is lost.
  const { mutate } = useCommand('library.markSeen')
  useEffect(() => {
    mutate({ snapshotId })
  }, [mutate, snapshotId])
}

interface SectionPanelProps {
  readonly snapshotId: string
  readonly section: SectionView
  /** The whole that the section is of. */
  readonly view: ConversationView
}

/** Everything under one heading of the viewer. */
function SectionPanel({ snapshotId, section, view }: SectionPanelProps) {
  const { t } = useTranslation('conversations')
  const format = useFormat()
  const showsRawNames = useRawNames()
  const { list } = section
  return (
    <div id={`part-${section.section}`} tabIndex={-1} className={styles.part}>
      <Panel
        title={t(`heading.${section.section}`)}
        sub={list === null ? undefined : t('items.count', { count: list.total, number: format.number(list.total) })}
        actions={
          section.section === 'overview' && (
            <Switch label={t('rawNames')} isOn={showsRawNames} onChange={showRawNames} />
          )
        }
        padded={false}
      >
        {section.section === 'appearance' && (
          <div className={styles.content}>
            <AppearanceDiagram snapshotId={snapshotId} view={view} />
          </div>
        )}
        <FieldRows snapshotId={snapshotId} rows={section.rows} />
        {list !== null && (
          <div className={styles.content}>
            {list.name === 'scriptDtoList' ? (
              <Scripts snapshotId={snapshotId} />
            ) : (
              <PagedItems snapshotId={snapshotId} list={list.name} total={list.total} />
            )}
          </div>
        )}
        <OtherFields snapshotId={snapshotId} rows={section.otherFields} more={section.moreOtherFields} level={3} />
      </Panel>
    </div>
  )
}

interface ViewerProps {
  readonly profileId: ProfileId
  readonly snapshotId: SnapshotId
  /** Reads the conversation from the service anew. */
  readonly onReadAgain: (conversationId: string) => void
}

function RawPanel({ snapshotId, view }: { readonly snapshotId: string; readonly view: ConversationView }) {
  const { t } = useTranslation('conversations')
  return (
    <div id="part-raw" tabIndex={-1} className={styles.part}>
      <Panel title={t('heading.raw')} padded={false}>
        <FieldRows snapshotId={snapshotId} rows={view.envelope} />
        <div className={styles.content}>
          <RawJson snapshotId={snapshotId} />
        </div>
        <OtherFields
          snapshotId={snapshotId}
          rows={view.envelopeOtherFields}
          more={view.moreEnvelopeOtherFields}
          level={3}
        />
      </Panel>
    </div>
  )
}

interface OpenedProps extends Omit<ViewerProps, 'snapshotId'> {
  readonly opened: OpenedConversation
}

/** Begins another conversation at its top; another snapshot of the same one stays where it is read. */
function useStart(place: RefObject<HTMLElement | null>, conversationId: string | undefined): void {
  const last = useRef(conversationId)
  useEffect(() => {
    if (last.current !== undefined && last.current !== conversationId) place.current?.scrollIntoView({ block: 'start' })
    last.current = conversationId
  }, [place, conversationId])
}

// Memoised: a fetch in flight is shown above it, and changes nothing here.
const Opened = memo(function Opened({ profileId, opened: { summary, view }, onReadAgain }: OpenedProps) {
  const { t } = useTranslation('conversations')
  useMarkSeen(summary.id)
  const showsRawNames = useRawNames()
  const parts = useMemo(() => [...view.sections.map(({ section }) => section), 'raw' as const], [view])
  return (
    <article
      className={styles.viewer}
      data-raw-names={showsRawNames}
      aria-label={view.title === null ? t('unnamed') : textForName(view.title)}
    >
      <ViewerHead profileId={profileId} summary={summary} view={view} parts={parts} onReadAgain={onReadAgain} />
      <Summary snapshotId={summary.id} conversationId={summary.conversationId} view={view} />
      {view.sections.map((section) => (
        <SectionPanel key={section.section} snapshotId={summary.id} section={section} view={view} />
      ))}
      <RawPanel snapshotId={summary.id} view={view} />
    </article>
  )
})

/** One snapshot, whole: every documented field under its heading, what is beyond the contract, and the raw JSON. */
export function Viewer({ profileId, snapshotId, onReadAgain }: ViewerProps) {
  const { t } = useTranslation('conversations')
  // The last one stays until the next is there: the page never goes blank between two.
  const opened = useQuery({ ...read('conversation.read', { snapshotId }), placeholderData: keepPreviousData })
  const place = useRef<HTMLDivElement>(null)
  useStart(place, opened.data?.summary.conversationId)
  if (opened.isPending) return <Skeleton label={t('loading')} lines={8} />
  if (opened.isError) return <QueryFailure query={opened} about={t('readFailed')} />
  return (
    <div ref={place} className={styles.place}>
      <Opened key={opened.data.summary.id} profileId={profileId} opened={opened.data} onReadAgain={onReadAgain} />
    </div>
  )
}
