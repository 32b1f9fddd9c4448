import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CloseAllTicket } from '../../../../shared/schemas/session.ts'
import { failureOf } from '../../../api/call.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Age } from '../../../i18n/age.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { Field } from '../../../ui/field.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import styles from './closing.module.css'
import { useFreshCount } from './use-fresh-count.ts'
import type { FreshCount } from './use-fresh-count.ts'

export interface CloseAllDialogProps {
  /** As it was when the dialog was opened. */
  readonly opened: CloseAllTicket
  readonly isClosing: boolean
  readonly onCancel: () => void
  /** Called with the newest ticket and the typed text, unchanged. */
  readonly onClose: (ticket: CloseAllTicket, typedAppId: string) => void
}

function Target({ ticket }: { readonly ticket: CloseAllTicket }) {
  const { t } = useTranslation('closing')
  const format = useFormat()
  return (
    <DescriptionList
      items={[
        {
          label: t('profile'),
          value: (
            <>
              <span className={styles.swatch} aria-hidden />
              {ticket.profileName}
            </>
          ),
        },
        { label: t('application'), value: ticket.appLabel === '' ? ticket.appId : ticket.appLabel },
        { label: t('applicationId'), value: ticket.appId, mono: true },
        {
          label: t('all.live'),
          value: (
            <>
              {format.number(ticket.count.total)} · <Age at={ticket.count.at} />
            </>
          ),
        },
      ]}
    />
  )
}

// In a line of its own height: the dialog does not move while the count is read.
function Reading({ count: { isReading, isOld, error, readAgain } }: { readonly count: FreshCount }) {
  const { t } = useTranslation('closing')
  return (
    <>
      {error !== null && <ErrorNotice failure={failureOf(error)} about={t('all.readFailed')} />}
      <p className={styles.old} role="status">
        {isOld && isReading && t('all.reading')}
        {isOld && !isReading && (
          <>
            {t('all.old')}{' '}
            <Button size="small" onClick={readAgain}>
              {t('all.readAgain')}
            </Button>
          </>
        )}
      </p>
    </>
  )
}

/**
 * The confirmation that names the profile, the application and the number of calls to be cut. Its button waits for the
 * application's id, exactly, and for a count younger than five seconds; no key in the box sends anything.
 */
export function CloseAllDialog({ opened, isClosing, onCancel, onClose }: CloseAllDialogProps) {
  const { t } = useTranslation('closing')
  const [typed, setTyped] = useState('')
  const count = useFreshCount(opened, opened.appId)
  const { ticket, isReading, isOld } = count
  const { total } = ticket.count
  return (
    <Dialog
      title={t('all.action')}
      colour={ticket.colour}
      onClose={onCancel}
      action={{
        label: t('all.close', { number: total }),
        tone: 'danger-fill',
        disabled: !isClosing && (isOld || typed !== ticket.appId),
        // While it is read the ticket before is void already: a click must not be sent with it.
        waiting: isReading && typed === ticket.appId,
        busy: isClosing,
        onClick: () => {
          onClose(ticket, typed)
        },
      }}
    >
      <p className={styles.warning}>{total === 0 ? t('all.askNone') : t('all.ask', { count: total })}</p>
      <Target ticket={ticket} />
      <Field label={t('all.type')}>
        <TextInput
          mono
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
          }}
        />
      </Field>
      {!isClosing && <Reading count={count} />}
    </Dialog>
  )
}
