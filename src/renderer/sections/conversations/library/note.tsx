import { StickyNote } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { limits } from '../../../../shared/model/limits.ts'
import type { LibraryEntry } from '../../../../shared/schemas/library.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { useAutosave } from '../../../ui/use-autosave.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { clearNoteDraft, draftNote, noteDraftOf, useNoteDraft } from '../../../state/typed-texts-store.ts'
import { Button, QuietButton } from '../../../ui/button.tsx'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { TextArea } from '../../../ui/text-input.tsx'
import styles from '../conversations.module.css'

function Box({ entry, onClose }: { readonly entry: LibraryEntry; readonly onClose: () => void }) {
  const { t } = useTexts(['library', 'common'])
  const { conversationId, note } = entry
  const draft = useNoteDraft(conversationId)
  const { mutate, isPending, isSuccess, error } = useCommand('library.setNote', {
    onDone: (_entry, { note: saved }) => clearNoteDraft(conversationId, saved),
  })
  const save = (): void => {
    // The draft of the profile on screen: the box disappears with its profile, and unsaved text is kept until that
    // profile is shown again.
    const unsaved = noteDraftOf(conversationId)
    if (unsaved !== null) mutate({ conversationId, note: unsaved })
  }
  useAutosave(draft, save)
  const saved = isSuccess && draft === null ? t('tools.saved') : ''
  return (
    <Stack gap={1} className={styles.noteBox}>
      <TextArea
        aria-label={t('tools.noteLabel')}
        rows={3}
        maxLength={limits.conversationNote}
        value={draft ?? note}
        onType={(typed) => draftNote(conversationId, typed)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
          event.preventDefault()
          onClose()
        }}
      />
      <Text role="status" font="secondary" tone="soft" className={styles.saved}>
        {isPending ? t('tools.saving') : saved}
      </Text>
      <ErrorNotice
        error={error}
        about={t('tools.noteNotSaved')}
        action={
          <Button size="small" onClick={save}>
            {t('common:retry')}
          </Button>
        }
      />
    </Stack>
  )
}

export function NoteEditor({ entry }: { readonly entry: LibraryEntry }) {
  const { t } = useTexts('library')
  const boxId = useId()
  const draft = useNoteDraft(entry.conversationId)
  const [isOpen, setOpen] = useState(draft !== null)
  const toggle = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const shown = draft ?? entry.note
  return (
    <>
      <Row as="span" gap={2}>
        <QuietButton
          ref={toggle}
          Icon={StickyNote}
          aria-expanded={isOpen}
          aria-controls={boxId}
          onClick={() => {
            flushSync(() => setOpen(!isOpen))
            box.current?.querySelector('textarea')?.focus()
          }}
        >
          {t('tools.note')}
        </QuietButton>
        {!isOpen && shown !== '' && (
          <Text as="bdi" font="secondary" tone="soft" truncate className={styles.noteStart}>
            {shown}
          </Text>
        )}
      </Row>
      <div ref={box} id={boxId} hidden={!isOpen}>
        {isOpen && (
          <Box
            entry={entry}
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
