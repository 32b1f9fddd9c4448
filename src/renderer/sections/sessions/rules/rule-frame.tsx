import { useId } from 'react'
import type { ReactNode } from 'react'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { RuleSaving } from './use-rule-editing.ts'
import { Stack } from '../../../ui/layout.tsx'

/** The texts of a rule's form: its name, its button, and the failure to save it. */
export interface RuleFrameText {
  readonly title: string
  readonly save: string
  readonly failed: string
}

export interface RuleFrameProps extends Omit<RuleSaving<never>, 'onSave'> {
  readonly text: RuleFrameText
  /** False while something in it is wrong. */
  readonly isRight: boolean
  /** Asked only when it is right, and once at a time. */
  readonly onSave: () => void
  /** The fields. */
  readonly children: ReactNode
}

/** The dialog around the fields of a rule. */
export function RuleFrame({ text, isRight, isSaving, error, onSave, onCancel, children }: RuleFrameProps) {
  const form = useId()
  return (
    <Dialog
      title={text.title}
      size="form"
      focus="field"
      onClose={onCancel}
      action={{ label: text.save, form, busy: isSaving, disabled: !isRight }}
    >
      <Stack
        id={form}
        aria-label={text.title}
        as="form"
        gap={4}
        onSubmit={(event) => {
          event.preventDefault()
          if (isRight && !isSaving) onSave()
        }}
      >
        {children}
        <ErrorNotice error={error} about={text.failed} />
      </Stack>
    </Dialog>
  )
}
