import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SectionView } from '../../../shared/model/conversation-view.ts'
import type { Snapshot } from '../../../shared/schemas/conversation.ts'
import { failureOf } from '../../api/call.ts'
import { queries } from '../../api/queries.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { Age } from '../../i18n/age.tsx'
import { useFormat } from '../../i18n/use-format.ts'
import { CopyId } from '../../ui/copy-id.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AppearanceDrawing } from './appearance-drawing.tsx'
import { FieldRows } from './field-rows.tsx'
import { Groups } from './groups.tsx'
import { OtherFields } from './other-fields.tsx'
import { RawJson } from './raw-json.tsx'
import styles from './conversations.module.css'

/** Props of `Viewer`. */
export interface ViewerProps {
  readonly snapshotId: string
}

function Head({ snapshot }: { readonly snapshot: Snapshot }) {
  const { t } = useTranslation('conversations')
  const format = useFormat()
  return (
    <header className={styles.head}>
      <p className={styles.name}>
        <bdi>{snapshot.view.title ?? t('unnamed')}</bdi>
      </p>
      <CopyId id={snapshot.conversationId} what={t('conversationIdentifier')} />
      <span>
        getConversationById · <Age at={snapshot.fetchedAt} /> · {format.bytes(snapshot.bytes)}
      </span>
    </header>
  )
}

function Section({ section, snapshot }: { readonly section: SectionView; readonly snapshot: Snapshot }) {
  const { t } = useTranslation('conversations')
  return (
    <div id={`part-${section.section}`} className={styles.part}>
      <Panel title={t(`heading.${section.section}`)}>
        {section.section === 'appearance' && <AppearanceDrawing geometry={snapshot.view.geometry} />}
        <FieldRows rows={section.rows} />
        <Groups section={section.section} groups={section.groups} />
        <OtherFields rows={section.otherFields} />
      </Panel>
    </div>
  )
}

function Jumps({ snapshot }: { readonly snapshot: Snapshot }) {
  const { t } = useTranslation('conversations')
  const parts = [...snapshot.view.sections.map(({ section }) => section), 'raw'] as const
  return (
    <nav className={styles.jumps} aria-label={t('parts')}>
      {parts.map((part) => (
        <button
          key={part}
          type="button"
          onClick={() => {
            document.querySelector(`#part-${part}`)?.scrollIntoView({ block: 'start' })
          }}
        >
          {t(`heading.${part}`)}
        </button>
      ))}
    </nav>
  )
}

/** One snapshot, whole: every documented field under its heading, what is beyond the contract, and the raw text. */
export function Viewer({ snapshotId }: ViewerProps) {
  const { t } = useTranslation('conversations')
  const snapshot = useQuery(queries.snapshot(snapshotId))
  if (snapshot.isPending) return <Skeleton label={t('loading')} lines={8} />
  if (snapshot.isError) return <ErrorNotice failure={failureOf(snapshot.error)} about={t('readFailed')} />
  const { view, rawText, prettyText } = snapshot.data
  return (
    <article className={styles.viewer} aria-label={view.title ?? t('unnamed')}>
      <Head snapshot={snapshot.data} />
      <Jumps snapshot={snapshot.data} />
      {view.sections.map((section) => (
        <Section key={section.section} section={section} snapshot={snapshot.data} />
      ))}
      <div id="part-raw" className={styles.part}>
        <Panel title={t('heading.raw')}>
          <FieldRows rows={view.envelope} />
          <OtherFields rows={view.envelopeOtherFields} />
          <RawJson rawText={rawText} prettyText={prettyText} />
        </Panel>
      </div>
    </article>
  )
}
