import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { QuietButton } from './button.tsx'
import { copyText } from './copy-text.ts'
import { Text } from './layout.tsx'

export interface CopyButtonProps {
  readonly text: string | (() => Promise<string>)
  readonly valueName: string
  /** Tells it from the others of its name on the page. */
  readonly description?: string
  readonly hasLabel?: boolean
  /** Called with the reason when the text could not be read; that nothing was copied is shown here. */
  readonly onFailed?: (error: unknown) => void
}

const sayingMs = 1_500

/** Copies a value exactly as it came, hidden characters and all; says so where the system or the text refuses. */
export function CopyButton({ text, valueName, description, hasLabel = false, onFailed }: CopyButtonProps) {
  const { t } = useTexts('common')
  // Another object for each copy: a second one is said as long as the first.
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
