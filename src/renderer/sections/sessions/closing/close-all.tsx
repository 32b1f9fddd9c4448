import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { Trans } from 'react-i18next'
import type { InputOf } from '../../../../shared/contract.ts'
import type { AppId } from '../../../../shared/ids.ts'
import type { CloseAllTicket } from '../../../../shared/schemas/session.ts'
import { call } from '../../../api/call.ts'
import { read } from '../../../api/queries.ts'
import { useIsReadOnly, useOpenProfile } from '../../../api/use-app-state.ts'
import { Age, useIsOlder } from '../../../i18n/age.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { closeAsked, go, setSectionState, useArrival, useSectionState } from '../../../state/location-store.ts'
import { Button } from '../../../ui/button.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import { CloseError, ConfirmCloseDialog, useConfirmedClose } from './confirmed-close.tsx'

/** Nothing is sent on a count older than this, in milliseconds. */
const oldMs = 5_000

// Read shortly before the count is too old, so that the button is not disabled in between.
const dueMs = 4_000

// A failing counter is tried less often: during a try, for up to three seconds, nothing can be sent.
const unreadDueMs = 10_000

// A forgotten dialog must not poll the service for ever.
const automaticMs = 120_000

/** The count with its time, in the past tense where it could not be read for this confirmation. */
function LiveCount({ ticket: { count, isCountRead } }: { readonly ticket: CloseAllTicket }) {
  const { t, format } = useTexts(['closing', 'sessions'])
  if (count === null) return t('all.uncounted')
  const number = format.number(count.total)
  const age = <Age at={count.at} />
  if (!isCountRead) return <Trans t={t} i18nKey="all.was" values={{ number }} components={{ age }} />
  return (
    <>
      <b>{number}</b>
      <Text tone="soft">
        {' · '}
        <Trans t={t} i18nKey="sessions:readAge" components={{ age }} />
      </Text>
    </>
  )
}

function Target({ ticket }: { readonly ticket: CloseAllTicket }) {
  const { t, format } = useTexts(['closing', 'sessions'])
  const { appId, appLabel, count, isCountRead } = ticket
  const inbox = useQuery(read('inbox.list', { appId, showsEnded: false })).data
  const { known = 0, withoutApplication: unassigned = 0 } = inbox ?? {}
  // Sessions without an application might be calls of this application, so only the rest is certain. From a previous
  // count, nothing is certain.
  const unknown = count === null || !isCountRead ? 0 : count.total - known - unassigned
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
          value: <LiveCount ticket={ticket} />,
        },
        inbox !== undefined && {
          label: t('all.known'),
          value: (
            <>
              {format.number(known)}
              {[
                unknown > 0 && t('sessions:unknown', { number: format.number(unknown) }),
                unassigned > 0 && t('sessions:withoutApplication', { number: format.number(unassigned) }),
              ].map((text) => text !== false && <Text key={text} tone="soft">{` · ${text}`}</Text>)}
            </>
          ),
        },
      ]}
    />
  )
}

function useCloseAllConfirmation(appId: AppId) {
  return useConfirmedClose({
    subject: `${String(useOpenProfile()?.profile.id)} ${appId}`,
    open: (target: InputOf<'session.openCloseAll'>, { profileId }) => call('session.openCloseAll', target, profileId),
    send: ({ ticket }: CloseAllTicket, typedAppId, { profileId }) =>
      call('session.closeAll', { ticket, typedAppId }, profileId),
    // The outcome is shown there.
    onEnd: () => {
      setSectionState({ section: 'sessions', tab: 'live' })
      closeAsked()
    },
  })
}

/**
 * Cuts every call of an application, after a single deliberate confirmation that opens when the location asks for it.
 */
export function useCloseAll(appId: AppId) {
  const closing = useCloseAllConfirmation(appId)
  const isReadOnly = useIsReadOnly()
  const isChosen = useSectionState('appId') === appId
  const [pressedAt, setPressedAt] = useState(0)
  const press = (): void => {
    setPressedAt(Date.now())
    closing.ask({ appId })
  }
  useArrival(
    'sessions',
    ({ ask }) => ask === 'close-all' && isChosen,
    () => {
      if (!isReadOnly) press()
    },
  )
  return {
    appId,
    closing,
    /** When a person last asked for the confirmation. */
    pressedAt,
    press,
  }
}

