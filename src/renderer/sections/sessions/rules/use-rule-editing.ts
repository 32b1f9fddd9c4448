import { useState } from 'react'
import type { RuleId } from '../../../../shared/ids.ts'
import type { Task } from '../../../api/use-command.ts'

/** State of a rule's form beside its fields. */
export interface RuleSaving<Input> {
  readonly isSaving: boolean
  readonly error: Error | null
  readonly onSave: (rule: Input) => void
  readonly onCancel: () => void
}

/** Opens and closes the form of one rule around `save`; the last failure is reset when it does. */
export function useRuleEditing<Input>(save: Task<Input, unknown>) {
  const [edited, setEdited] = useState<null | 'new' | RuleId>(null)
  const edit = (which: typeof edited): void => {
    save.reset()
    setEdited(which)
  }
  const close = (): void => edit(null)
  const saving: RuleSaving<Input> = {
    isSaving: save.isPending,
    error: save.error,
    onSave: (rule) => save.mutate(rule, close),
    onCancel: close,
  }
  return { edited, edit, saving }
}
