import { useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../../api/call.ts'
import { read } from '../../../api/queries.ts'
import { useOpenProfile } from '../../../api/use-app-state.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { Button } from '../../../ui/button.tsx'
import { NoteEditor } from './note-editor.tsx'
import { TagEditor } from './tag-editor.tsx'
import { Row } from '../../../ui/layout.tsx'
import styles from './library.module.css'
import { RefreshIntervalSelect } from './refresh-interval-select.tsx'

export interface LibraryToolsProps {
  readonly conversationId: string
}

/** Marks a conversation of the library as a favourite, or takes the mark away. */
export function FavouriteButton({ conversationId }: LibraryToolsProps) {
  const { t } = useTranslation('library')
  const entry = useQuery(read('library.entry', { conversationId })).data
  const { mutate, isPending, error } = useCommand('library.setFavourite')
  if (entry === undefined || entry === null) return null
  const { isFavourite } = entry
  return (
    <>
      <span className={styles.favourite}>
        <Button
          size="small"
          tone="quiet"
          icon={<Star aria-hidden />}
          aria-label={t('tools.favourite')}
          title={t('tools.favourite')}
          aria-pressed={isFavourite}
          busy={isPending}
          onClick={() => {
            mutate({ conversationId, isFavourite: !isFavourite })
          }}
        />
      </span>
      {error !== null && <ErrorNotice failure={failureOf(error)} about={t('tools.failed')} />}
    </>
  )
}

/** The operator’s own data of a conversation: tags, note, and how often it is polled. */
export function LibraryTools({ conversationId }: LibraryToolsProps) {
  const { t } = useTranslation('library')
  const profileId = useOpenProfile()?.profile.id
  const entry = useQuery(read('library.entry', { conversationId }))
  if (entry.error !== null) return <QueryFailure query={entry} about={t('readFailed')} />
  if (profileId === undefined || entry.data === undefined || entry.data === null) return null
  return (
    <Row key={conversationId} role="group" aria-label={t('tools.label')} wrap className={styles.tools}>
      <TagEditor entry={entry.data} />
      <RefreshIntervalSelect entry={entry.data} />
      <NoteEditor entry={entry.data} profileId={profileId} />
    </Row>
  )
}
