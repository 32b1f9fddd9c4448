import { limits } from '../../../shared/model/limits.ts'
import { useCommand } from '../../api/use-command.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { typeActivityNote, useActivityNote } from '../../state/typed-texts-store.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-input.tsx'

/** **Add note**: a note that an operator leaves for the next shift. Typed text is kept until it is added. */
export function NoteDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts('activity')
  const note = useActivityNote()
  const adding = useCommand('activity.addNote')
  const add = (): void =>
    adding.mutate({ note }, () => {
      typeActivityNote('')
      onClose()
    })
  return (
    <Dialog
      title={t('note.add')}
      onClose={onClose}
      action={{ label: t('note.add'), disabled: note.trim() === '', busy: adding.isPending, onClick: add }}
    >
      <Field label={t('note.label')} hint={t('note.hint')}>
        <TextArea rows={4} spellCheck maxLength={limits.activityNote} value={note} onType={typeActivityNote} />
      </Field>
      <ErrorNotice error={adding.error} about={t('note.failed')} />
    </Dialog>
  )
}
