import { useState } from 'react'
import type { RuleId } from '../../../../shared/ids.ts'
import type { Task } from '../../../api/use-command.ts'

/** State of a rule’s form beside its fields. */
export interface RuleSaving<Input> {
  readonly isSaving: boolean
  readonly error: Error | null
  readonly onSave: (rule: Input) => void
  readonly onCancel: () => void
}

/** The one rule that is in the form. */
export interface RuleEditing<Input> {
  /** null: none; else a new one, or one of those that there are. */
  readonly edited: null | 'new' | RuleId
  /** True once the form was left: the element in its place takes the focus. */
  readonly wasEdited: boolean
  readonly edit: (which: 'new' | RuleId) => void
  /** Leaves the form open while the rule is not saved. */
  readonly saving: RuleSaving<Input>
}

/** Opens and closes the form around `save`; the last failure is reset when it does. */
export function useRuleEditing<Input>(save: Task<Input, unknown>): RuleEditing<Input> {
  const [edited, setEdited] = useState<RuleEditing<Input>['edited']>(null)
  const [wasEdited, setWasEdited] = useState(false)
  const turnTo = (which: typeof edited): void => {
    save.reset()
    setEdited(which)
    setWasEdited(which === null)
  }
  return {
    edited,
    wasEdited,
    edit: turnTo,
    saving: {
      isSaving: save.isPending,
      error: save.error,
      onSave: (rule) => {
        save.mutate(rule, () => {
          turnTo(null)
        })
      },
      onCancel: () => {
        turnTo(null)
      },
    },
  }
}
