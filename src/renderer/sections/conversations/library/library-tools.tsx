import { useQuery } from '@tanstack/react-query'
import { Star, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { limits } from '../../../../shared/model/limits.ts'
import type { LibraryEntry } from '../../../../shared/schemas/library.ts'
import { read } from '../../../api/queries.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { useUndoable } from '../../../state/use-undoable.ts'
import { PlainButton, QuietButton } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import { NoteEditor } from './note.tsx'
import styles from '../conversations.module.css'

function TagEditor({ entry: { conversationId, tags } }: { readonly entry: LibraryEntry }) {
  const { t } = useTexts(['library', 'compare'])
  const [typed, setTyped] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const knownTags = useQuery(read('library.overview', {})).data?.tags ?? []
  const { mutate, error } = useCommand('library.editTags')
  const remove = useUndoable('library.editTags', 'library.editTags')
  const add = (tag: string): void => {
    const trimmed = tag.trim()
    // Not a second tag that differs only in case.
    const added = [...tags, ...knownTags].find((one) => one.toLowerCase() === trimmed.toLowerCase()) ?? trimmed
    setTyped('')
    if (added === '' || tags.includes(added)) return
    mutate({ conversationId, add: [added], remove: [] })
  }
  return (
    <>
      {tags.length > 0 && (
        <Row aria-label={t('tools.tags')} as="ul" gap={1} align="stretch" wrap>
          {tags.map((tag) => (
            <Row key={tag} as="li" font="secondary" className={styles.tag}>
              <Text as="bdi" truncate>
                {tag}
              </Text>
              <PlainButton
                aria-label={t('tools.removeTag', { tag })}
                title={t('tools.removeTag', { tag })}
                onClick={() => {
                  remove({
                    input: { conversationId, add: [], remove: [tag] },
                    undo: { conversationId, add: [tag], remove: [] },
                    text: t('compare:sentence.removed', { what: tag }),
                    name: tag,
                  })
                  // The button disappears with its tag, so the focus moves to the box.
                  box.current?.querySelector('input')?.focus()
                }}
              >
                <X size={12} aria-hidden />
              </PlainButton>
            </Row>
          ))}
        </Row>
      )}
      <div ref={box} className={styles.addTag}>
        <Combobox
          aria-label={t('tools.addTag')}
          placeholder={t('tools.addTag')}
          disabled={tags.length >= limits.tags}
          maxLength={limits.tagLength}
          options={knownTags.filter((tag) => !tags.includes(tag)).map((value) => ({ value }))}
          value={typed}
          onChange={setTyped}
          onSelect={add}
          onEnter={() => add(typed)}
        />
      </div>
      <ErrorNotice error={error} about={t('tools.failed')} />
    </>
  )
}

export function FavouriteButton({ conversationId }: { readonly conversationId: string }) {
  const { t } = useTexts('library')
  const entry = useQuery(read('library.entry', { conversationId })).data
  const { mutate, isPending, error } = useCommand('library.setFavourite')
  if (entry === undefined || entry === null) return null
  const { isFavourite } = entry
  return (
    <>
      <span className={styles.favourite}>
        <QuietButton
          Icon={Star}
          name={t('tools.favourite')}
          aria-pressed={isFavourite}
          busy={isPending}
          onClick={() => mutate({ conversationId, isFavourite: !isFavourite })}
        />
      </span>
      <ErrorNotice error={error} about={t('tools.failed')} />
    </>
  )
}

export function LibraryTools({ conversationId }: { readonly conversationId: string }) {
  const { t } = useTexts('library')
  const entry = useQuery(read('library.entry', { conversationId }))
  if (entry.error !== null) return <QueryFailure query={entry} about={t('readFailed')} />
  if (entry.data === undefined || entry.data === null) return null
  return (
    <Row key={conversationId} role="group" aria-label={t('tools.label')} wrap className={styles.tools}>
      <TagEditor entry={entry.data} />
      <NoteEditor entry={entry.data} />
    </Row>
  )
}
