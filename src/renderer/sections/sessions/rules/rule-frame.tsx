import { useRef } from 'react'
import type { ReactNode } from 'react'
import { failureOf } from '../../../api/call.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Button } from '../../../ui/button.tsx'
import styles from './rules.module.css'
import { useFormKeys } from './use-form-keys.ts'
import type { RuleSaving } from './use-rule-editing.ts'

/** The texts of a rule’s form: its name, its buttons, and the failure to save it. */
export interface RuleFrameText {
  readonly title: string
  readonly save: string
  readonly cancel: string
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

/** The form around the fields of a rule. */
export function RuleFrame({ text, isRight, isSaving, error, onSave, onCancel, children }: RuleFrameProps) {
  const form = useRef<HTMLFormElement>(null)
  useFormKeys(form, onCancel)
  return (
    <form
      ref={form}
      aria-label={text.title}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isRight && !isSaving) onSave()
      }}
    >
      {children}
      {error !== null && <ErrorNotice failure={failureOf(error)} about={text.failed} />}
      <div className={styles.buttons}>
        <Button type="submit" tone="primary" busy={isSaving} disabled={!isRight}>
          {text.save}
        </Button>
        <Button onClick={onCancel}>{text.cancel}</Button>
      </div>
    </form>
  )
}
