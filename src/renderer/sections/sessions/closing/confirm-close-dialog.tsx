import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsOlder } from '../../../i18n/use-is-older.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import styles from './closing.module.css'

export interface ConfirmCloseDialogProps {
  readonly title: string
  readonly actionLabel: string
  /** What will be done, and to which sessions. */
  readonly children: ReactNode
  /** Text that must be typed first, exactly; null for none. */
  readonly mustType: string | null
  readonly expiresAt: number
  readonly size?: 'normal' | 'wide'
  readonly isOpening: boolean
  readonly isClosing: boolean
  readonly onCancel: () => void
  readonly onOpenAgain: () => void
  readonly onConfirm: (typed: string) => void
}

function MustType({ text, typed, onType }: { text: string; typed: string; onType: (typed: string) => void }) {
  const { t } = useTranslation('closing')
  return (
    <Field label={t('mustType', { text })} hint={t('mustTypeHint')}>
      <TextInput
        mono
        value={typed}
        onChange={(event) => {
          onType(event.currentTarget.value)
        }}
      />
    </Field>
  )
}

/** The confirmation before calls are cut by their ids: Cancel has the focus, and no key but the button's own sends. */
export function ConfirmCloseDialog(props: ConfirmCloseDialogProps) {
  const { title, actionLabel, children, mustType, expiresAt, size, isOpening, isClosing } = props
  const { t } = useTranslation('closing')
  const [typed, setTyped] = useState('')
  const isExpired = useIsOlder(expiresAt, 0)
  return (
    <Dialog
      title={title}
      {...(size === undefined ? {} : { size })}
      onClose={props.onCancel}
      action={{
        label: actionLabel,
        tone: 'danger-fill',
        busy: isClosing,
        disabled: !isClosing && (isExpired || (mustType !== null && typed !== mustType)),
        onClick: () => {
          props.onConfirm(mustType === null ? '' : typed)
        },
      }}
    >
      {children}
      {mustType !== null && <MustType text={mustType} typed={typed} onType={setTyped} />}
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
