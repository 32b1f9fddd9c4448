import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'

/** Props of `CopyButton`. */
export interface CopyButtonProps {
  /** The text to copy, or how to have it. */
  readonly text: string | (() => Promise<string>)
  /** The button's name is "Copy <what>". */
  readonly what: string
  /** False for an icon alone. */
  readonly hasWords?: boolean
}

const sayingMs = 1_500

function useShortly(): readonly [boolean, () => void] {
  const [since, setSince] = useState<number | null>(null)
  useEffect(() => {
    if (since === null) return undefined
    const timer = setTimeout(() => {
      setSince(null)
    }, sayingMs)
    return () => {
      clearTimeout(timer)
    }
  }, [since])
  return [
    since !== null,
    () => {
      setSince(Date.now())
    },
  ]
}

/** Copies a value exactly as it came, hidden characters and all. */
export function CopyButton({ text, what, hasWords = false }: CopyButtonProps) {
  const { t } = useTranslation('common')
  const [isCopied, sayCopied] = useShortly()
  const name = t('copy', { what })
  const copy = async (): Promise<void> => {
    if (copyText(typeof text === 'string' ? text : await text())) sayCopied()
  }
  return (
    <>
      <Button
        tone="quiet"
        size="small"
        aria-label={hasWords ? undefined : name}
        title={hasWords ? undefined : name}
        icon={isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
        onClick={() => void copy()}
      >
        {hasWords ? name : undefined}
      </Button>
      <span role="status" className="visually-hidden">
        {isCopied ? t('copied') : ''}
      </span>
    </>
  )
}
