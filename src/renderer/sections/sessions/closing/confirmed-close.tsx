/** What every way of closing has in common: a confirmation that is opened, and that only its button sends, once. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { commandCertainty } from '../../../../shared/model/command-certainty.ts'
import { failureOf } from '../../../api/call.ts'
import type { ProfileScope } from '../../../api/shown-profile.ts'
import { useProfileTask } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useIsOlder } from '../../../i18n/age.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { DialogProps } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import { StateGlyph } from '../../../ui/state-glyph.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import styles from './closing.module.css'

interface ConfirmedCloseOptions<Target, Ticket, Answer> {
  /** What it is about, where that may change while it is mounted. */
  readonly of?: string
  readonly open: (target: Target, scope: ProfileScope) => Promise<Ticket>
  readonly send: (ticket: Ticket, typed: string, scope: ProfileScope) => Promise<Answer>
  readonly onSent?: ((answer: Answer, ticket: Ticket) => void) | undefined
  /** It was sent, or failed. */
  readonly onEnd?: (ticket: Ticket) => void
}

/** A ticket of what is on screen: one of something else is dropped, not kept for when that is shown again. */
function useTicketOf<Ticket>(of: string) {
  const [opened, setOpened] = useState<{ readonly of: string; readonly ticket: Ticket } | null>(null)
  const isOther = opened !== null && opened.of !== of
  if (isOther) setOpened(null)
  return { ticket: isOther ? null : (opened?.ticket ?? null), setOpened }
}

/** Opens a confirmation and sends what was confirmed once; opening another one resets everything. */
export function useConfirmedClose<Target, Ticket, Answer>(options: ConfirmedCloseOptions<Target, Ticket, Answer>) {
  const { of = '' } = options
  const { ticket, setOpened } = useTicketOf<Ticket>(of)
  const open = useProfileTask({
    run: ({ target }: { readonly of: string; readonly target: Target }, scope) => options.open(target, scope),
  })
  // By then the confirmation of something else may be open.
  const end = (confirmed: Ticket): void => {
    setOpened((now) => (now?.ticket === confirmed ? null : now))
    options.onEnd?.(confirmed)
  }
  const close = useProfileTask({
    run: (
      { ticket: confirmed, typed }: { readonly of: string; readonly ticket: Ticket; readonly typed: string },
      scope,
    ) => options.send(confirmed, typed, scope),
    onAnswer: (answer, confirmed) => {
      end(confirmed.ticket)
      options.onSent?.(answer, confirmed.ticket)
    },
    onFailure: (_, confirmed) => end(confirmed.ticket),
  })
  const openError = open.input?.of === of ? open.error : null
  const { isClosing, closeError } =
    close.input?.of === of
      ? { isClosing: close.isPending, closeError: close.error }
      : { isClosing: false, closeError: null }
  const ask = (target: Target): void => {
    // What is on its way must come to its answer: a reset would forget that it was sent.
    if (open.isPending || isClosing) return
    if (!close.isPending) close.reset()
    open.mutate({ of, target }, (issued) => setOpened({ of, ticket: issued }))
  }
  return {
    ask,
    /** Opens the confirmation that could not be opened: nothing was sent. */
    askAgain: (): void => {
      if (open.input !== undefined) ask(open.input.target)
    },
    /** The target of the last confirmation, and when it was asked for; again and again while it is kept fresh. */
    asked: open.input?.target,
    askedAt: open.startedAt,
    isAsking: open.isPending,
    isOpening: open.isPending && ticket === null,
    /** The open confirmation; null when none is. */
    ticket,
    cancel: (): void => {
      // A ticket still being issued is dropped with it: a cancelled confirmation does not come back.
      open.reset()
      setOpened(null)
    },
    confirm: (typed: string): void => {
      if (ticket !== null && !isClosing) close.mutate({ of, ticket, typed })
    },
    confirmedAt: close.startedAt,
    isClosing,
    /** Why no ticket was issued. */
    openError,
    /** Why it was not sent, or that; null while a confirmation is open, which says it. */
    error: ticket === null ? (closeError ?? openError) : null,
  }
}

interface CloseErrorProps {
  readonly closing: Pick<ReturnType<typeof useConfirmedClose>, 'error' | 'openError' | 'askAgain'>
  /** That it was certainly not done. */
  readonly about: string
}

