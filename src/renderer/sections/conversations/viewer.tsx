import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { SnapshotId } from '../../../shared/ids.ts'
import type { ConversationView, SectionView } from '../../../shared/model/conversation-view.ts'
import type { OpenedConversation } from '../../../shared/schemas/conversation.ts'
import { read } from '../../api/queries.ts'
import { useCommand } from '../../api/use-command.ts'
import { QueryFailure } from '../../failures/query-failure.tsx'
import { useFormat } from '../../i18n/use-format.ts'
import { showRawNames, useRawNames } from '../../state/conversation-store.ts'
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

interface SectionPanelProps {
  readonly snapshotId: string
  readonly section: SectionView
  readonly view: ConversationView
}

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

function Opened({ opened: { summary, view } }: { readonly opened: OpenedConversation }) {
  const { t } = useTranslation('conversations')
  const showsRawNames = useRawNames()
  // Changes since it came on screen are marked as new. A failure is not shown: it is marked as new once more, and a full
  // disk is reported where data is lost.
  const { mutate: markSeen } = useCommand('library.markSeen')
  useEffect(() => {
    markSeen({ snapshotId: summary.id })
  }, [markSeen, summary.id])
  return (
    <article
      className={styles.viewer}
      data-raw-names={showsRawNames}
      aria-label={view.title === null ? t('unnamed') : textForName(view.title)}
    >
      <ViewerHead summary={summary} view={view} />
      <Summary snapshotId={summary.id} conversationId={summary.conversationId} view={view} />
      {view.sections.map((section) => (
        <SectionPanel key={section.section} snapshotId={summary.id} section={section} view={view} />
      ))}
      <RawPanel snapshotId={summary.id} view={view} />
    </article>
  )
}

/** One snapshot, whole: every documented field under its heading, what is beyond the contract, and the raw JSON. */
export function Viewer({ snapshotId }: { readonly snapshotId: SnapshotId }) {
  const { t } = useTranslation('conversations')
  // The last one stays until the next is there: the page never goes blank between two.
  const opened = useQuery({ ...read('conversation.read', { snapshotId }), placeholderData: keepPreviousData })
  const place = useRef<HTMLDivElement>(null)
  const conversationId = opened.data?.summary.conversationId
  const last = useRef(conversationId)
  // Another conversation begins at its top; another snapshot of the same one stays where it is read.
  useEffect(() => {
    if (last.current !== undefined && last.current !== conversationId) place.current?.scrollIntoView({ block: 'start' })
    last.current = conversationId
  }, [conversationId])
  if (opened.isPending) return <Skeleton label={t('loading')} lines={8} />
  if (opened.isError) return <QueryFailure query={opened} about={t('readFailed')} />
  return (
    <div ref={place} className={styles.place}>
      <Opened key={opened.data.summary.id} opened={opened.data} />
    </div>
  )
}
