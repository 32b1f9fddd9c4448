import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConversationSection, ConversationView } from '../../../shared/model/conversation-view.ts'
import type { SnapshotSummary } from '../../../shared/schemas/conversation.ts'
import { read } from '../../api/queries.ts'
import { Age } from '../../i18n/age.tsx'
import { useFormat } from '../../i18n/use-format.ts'
import { showSnapshot } from '../../state/conversation-store.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Row } from '../../ui/layout.tsx'
import { PlainButton } from '../../ui/plain-button.tsx'
import { Select } from '../../ui/select.tsx'
import { useCurrentPart } from '../../ui/use-current-part.ts'
import { ShortId } from '../../ui/short-id.tsx'
import { CompareButton } from './compare/compare-dialog.tsx'
import { ExportMenu } from './export/export-menu.tsx'
import { useFetchConversation } from './fetch-conversation.ts'
import { useFieldText } from './field-text.ts'
import { FavouriteButton } from './library/library-tools.tsx'
import { scrollToField } from './scroll-to-field.ts'
import { textForName } from './values/hidden-characters.ts'
import { ShownText } from './values/shown-text.tsx'
import styles from './conversations.module.css'

type ViewerPart = ConversationSection | 'raw'

/** Scrolls to a heading of the viewer, which takes the focus: read next by a screen reader, and where Tab goes on. */
export function showSection(part: ViewerPart): void {
  const place = document.querySelector<HTMLElement>(`#part-${part}`)
  place?.scrollIntoView({ block: 'start' })
  place?.focus({ preventScroll: true })
}

function SectionLinks({ view }: { readonly view: ConversationView }) {
  const { t } = useTranslation('conversations')
  const parts = useMemo(() => [...view.sections.map(({ section }) => section), 'raw' as const], [view])
  // A little below the viewer's head: what is above has been read.
  const current = useCurrentPart(parts, 200)
  return (
    <Row as="nav" gap={5} align="stretch" className={styles.links} aria-label={t('parts')}>
      {parts.map((part) => (
        <PlainButton key={part} aria-current={part === current ? 'true' : undefined} onClick={() => showSection(part)}>
          {t(`heading.${part}`)}
        </PlainButton>
      ))}
    </Row>
  )
}

/** A box that leads to a field by its label or the contract's name. */
function FindField({ view }: { readonly view: ConversationView }) {
  const { t } = useTranslation('conversations')
  const { label } = useFieldText()
  const [typed, setTyped] = useState('')
  const options = view.sections.flatMap(({ section, rows, otherFields }) =>
    [...rows, ...otherFields].map(({ path, field }) => ({
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
        onSelect={(path) => {
          setTyped('')
          scrollToField(path)
        }}
      />
    </div>
  )
}

interface ViewerHeadProps {
  readonly summary: SnapshotSummary
  readonly view: ConversationView
}

function SnapshotMenu({ summary }: { readonly summary: SnapshotSummary }) {
  const { t } = useTranslation('conversations')
  const format = useFormat()
  const snapshots = useQuery(read('library.snapshots', { conversationId: summary.conversationId })).data ?? []
  const newest = snapshots[0]
  const shown = snapshots.some(({ id }) => id === summary.id) ? snapshots : [...snapshots, summary]
  const choose = (id: string): void => {
    const chosen = shown.find((one) => one.id === id)
    if (chosen !== undefined) showSnapshot(summary.profileId, chosen.id)
  }
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
      {newest !== undefined && newest.id !== summary.id && (
        <>
          <Badge tone="warn">{t('older')}</Badge>
          <Button size="small" onClick={() => choose(newest.id)}>
            {t('showNewest')}
          </Button>
        </>
      )}
    </Row>
  )
}

/** The head of the viewer, which stays while the page below scrolls: what is shown, from when, and what can be done. */
export function ViewerHead({ summary, view }: ViewerHeadProps) {
  const { t } = useTranslation('conversations')
  const fetchConversation = useFetchConversation(summary.profileId)
  return (
    <header className={styles.head}>
      <Row gap={3} className={styles.line}>
        <p className={styles.name}>
          <ShownText text={view.title === null || view.title === '' ? t('unnamed') : view.title} />
        </p>
        <ShortId id={summary.conversationId} what={t('conversationIdentifier')} />
        <SnapshotMenu summary={summary} />
        <Button
          size="small"
          tone="quiet"
          icon={<RefreshCw aria-hidden />}
          aria-label={t('readAgain')}
          title={t('readAgain')}
          onClick={() => fetchConversation(summary.conversationId)}
        />
        <Row as="span" gap={2} className={styles.tools}>
          <FindField view={view} />
          <FavouriteButton conversationId={summary.conversationId} />
          <CompareButton snapshotId={summary.id} />
          <ExportMenu snapshotId={summary.id} />
        </Row>
      </Row>
      <SectionLinks view={view} />
    </header>
  )
}
