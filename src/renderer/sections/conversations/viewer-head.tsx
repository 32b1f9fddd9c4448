import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../shared/ids.ts'
import type { ConversationView } from '../../../shared/model/conversation-view.ts'
import type { SnapshotSummary } from '../../../shared/schemas/conversation.ts'
import { read } from '../../api/queries.ts'
import { Age } from '../../i18n/age.tsx'
import { useFormat } from '../../i18n/use-format.ts'
import { showSnapshot } from '../../state/conversation-store.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { ShortId } from '../../ui/short-id.tsx'
import { CompareButton } from './compare/compare-button.tsx'
import { ExportMenu } from './export/export-menu.tsx'
import { FindField } from './find-field.tsx'
import { FavouriteButton } from './library/library-tools.tsx'
import { SectionLinks } from './section-links.tsx'
import type { ViewerPart } from './section-links.tsx'
import { ShownText } from './values/shown-text.tsx'
import { Row } from '../../ui/layout.tsx'
import styles from './conversations.module.css'

export interface ViewerHeadProps {
  readonly profileId: ProfileId
  readonly summary: SnapshotSummary
  readonly view: ConversationView
  /** Headings to jump to, in order. */
  readonly parts: readonly ViewerPart[]
  /** Reads the conversation from the service anew. */
  readonly onReadAgain: (conversationId: string) => void
}

/** Which snapshot is shown: its age, and a choice where there are several. */
function SnapshotMenu({ profileId, summary }: Pick<ViewerHeadProps, 'profileId' | 'summary'>) {
  const { t } = useTranslation('conversations')
  const format = useFormat()
  const snapshots = useQuery(read('library.snapshots', { conversationId: summary.conversationId })).data ?? []
  const newest = snapshots[0]
  const shown = snapshots.some(({ id }) => id === summary.id) ? snapshots : [...snapshots, summary]
  const choose = (id: string): void => {
    const chosen = shown.find((one) => one.id === id)
    if (chosen !== undefined) showSnapshot(profileId, chosen.id)
  }
  const isOlder = newest !== undefined && newest.id !== summary.id
  return (
    <Row as="span" gap={2} tone="soft" className={styles.snapshots}>
      <Age at={summary.fetchedAt} />
      {shown.length > 1 && (
        <Select
          aria-label={t('snapshots')}
          options={shown.map(({ id, fetchedAt, bytes }) => {
            const label = t('snapshot', { time: format.time(fetchedAt), size: format.bytes(bytes) })
            return { value: id, label: id === newest?.id ? t('newest', { snapshot: label }) : label }
          })}
          value={summary.id}
          onChange={choose}
        />
      )}
      {isOlder && (
        <>
          <Badge tone="warn">{t('older')}</Badge>
          <Button
            size="small"
            onClick={() => {
              choose(newest.id)
            }}
          >
            {t('showNewest')}
          </Button>
        </>
      )}
    </Row>
  )
}

/** The head of the viewer, which stays while the page below scrolls: what is shown, from when, and what can be done. */
export function ViewerHead({ profileId, summary, view, parts, onReadAgain }: ViewerHeadProps) {
  const { t } = useTranslation('conversations')
  return (
    <header className={styles.head}>
      <Row gap={3} className={styles.line}>
        <p className={styles.name}>
          <ShownText text={view.title === null || view.title === '' ? t('unnamed') : view.title} />
        </p>
        <ShortId id={summary.conversationId} what={t('conversationIdentifier')} />
        <SnapshotMenu profileId={profileId} summary={summary} />
        <Button
          size="small"
          tone="quiet"
          icon={<RefreshCw aria-hidden />}
          aria-label={t('readAgain')}
          title={t('readAgain')}
          onClick={() => {
            onReadAgain(summary.conversationId)
          }}
        />
        <Row as="span" gap={2} className={styles.tools}>
          <FindField view={view} />
          <FavouriteButton conversationId={summary.conversationId} />
          <CompareButton snapshotId={summary.id} />
          <ExportMenu snapshotId={summary.id} />
        </Row>
      </Row>
      <SectionLinks parts={parts} />
    </header>
  )
}
