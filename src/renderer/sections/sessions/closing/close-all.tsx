import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { CloseAllTicket } from '../../../../shared/schemas/session.ts'
import { read } from '../../../api/queries.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Age, useIsOlder } from '../../../i18n/age.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { consumeCloseAll, useCloseAllAsked } from '../../../state/navigation-store.ts'
import { showSessionsTab } from '../../../state/sessions-tab-store.ts'
import { Button } from '../../../ui/button.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import type { OpenApplication } from '../applications.tsx'
import styles from './closing.module.css'
import { TypedConfirmation } from './typed-confirmation.tsx'

/** A count older than this is not acted on, in milliseconds. */
const oldMs = 5_000

// Read a little before it is too old, so that the button does not go off and on.
const dueMs = 4_000

// A dialog that was forgotten must not poll the service for ever.
const automaticMs = 120_000

/** Keeps the count of a confirmation fresh: polls for two minutes, then or after a failure reads on request. */
function useFreshCount(first: CloseAllTicket) {
  const { appId } = first
  const [since, setSince] = useState(() => Date.now())
  const [readAt, setReadAt] = useState(0)
  const { mutate, data, isPending, error } = useCommand('session.openCloseAll', {
    onEnd: () => setReadAt(Date.now()),
  })
  // The newest; the ones before are void. A read that failed leaves the one before it: its count is then too old.
  const [ticket, setTicket] = useState(first)
  if (data !== undefined && data !== ticket) setTicket(data)
  // A count that is old when it comes, as by a clock that was set, must not be read again without a pause.
  const isDue = useIsOlder(Math.max(ticket.count.at, readAt), dueMs)
  const isOld = useIsOlder(ticket.count.at, oldMs)
  const isOver = useIsOlder(since, automaticMs)
  const isRequested = isDue && !isOver && !isPending && error === null
  useEffect(() => {
    if (isRequested) mutate({ appId })
  }, [isRequested, mutate, appId])
  return {
    ticket,
    isReading: isPending,
    isOld,
    error,
    readAgain: (): void => {
      setSince(Date.now())
      if (!isPending) mutate({ appId })
    },
  }
}

function Target({ ticket }: { readonly ticket: CloseAllTicket }) {
  const { t } = useTranslation(['closing', 'sessions', 'common'])
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
          label: t('sessions:application'),
          value: (
            <Row as="span" gap={3} align="baseline">
              {appLabel} <code>{appId}</code>
            </Row>
          ),
        },
        {
          label: t('all.live'),
          value: (
            <>
              <b>{format.number(count.total)}</b>
              <Text tone="soft">
                {' · '}
                <Trans t={t} i18nKey="sessions:readAge" components={{ age: <Age at={count.at} /> }} />
              </Text>
            </>
          ),
        },
        known !== undefined && {
          label: t('all.known'),
          value: (
            <>
              {format.number(known)}
              {unknown > 0 && <Text tone="soft"> · {t('sessions:unknown', { number: format.number(unknown) })}</Text>}
            </>
          ),
        },
      ]}
    />
  )
}

// In a line of its own height: the dialog does not move while the count is read.
function Reading({ isReading, isOld, error, readAgain }: Omit<ReturnType<typeof useFreshCount>, 'ticket'>) {
  const { t } = useTranslation(['closing', 'common'])
  return (
    <>
      <ErrorNotice error={error} about={t('all.readFailed')} />
      <Text as="p" tone="warn" role="status" className={styles.status}>
        {isOld && isReading && t('common:loading')}
        {isOld && !isReading && (
          <>
            {t('all.old')}{' '}
            <Button size="small" onClick={readAgain}>
              {t('all.readAgain')}
            </Button>
          </>
        )}
      </Text>
    </>
  )
}

interface CloseAllDialogProps {
  /** As it was when the dialog was opened. */
  readonly opened: CloseAllTicket
  readonly isClosing: boolean
  readonly onCancel: () => void
  /** Called with the newest ticket and the typed text, unchanged. */
  readonly onClose: (ticket: CloseAllTicket, typedAppId: string) => void
}

