import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CloseAllTicket } from '../../../shared/schemas/session.ts'
import { Age } from '../../i18n/age.tsx'
import { useIsOlder } from '../../i18n/use-is-older.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import styles from './sessions.module.css'

/** Props of `CloseAllDialog`. */
export interface CloseAllDialogProps {
  readonly ticket: CloseAllTicket
  readonly isReading: boolean
  readonly isClosing: boolean
  readonly onReadAgain: () => void
  readonly onCancel: () => void
  readonly onClose: (typedAppId: string) => void
}

/**
 * The confirmation that names the profile, the application and the number of calls to be cut. Its button waits for the
 * application's id to be typed and for a count that is not older than the ticket allows.
 */
export function CloseAllDialog(props: CloseAllDialogProps) {
  const { ticket, isReading, isClosing, onReadAgain, onCancel, onClose } = props
  const { t } = useTranslation('sessions')
  const [typed, setTyped] = useState('')
  const isOld = useIsOlder(ticket.count.at, Math.max(0, ticket.expiresAt - ticket.count.at))
  return (
    <Dialog
      title={t('closeAll')}
      accent={ticket.colour}
      onClose={onCancel}
      action={{
        label: t('closeAllAction', { number: ticket.count.total }),
        tone: 'danger-fill',
        busy: isClosing,
        disabled: isOld || typed.trim() !== ticket.appId,
        onClick: () => {
          onClose(typed.trim())
        },
      }}
    >
      <p className={styles.warning}>
        {ticket.count.total === 0 ? t('closeAllAskNone') : t('closeAllAsk', { count: ticket.count.total })}
      </p>
      <Facts
        facts={[
          { label: t('profile'), value: ticket.profileName },
          { label: t('application'), value: ticket.appLabel === '' ? ticket.appId : ticket.appLabel },
          { label: t('applicationId'), value: ticket.appId, mono: true },
          {
            label: t('liveNow'),
            value: (
              <>
                {ticket.count.total} · <Age at={ticket.count.at} />
              </>
            ),
          },
        ]}
      />
      <Field label={t('typeToConfirm')}>
        <TextInput
          mono
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
          }}
        />
      </Field>
      {isOld && (
        <p className={styles.old} role="status">
          {t('countOld')}{' '}
          <Button size="small" busy={isReading} onClick={onReadAgain}>
            {t('readAgain')}
          </Button>
        </p>
      )}
    </Dialog>
  )
}
