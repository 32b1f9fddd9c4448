import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { failureOf } from '../../../api/call.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Button } from '../../../ui/button.tsx'

export interface NewRuleProps {
  readonly label: string
  /** Why a rule was not saved while none was in the form, and that as text. */
  readonly error: Error | null
  readonly failed: string
  /** True when it comes back in place of the form, which had the focus. */
  readonly hasInitialFocus: boolean
  readonly onNew: () => void
}

function useFocusAtStart(button: RefObject<HTMLButtonElement | null>, isRequested: boolean): void {
  useEffect(() => {
    if (isRequested) button.current?.focus()
  }, [button, isRequested])
}

/** The button that opens the form for a new rule. */
export function NewRule({ label, error, failed, hasInitialFocus, onNew }: NewRuleProps) {
  const button = useRef<HTMLButtonElement>(null)
  useFocusAtStart(button, hasInitialFocus)
  return (
    <div>
      {error !== null && <ErrorNotice failure={failureOf(error)} about={failed} />}
      <Button ref={button} onClick={onNew}>
        {label}
      </Button>
    </div>
  )
}
