import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '../../../../shared/model/limits.ts'
import type { LibraryEntry } from '../../../../shared/schemas/library.ts'
import { failureOf } from '../../../api/call.ts'
import { read } from '../../../api/queries.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { Row } from '../../../ui/layout.tsx'
import styles from './library.module.css'

export interface TagEditorProps {
  readonly entry: LibraryEntry
}

// The contract's limits.

interface ChipsProps {
  readonly tags: readonly string[]
  readonly onRemove: (tag: string) => void
}

function Chips({ tags, onRemove }: ChipsProps) {
  const { t } = useTranslation('library')
  if (tags.length === 0) return null
  return (
    <Row aria-label={t('tools.tags')} as="ul" gap={1} align="stretch" wrap className={styles.toolsTags}>
      {tags.map((tag) => (
        <Row key={tag} as="li" font="secondary" className={styles.toolsTag}>
          <bdi>{tag}</bdi>
          <PlainButton
            aria-label={t('tools.removeTag', { tag })}
            title={t('tools.removeTag', { tag })}
            onClick={() => {
              onRemove(tag)
            }}
          >
            <X aria-hidden />
          </PlainButton>
        </Row>
      ))}
    </Row>
  )
}

/** The tags of a conversation, each with its way out, and a box that adds one, completed from all that are in use. */
export function TagEditor({ entry: { conversationId, tags } }: TagEditorProps) {
  const { t } = useTranslation('library')
  const [typed, setTyped] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const known = useQuery(read('library.overview', {})).data?.tags ?? []
  const { mutate, error } = useCommand('library.editTags')
  const add = (tag: string): void => {
    const added = tag.trim().slice(0, limits.tagLength)
    setTyped('')
    if (added === '' || tags.includes(added)) return
    mutate({ conversationId, add: [added], remove: [] })
  }
  return (
    <>
      <Chips
        tags={tags}
        onRemove={(tag) => {
          mutate({ conversationId, add: [], remove: [tag] })
          // The button goes away with its tag: the keys go on from the box.
          box.current?.querySelector('input')?.focus()
        }}
      />
      <div ref={box} className={styles.addTag}>
        <Combobox
          aria-label={t('tools.addTag')}
          placeholder={t('tools.tagHint')}
          disabled={tags.length >= limits.tags}
          options={known.filter((tag) => !tags.includes(tag)).map((value) => ({ value }))}
          value={typed}
          onChange={setTyped}
          onSelect={add}
          onEnter={() => {
            add(typed)
          }}
        />
      </div>
      {error !== null && <ErrorNotice failure={failureOf(error)} about={t('tools.failed')} />}
    </>
  )
}