type CloseAllParts = ReturnType<typeof useCloseAll>

interface CloseAllProps {
  readonly closeAll: CloseAllParts
}

/** When the current count was read (epoch ms); null where the ticket states a previous count or none. */
function countedAtOf({ count, isCountRead }: CloseAllTicket): number | null {
  return isCountRead ? (count?.at ?? null) : null
}

/** States the consequence of the close, with a number only where the count is current. */
function Consequence({ ticket }: { readonly ticket: CloseAllTicket }) {
  const { t, format } = useTexts('closing')
  const { count, isCountRead } = ticket
  if (count === null || !isCountRead) return <p>{t('all.askUncounted')}</p>
  if (count.total === 0) return <p>{t('all.askNone')}</p>
  return <p>{t('ask', { count: count.total, number: format.number(count.total) })}</p>
}

/**
 * Keeps the count fresh for two minutes; after that time, or after a refusal, the count is read on request. Older
 * tickets are void. Without a current count, the ticket is valid as long as main accepts it: calls can be closed while
 * the counter fails.
 */
function Confirmation({ ticket, closing, pressedAt, press }: CloseAllParts & { readonly ticket: CloseAllTicket }) {
  const { t, format } = useTexts(['closing', 'sessions'])
  const { appId, count, isCountRead, expiresAt } = ticket
  // A previous count of 0 on the button would promise that no call is cut.
  const isNamed = count !== null && (isCountRead || count.total > 0)
  const total = isNamed ? { count: count.total, number: format.number(count.total) } : null
  const countedAt = countedAtOf(ticket)
  // A count that is already old when it comes, such as after a clock change, must not be read again without a pause.
  const isDue = useIsOlder(Math.max(countedAt ?? 0, closing.askedAt), countedAt === null ? unreadDueMs : dueMs)
  const isOver = useIsOlder(pressedAt, automaticMs)
  const isRequested = isDue && !isOver && !closing.isAsking && closing.openError === null
  const readAgain = useEffectEvent(() => closing.ask({ appId }))
  useEffect(() => {
    if (isRequested) readAgain()
  }, [isRequested])
  return (
    <ConfirmCloseDialog
      title={t('all.action')}
      action={total === null ? t('all.action') : t('many.action', total)}
      startsOnCancel
      colour={ticket.colour}
      closing={{
        ...closing,
        cancel: () => {
          closing.cancel()
          closeAsked()
        },
      }}
      accepted={[appId]}
      label={t('all.type')}
      note={t('typed.characters', { length: appId.length })}
      goodUntil={countedAt === null ? expiresAt : countedAt + oldMs}
      onRefresh={press}
      about={t('sessions:readFailed')}
      submitsOnEnter={false}
    >
      <Consequence ticket={ticket} />
      <Target ticket={ticket} />
    </ConfirmCloseDialog>
  )
}

export function CloseAllDialog({ closeAll }: CloseAllProps) {
  const { ticket } = closeAll.closing
  return ticket !== null && <Confirmation {...closeAll} ticket={ticket} />
}

export function CloseAllButton({ closeAll: { appId, closing } }: CloseAllProps) {
  const { t } = useTexts('closing')
  return (
    <Button
      tone="danger"
      busy={closing.isOpening || closing.isClosing}
      onClick={() => go({ section: 'sessions', appId, ask: 'close-all' })}
    >
      {t('all.action')}
    </Button>
  )
}

/** Why the close-all could not be opened or sent. */
export function CloseAllError({ closeAll: { appId, closing, press } }: CloseAllProps) {
  const { t } = useTexts('closing')
  const { openError, error, confirmedAt } = closing
  const newest = useQuery(read('session.closeAllResults', { appId })).data?.[0]
  // A failed close that was sent is stored, and shown in the result bar with the counts seen since.
  const isSaved = error !== openError && newest !== undefined && newest.failure !== null && newest.sentAt >= confirmedAt
  return (
    <CloseError
      closing={{ openError, error: isSaved ? null : error, askAgain: press }}
      about={t(error === openError ? 'all.notOpened' : 'many.failed')}
    />
  )
}
