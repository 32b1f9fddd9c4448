import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'
import styles from './copy-id.module.css'

/** Props of `CopyId`. */
export interface CopyIdProps {
  /** The id, shown and copied whole. */
  readonly id: string
  /** The button's name is "Copy <what>", such as "Copy task ID". */
  readonly what: string
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

/** An id in mono, never shortened, with a button that copies it. */
export function CopyId({ id, what }: CopyIdProps) {
  const { t } = useTranslation('common')
  const [copied, sayCopied] = useShortly()
  return (
    <span className={styles.wrap}>
      <code className={styles.id}>{id}</code>
      <Button
        tone="quiet"
        size="small"
        aria-label={t('copy', { what })}
        title={t('copy', { what })}
        icon={copied ? <Check aria-hidden /> : <Copy aria-hidden />}
        onClick={() => {
          if (copyText(id)) sayCopied()
        }}
      />
      <span role="status" className="visually-hidden">
        {copied ? t('copied') : ''}
      </span>
    </span>
  )
}