/**
 * The confirmation that names the profile, the application and the number of calls to be cut. Its button waits for the
 * application's id, exactly, and for a count younger than five seconds; no key in the box sends anything.
 */
function CloseAllDialog({ opened, isClosing, onCancel, onClose }: CloseAllDialogProps) {
  const { t } = useTranslation('closing')
  const [typed, setTyped] = useState('')
  const { ticket, ...reading } = useFreshCount(opened)
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
        disabled: !isClosing && (reading.isOld || typed !== ticket.appId),
        // While it is read the ticket before is void already: a click must not be sent with it.
        waiting: reading.isReading && typed === ticket.appId,
        busy: isClosing,
        onClick: () => onClose(ticket, typed),
      }}
    >
      <p>{total === 0 ? t('all.askNone') : t('all.ask', { count: total })}</p>
      <Target ticket={ticket} />
      <TypedConfirmation
        label={t('all.type')}
        note={t(/^\d+$/.test(ticket.appId) ? 'typed.digits' : 'typed.characters', { length })}
        accepted={[ticket.appId]}
        typed={typed}
        onType={setTyped}
      />
      {!isClosing && <Reading {...reading} />}
    </Dialog>
  )
}

/** The open confirmation; one of another application or profile is dropped, not kept for when that is shown again. */
function useOpened({ view, application: { appId } }: OpenApplication) {
  const { id: profileId } = view.profile
  const [opened, setOpened] = useState<{ profileId: typeof profileId; ticket: CloseAllTicket } | null>(null)
  const isOther = opened !== null && (opened.profileId !== profileId || opened.ticket.appId !== appId)
  if (isOther) setOpened(null)
  const open = (ticket: CloseAllTicket | null): void => setOpened(ticket && { profileId, ticket })
  return { ticket: isOther ? null : (opened?.ticket ?? null), open }
}

/** A failed close that was sent is stored, and shown in the result bar with the counts seen since. */
function useIsSaved({ application: { appId } }: OpenApplication, startedAt: number): boolean {
  const newest = useQuery(read('session.closeAllResults', { appId })).data?.[0]
  return newest !== undefined && newest.failure !== null && newest.sentAt >= startedAt
}

/** Presses the button when that was asked for from elsewhere, once. */
function useAsked({ view, application: { appId } }: OpenApplication, press: () => void): void {
  const isAsked = useCloseAllAsked() === appId
  const pressOnce = useEffectEvent(() => {
    if (consumeCloseAll() && view.profile.protection !== 'read-only') press()
  })
  useEffect(() => {
    if (isAsked) pressOnce()
  }, [isAsked])
}

/** Cutting every call of an application: its button, its one deliberate confirmation, and why it could not be sent. */
export function useCloseAll(props: OpenApplication) {
  const { t } = useTranslation('closing')
  const { appId } = props.application
  const confirmation = useOpened(props)
  const open = useCommand('session.openCloseAll')
  const close = useCommand('session.closeAll', {
    onEnd: () => {
      confirmation.open(null)
      // What becomes of it is shown there.
      showSessionsTab('live')
    },
  })
  const isSaved = useIsSaved(props, close.startedAt)
  // Of the application that is shown: the last one asked for.
  const error = open.input?.appId === appId ? (open.error ?? (isSaved ? null : close.error)) : null
  const press = (): void => {
    close.reset()
    if (!open.isPending) open.mutate({ appId }, confirmation.open)
  }
  useAsked(props, press)
  return {
    button: (
      <Button tone="danger" busy={open.isPending} onClick={press}>
        {t('all.action')}
      </Button>
    ),
    error: <ErrorNotice error={error} about={t(error === open.error ? 'all.readFailed' : 'all.failed')} />,
    dialog: confirmation.ticket !== null && (
      <CloseAllDialog
        key={confirmation.ticket.ticket}
        opened={confirmation.ticket}
        isClosing={close.isPending}
        onCancel={() => confirmation.open(null)}
        onClose={({ ticket }, typedAppId) => {
          if (!close.isPending) close.mutate({ ticket, typedAppId })
        }}
      />
    ),
  }
}
