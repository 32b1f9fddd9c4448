import { failureOf } from '../../../api/call.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Button } from '../../../ui/button.tsx'

/** Props of `NewRule`. */
export interface NewRuleProps {
  readonly label: string
  /** Why a rule was not saved while none was in the form, and that in words. */
  readonly error: Error | null
  readonly failed: string
  readonly onNew: () => void
}

/** The button that opens the form for a new rule. */
export function NewRule({ label, error, failed, onNew }: NewRuleProps) {
  return (
    <div>
      {error !== null && <ErrorNotice failure={failureOf(error)} about={failed} />}
      <Button onClick={onNew}>{label}</Button>
    </div>
  )
}