/** Why a close was not opened or sent; after a mistake of the program nobody knows whether it was. */
export function CloseError({ closing: { error, openError, askAgain }, about }: CloseErrorProps) {
  const { t } = useTranslation('failures')
  const isUnknown = error !== null && error !== openError && commandCertainty(failureOf(error)) === 'unknown'
  const onRetry = error === openError ? askAgain : undefined
  return <ErrorNotice error={error} about={isUnknown ? t('unknown') : about} onRetry={onRetry} />
}

function matching(typed: string, expected: string): number {
  let count = 0
  while (count < typed.length && typed[count] === expected[count]) count += 1
  return count
}

interface TypedConfirmationProps {
  readonly label: string
  /** Beside the label, such as how long the text is. */
  readonly note?: string | undefined
  /** Any of these, exactly; with none nothing is to be typed. */
  readonly accepted: readonly string[]
  readonly typed: string
  readonly onType: (typed: string) => void
}

/** A box that says how much of what was typed is right. No key in it sends anything: only the button does. */
function TypedConfirmation({ label, note, accepted, typed, onType }: TypedConfirmationProps) {
  const { t } = useTranslation('closing')
  // Compared with the one that was most likely meant.
  const [nearest] = accepted.toSorted((one, other) => matching(typed, other) - matching(typed, one))
  if (nearest === undefined) return null
  const count = { matched: matching(typed, nearest), length: nearest.length }
  const isOff = count.matched < typed.length
  return (
    <Field
      label={label}
      labelNote={note}
      hint={
        <Row as="span" gap={1}>
          <StateGlyph kind={typed === nearest ? 'ready' : isOff ? 'failed' : 'waiting'} />
          {t(isOff ? 'typed.differs' : 'typed.match', count)}
        </Row>
      }
    >
      <TextInput mono value={typed} onType={onType} />
    </Field>
  )
}

interface ConfirmCloseDialogProps
  extends
    Pick<DialogProps, 'title' | 'children' | 'colour' | 'size' | 'startsOnCancel'>,
    Pick<TypedConfirmationProps, 'accepted' | 'label' | 'note'> {
  readonly action: string
  readonly closing: Pick<
    ReturnType<typeof useConfirmedClose>,
    'isAsking' | 'isClosing' | 'openError' | 'cancel' | 'confirm'
  >
  /** Later (epoch ms) it says nothing of now, so that nothing is sent before it was opened again. */
  readonly goodUntil: number
  readonly onRefresh: () => void
  /** What could not be opened again. */
  readonly about: string
}

/** The confirmation before calls are cut: only its button sends, once one of the `accepted`, if any, was typed exactly. */
export function ConfirmCloseDialog(props: ConfirmCloseDialogProps) {
  const { action, closing, accepted, label, note, goodUntil, onRefresh, about, children, ...dialog } = props
  const { t } = useTranslation(['closing', 'common'])
  const { isAsking, isClosing, openError, cancel, confirm } = closing
  const [typed, setTyped] = useState('')
  const isOld = useIsOlder(goodUntil, 0)
  const isRight = accepted.length === 0 || accepted.includes(typed)
  // When it could not be opened again the ticket before may be void.
  const isVoid = !isClosing && (isOld || openError !== null)
  // A whole id confirms as well as its end, which is what main compares.
  const [end = ''] = accepted
  return (
    <Dialog
      {...dialog}
      onClose={cancel}
      action={{
        label: action,
        tone: 'danger-fill',
        disabled: isVoid || (!isClosing && !isRight),
        // While it is opened again the ticket before is void already: a click must not be sent with it.
        waiting: isAsking && isRight,
        busy: isClosing,
        onClick: () => confirm(typed.slice(-end.length)),
      }}
    >
      {children}
      <TypedConfirmation label={label} note={note} accepted={accepted} typed={typed} onType={setTyped} />
      <ErrorNotice error={openError} about={about} />
      <Text as="p" tone="warn" role="status" className={styles.status}>
        {isClosing && t('sending')}
        {isVoid && (
          <>
            {t('old')}{' '}
            <Button size="small" busy={isAsking} onClick={onRefresh}>
              {t('common:refresh')}
            </Button>
          </>
        )}
      </Text>
    </Dialog>
  )
}
