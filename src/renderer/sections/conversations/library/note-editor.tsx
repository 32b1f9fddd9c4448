import { StickyNote } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../../shared/ids.ts'
import { limits } from '../../../../shared/model/limits.ts'
import type { LibraryEntry } from '../../../../shared/schemas/library.ts'
import { failureOf } from '../../../api/call.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useNoteDraft } from '../../../state/note-draft-store.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { Text } from '../../../ui/layout.tsx'
import styles from './library.module.css'
import { useNote } from './use-note.ts'
import type { NoteBox } from './use-note.ts'

export interface NoteEditorProps {
  readonly entry: LibraryEntry
  readonly profileId: ProfileId
}

// The contract's limit, in characters.

function State({ state }: Pick<NoteBox, 'state'>) {
  const { t } = useTranslation('library')
  const words = { saving: t('tools.saving'), saved: t('tools.saved'), unsaved: '', untouched: '' }
  return (
    <Text role="status" font="secondary" tone="soft" className={styles.saved}>
      {words[state]}
    </Text>
  )
}

interface BoxProps extends NoteEditorProps {
  readonly onClose: () => void
}

function Box({ entry, profileId, onClose }: BoxProps) {
  const { t } = useTranslation('library')
  const { text, type, save, state, error } = useNote(entry, profileId)
  return (
    <div className={styles.toolsBox}>
      <TextArea
        aria-label={t('tools.noteLabel')}
        rows={3}
        maxLength={limits.conversationNote}
        value={text}
        onChange={(event) => {
          type(event.target.value)
        }}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
          event.preventDefault()
          onClose()
        }}
      />
      <State state={state} />
      {error !== null && (
        <ErrorNotice
          failure={failureOf(error)}
          about={t('tools.noteNotSaved')}
          action={
            <Button size="small" onClick={save}>
              {t('tools.saveAgain')}
            </Button>
          }
        />
      )}
    </div>
  )
}

/** The note of a conversation: its beginning at all times, its box behind a button. */
export function NoteEditor({ entry, profileId }: NoteEditorProps) {
  const { t } = useTranslation('library')
  const boxId = useId()
  const draft = useNoteDraft(profileId, entry.conversationId)
  const [isOpen, setOpen] = useState(draft !== null)
  const toggle = useRef<HTMLButtonElement>(null)
  const shown = draft ?? entry.note
  return (
    <>
      <span className={styles.note}>
        <Button
          ref={toggle}
          size="small"
          tone="quiet"
          icon={<StickyNote aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={boxId}
          onClick={() => {
            setOpen(!isOpen)
          }}
        >
          {t('tools.note')}
        </Button>
        {!isOpen && shown !== '' && (
          <Text as="bdi" font="secondary" tone="soft" truncate className={styles.beginning}>
            {shown}
          </Text>
        )}
      </span>
      <div id={boxId} hidden={!isOpen}>
        {isOpen && (
          <Box
            entry={entry}
            profileId={profileId}
            onClose={() => {
              setOpen(false)
              toggle.current?.focus()
            }}
          />
        )}
      </div>
    </>
  )
}
