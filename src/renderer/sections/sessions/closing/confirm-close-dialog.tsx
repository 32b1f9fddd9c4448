import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsOlder } from '../../../i18n/age.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import styles from './closing.module.css'
import { TypedConfirmation } from './typed-confirmation.tsx'

export interface ConfirmCloseDialogProps {
  readonly title: string
  readonly actionLabel: string
  /** What will be done, and to which sessions. */
  readonly children: ReactNode
  /** Text that main asks for, exactly; null for none. */
  readonly mustType: string | null
  /** What may be typed in its place, as more than it. */
  readonly orWhole?: string
  readonly expiresAt: number
  readonly size?: 'normal' | 'wide'
  readonly isOpening: boolean
  readonly isClosing: boolean
  readonly onCancel: () => void
  readonly onOpenAgain: () => void
  readonly onConfirm: (typed: string) => void
}

/** The confirmation before calls are cut by their ids: only its button sends, and no key in its box. */
export function ConfirmCloseDialog(props: ConfirmCloseDialogProps) {
  const { title, actionLabel, children, mustType, orWhole, expiresAt, size, isOpening, isClosing } = props
  const { t } = useTranslation('closing')
  const [typed, setTyped] = useState('')
  const isExpired = useIsOlder(expiresAt, 0)
  const accepted = [mustType, orWhole].flatMap((text) => text ?? [])
  return (
    <Dialog
      title={title}
      {...(size === undefined ? {} : { size })}
      onClose={props.onCancel}
      focus={mustType === null ? 'cancel' : 'field'}
      action={{
        label: actionLabel,
        tone: 'danger-fill',
        busy: isClosing,
        disabled: !isClosing && (isExpired || (mustType !== null && !accepted.includes(typed))),
        onClick: () => props.onConfirm(mustType ?? ''),
      }}
    >
      {children}
      {mustType !== null && (
        <TypedConfirmation
          label={
            orWhole === undefined
              ? t('typed.text', { text: mustType })
              : t('typed.tail', { text: mustType, count: mustType.length })
          }
          accepted={accepted}
          typed={typed}
          onType={setTyped}
        />
      )}
      <p className={styles.old} role="status">
        {isExpired && !isClosing && (
          <>
            {t('expired')}{' '}
            <Button size="small" busy={isOpening} onClick={props.onOpenAgain}>
              {t('openAgain')}
            </Button>
          </>
        )}
      </p>
    </Dialog>
  )
}
