import { useState } from 'react'
import type { RuleId } from '../../../../shared/ids.ts'
import { failureOf } from '../../../api/call.ts'
import type { Task } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

/** The question before a rule goes: its title, its button, and what is said when the rule stays. */
export interface RemoveRuleText {
  readonly title: string
  readonly action: string
  readonly failed: string
}

interface RemoveRuleProps<Rule> {
  readonly text: RemoveRuleText
  /** The rule as text. */
  readonly rule: string
  readonly removing: Removing<Rule>
}

/** A rule that is to be removed, once the question is answered. */
export interface Removing<Rule> {
  /** null while none is to go. */
  readonly asked: Rule | null
  readonly ask: (rule: Rule) => void
  readonly cancel: () => void
  readonly confirm: () => void
  readonly isPending: boolean
  readonly error: Error | null
}

/** Opens a dialog before `remove` is sent. */
export function useRemoving<Rule extends { readonly id: RuleId }>(
  remove: Task<{ id: string }, unknown>,
): Removing<Rule> {
  const [asked, setAsked] = useState<Rule | null>(null)
  const { isPending, error, mutate, reset } = remove
  const cancel = (): void => {
    setAsked(null)
    reset()
  }
  return {
    asked,
    ask: setAsked,
    cancel,
    confirm: () => {
      if (asked !== null) mutate({ id: asked.id }, cancel)
    },
    isPending,
    error,
  }
}

/** The question before a rule goes; nothing while none is to go. */
export function RemoveRule<Rule>({ text, rule, removing }: RemoveRuleProps<Rule>) {
  const { asked, cancel, confirm, isPending, error } = removing
  if (asked === null) return null
  return (
    <Dialog
      title={text.title}
      onClose={cancel}
      action={{ label: text.action, tone: 'danger-fill', busy: isPending, onClick: confirm }}
    >
      <p>{rule}</p>
      {error !== null && <ErrorNotice failure={failureOf(error)} about={text.failed} />}
    </Dialog>
  )
}
