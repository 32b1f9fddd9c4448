import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../shared/ids.ts'
import type { ConversationSection } from '../../../shared/model/conversation-view.ts'
import type { SnapshotSummary } from '../../../shared/schemas/conversation.ts'
import { read } from '../../api/queries.ts'
import { Age } from '../../i18n/age.tsx'
import { useFormat } from '../../i18n/use-format.ts'
import { showSnapshot } from '../../state/conversation-store.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyId } from '../../ui/copy-id.tsx'
import { PlainButton } from '../../ui/plain-button.tsx'
import { Select } from '../../ui/select.tsx'
import { CompareButton } from './compare/compare-button.tsx'
import { ExportMenu } from './export/export-menu.tsx'
import { LibraryTools } from './library/library-tools.tsx'
import { ShownText } from './values/shown-text.tsx'
import styles from './viewer-head.module.css'

export interface ViewerHeadProps {
  readonly profileId: ProfileId
  readonly summary: SnapshotSummary
  readonly title: string | null
  /** Headings to jump to, in order. */
  readonly parts: readonly (ConversationSection | 'raw')[]
  /** Reads the conversation from the service anew. */
  readonly onReadAgain: (conversationId: string) => void
}

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
    <span className={styles.kept}>
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
      <Select
        aria-label={t('snapshots')}
        options={shown.map(({ id, fetchedAt, bytes }) => {
          const label = t('snapshot', { time: format.time(fetchedAt), size: format.bytes(bytes) })
          return { value: id, label: id === newest?.id ? t('newest', { snapshot: label }) : label }
        })}
        value={summary.id}
        onChange={choose}
      />
    </span>
  )
}

function SectionLinks({ parts }: Pick<ViewerHeadProps, 'parts'>) {
  const { t } = useTranslation('conversations')
  return (
    <nav className={styles.jumps} aria-label={t('parts')}>
      {parts.map((part) => (
        <PlainButton
          key={part}
          onClick={() => {
            const place = document.querySelector<HTMLElement>(`#part-${part}`)
            place?.scrollIntoView({ block: 'start' })
            // Read next by a screen reader, and the start of the next Tab.
            place?.focus({ preventScroll: true })
          }}
        >
          {t(`heading.${part}`)}
        </PlainButton>
      ))}
    </nav>
  )
}

/** The head of the viewer, which stays while the page below scrolls: what is shown, from when, and what can be done. */
export function ViewerHead({ profileId, summary, title, parts, onReadAgain }: ViewerHeadProps) {
  const { t } = useTranslation(['conversations', 'common'])
  return (
    <>
      <header className={styles.head}>
        <div className={styles.line}>
          <p className={styles.name}>
            <ShownText text={title === null || title === '' ? t('unnamed') : title} />
          </p>
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
          <CompareButton snapshotId={summary.id} />
          <ExportMenu snapshotId={summary.id} />
        </div>
        <SectionLinks parts={parts} />
      </header>
      <div className={styles.about}>
        <CopyId id={summary.conversationId} what={t('conversationIdentifier')} />
        <span className={styles.age}>
          {t('common:updated')} <Age at={summary.fetchedAt} />
        </span>
        <LibraryTools conversationId={summary.conversationId} />
      </div>
    </>
  )
}
