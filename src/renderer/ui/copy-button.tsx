import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { QuietButton } from './button.tsx'
import { copyText } from './copy-text.ts'
import { Text } from './layout.tsx'

export interface CopyButtonProps {
  readonly text: string | (() => Promise<string>)
  readonly valueName: string
  /** Distinguishes the button from other buttons with the same name on the page. */
  readonly description?: string
  readonly hasLabel?: boolean
  /** Called with the reason when the text could not be read. The button itself shows that nothing was copied. */
  readonly onFailed?: (error: unknown) => void
}

const sayingMs = 1_500

/** Copies a value exactly, including hidden characters; shows when the system refused or the text could not be read. */
export function CopyButton({ text, valueName, description, hasLabel = false, onFailed }: CopyButtonProps) {
  const { t } = useTexts('common')
  // A new object for each copy, so that the result of a second copy is shown as long as the first.
  const [outcome, setOutcome] = useState<{ readonly isCopied: boolean } | null>(null)
  useEffect(() => {
    if (outcome?.isCopied !== true) return undefined
    const timer = setTimeout(() => setOutcome(null), sayingMs)
    return () => clearTimeout(timer)
  }, [outcome])
  const name = t('copy', { what: valueName })
  const hiddenName = hasLabel ? undefined : name
  const copy = async (): Promise<void> => {
    try {
      setOutcome({ isCopied: copyText(typeof text === 'string' ? text : await text()) })
    } catch (error) {
      setOutcome({ isCopied: false })
      onFailed?.(error)
    }
  }
  return (
    <>
      <QuietButton
        aria-label={hiddenName}
        aria-description={description}
        title={hiddenName}
        Icon={outcome?.isCopied === true ? Check : Copy}
        onClick={() => void copy()}
      >
        {hasLabel ? name : undefined}
      </QuietButton>
      <Text
        role="status"
        font="secondary"
        tone="bad"
        className={outcome?.isCopied === false ? undefined : 'visually-hidden'}
      >
        {outcome === null ? '' : t(outcome.isCopied ? 'copied' : 'notCopied')}
      </Text>
    </>
  )
}
