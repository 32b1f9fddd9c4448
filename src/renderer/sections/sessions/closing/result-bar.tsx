import { X } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../../shared/ids.ts'
import { dismissResult } from '../../../state/sessions-view-store.ts'
import { Button } from '../../../ui/button.tsx'
import { StateGlyph } from '../../../ui/state-glyph.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import styles from './closing.module.css'

/** `going`: more is to come; `plain`: an answer that says nothing certain. */
export type ResultTone = 'going' | 'good' | 'plain' | 'ask' | 'bad'

export interface ResultBarProps {
  readonly profileId: ProfileId
  readonly id: string
  readonly tone: ResultTone
  readonly title: string
  readonly text: string
  /** Between the text and the buttons that every bar has. */
  readonly action?: ReactNode
  /** Shown without a click: what the operator needs to decide. */
  readonly notice?: ReactNode
  /** One click away. */
  readonly details?: ReactNode
}

const glyphs = { going: 'submitting', good: 'ready', plain: 'ok', ask: 'alert', bad: 'failed' } as const

/** What became of a close in one line, corrected until it has settled. */
export function ResultBar({ profileId, id, tone, title, text, action, notice, details }: ResultBarProps) {
  const { t } = useTranslation('closing')
  const { t: common } = useTranslation('common')
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.bar} data-tone={tone}>
      <Row gap={1} className={styles.line}>
        <Row role="status" as="p" gap={2} className={styles.text}>
          <StateGlyph kind={glyphs[tone]} />
          <span>
            <b>{title}</b>
            {t('between')}
            <span>{text}</span>
          </span>
        </Row>
        {action}
        {details !== undefined && details !== false && (
          <Button tone="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {common('details')}
          </Button>
        )}
        {tone !== 'going' && (
          <Button
            tone="quiet"
            icon={<X aria-hidden />}
            aria-label={common('dismiss')}
            title={common('dismiss')}
            onClick={() => dismissResult(profileId, id)}
          />
        )}
      </Row>
      {notice !== undefined && notice !== false && (
        <Stack gap={2} className={styles.more}>
          {notice}
        </Stack>
      )}
      {isOpen && (
        <Stack gap={2} className={styles.more}>
          {details}
        </Stack>
      )}
    </div>
  )
}
