import { Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { RadioGroup } from '../../ui/radio-group.tsx'
import styles from './fields.module.css'

/** Props of `RawJson`. */
export interface RawJsonProps {
  readonly rawText: string
  readonly prettyText: string
}

/** The body itself: indented with every digit kept, or exactly as it was received. */
export function RawJson({ rawText, prettyText }: RawJsonProps) {
  const { t } = useTranslation('conversations')
  const [form, setForm] = useState<'pretty' | 'received'>('pretty')
  const [isCopied, setIsCopied] = useState(false)
  const text = form === 'pretty' ? prettyText : rawText
  return (
    <div className={styles.raw}>
      <div className={styles.rawTools}>
        <RadioGroup
          label={t('raw.form')}
          look="segmented"
          options={[
            { value: 'pretty', label: t('raw.pretty') },
            { value: 'received', label: t('raw.received') },
          ]}
          value={form}
          onChange={(chosen) => {
            setForm(chosen)
            setIsCopied(false)
          }}
        />
        <Button
          size="small"
          icon={<Copy size={13} aria-hidden />}
          onClick={() => {
            setIsCopied(copyText(text))
          }}
        >
          {t('raw.copy')}
        </Button>
        <span role="status">{isCopied ? t('raw.copied') : ''}</span>
      </div>
      {/* Long lines and long texts scroll here, and the keyboard must reach them. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region needs the focus */}
      <pre className={styles.rawText} tabIndex={0} aria-label={t('heading.raw')} role="region">
        {text}
      </pre>
    </div>
  )
}
