import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { CloseAllTicket } from '../../../../shared/schemas/session.ts'
import { read } from '../../../api/queries.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Age } from '../../../i18n/age.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { Text } from '../../../ui/layout.tsx'
import styles from './closing.module.css'
import { TypedConfirmation } from './typed-confirmation.tsx'
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
  const { appId, appLabel, count } = ticket
  const known = useQuery(read('inbox.list', { appId, showsEnded: false })).data?.known
  const unknown = known === undefined ? 0 : count.total - known
  return (
    <DescriptionList
      framed
      items={[
        { label: t('profile'), value: ticket.profileName },
        {
          label: t('application'),
          value: (
            <>
              {appLabel} <code className={appLabel === '' ? undefined : styles.after}>{appId}</code>
            </>
          ),
        },
        {
          label: t('all.live'),
          value: (
            <>
              <b>{format.number(count.total)}</b>
              <Text tone="soft">
                {' · '}
                <Trans t={t} i18nKey="all.read" components={{ age: <Age at={count.at} /> }} />
              </Text>
            </>
          ),
        },
        known !== undefined && {
          label: t('all.known'),
          value: (
            <>
              {format.number(known)}
              {unknown > 0 && <Text tone="soft"> · {t('all.notKnown', { count: unknown })}</Text>}
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
      <ErrorNotice error={error} about={t('all.readFailed')} />
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
  const { length } = ticket.appId
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
        onClick: () => onClose(ticket, typed),
      }}
    >
      <p>{total === 0 ? t('all.askNone') : t('all.ask', { count: total })}</p>
      <Target ticket={ticket} />
      <TypedConfirmation
        label={t('all.type')}
        note={t(/^\d+$/.test(ticket.appId) ? 'typed.digits' : 'typed.characters', { count: length })}
        accepted={[ticket.appId]}
        typed={typed}
        onType={setTyped}
      />
      {!isClosing && <Reading count={count} />}
    </Dialog>
  )
}
