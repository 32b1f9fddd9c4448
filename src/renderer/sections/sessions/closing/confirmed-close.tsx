/** Shared by every way of closing: a confirmation that is opened, and sent once. */
import { useId, useState } from 'react'
import type { ComponentProps, SubmitEvent } from 'react'
import { commandCertainty } from '../../../../shared/model/command-certainty.ts'
import { failureOf } from '../../../api/call.ts'
import type { ProfileScope } from '../../../api/shown-profile.ts'
import { useProfileTask } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useIsOlder } from '../../../i18n/age.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { closeAnswersNow, noteCloseAnswered, useCloseAnswers } from '../../../state/results-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { DialogProps } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import { StateGlyph } from '../../../ui/state-glyph.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import styles from './closing.module.css'

interface ConfirmedCloseOptions<Target, Ticket, Answer> {
  /** Identifies the subject, where the subject can change while mounted. */
  readonly subject?: string
  readonly open: (target: Target, scope: ProfileScope) => Promise<Ticket>
  readonly send: (ticket: Ticket, typed: string, scope: ProfileScope) => Promise<Answer>
  readonly onSent?: ((answer: Answer, ticket: Ticket) => void) | undefined
  /** Called once the close was sent or failed. */
  readonly onEnd?: (ticket: Ticket) => void
}

/**
 * The ticket for the subject on screen. The ticket for a different subject is dropped, and does not come back with it.
 */
function useTicketOf<Ticket>(subject: string) {
  const [opened, setOpened] = useState<{ readonly subject: string; readonly ticket: Ticket } | null>(null)
  const isOther = opened !== null && opened.subject !== subject
  if (isOther) setOpened(null)
  return { ticket: isOther ? null : (opened?.ticket ?? null), setOpened }
}

/** Opens a confirmation and sends the confirmed close once; opening another confirmation resets everything. */
export function useConfirmedClose<Target, Ticket, Answer>(options: ConfirmedCloseOptions<Target, Ticket, Answer>) {
  const { subject = '' } = options
  const { ticket, setOpened } = useTicketOf<Ticket>(subject)
  // The number of answered closes when opening or closing failed last. Not a time, because the clock can be set back.
  const [answersAtFailure, setAnswersAtFailure] = useState(0)
  const open = useProfileTask({
    run: ({ target }: { readonly subject: string; readonly target: Target }, scope) => options.open(target, scope),
    onFailure: () => setAnswersAtFailure(closeAnswersNow()),
  })
  // By then, the confirmation of a different subject might be open.
  const end = (confirmed: Ticket): void => {
    setOpened((now) => (now?.ticket === confirmed ? null : now))
    options.onEnd?.(confirmed)
  }
  const close = useProfileTask({
    run: (
      { ticket: confirmed, typed }: { readonly subject: string; readonly ticket: Ticket; readonly typed: string },
      scope,
    ) => options.send(confirmed, typed, scope),
    onAnswer: (answer, confirmed) => {
      noteCloseAnswered()
      end(confirmed.ticket)
      options.onSent?.(answer, confirmed.ticket)
    },
    onFailure: (_, confirmed) => {
      setAnswersAtFailure(closeAnswersNow())
      end(confirmed.ticket)
    },
  })
  // The result of a later close is more current than an older error.
  const isOutdated = useCloseAnswers() > answersAtFailure
  const openError = open.input?.subject === subject ? open.error : null
  const { isClosing, closeError } =
    close.input?.subject === subject
      ? { isClosing: close.isPending, closeError: close.error }
      : { isClosing: false, closeError: null }
  const ask = (target: Target): void => {
    // A close in flight must receive its answer: a reset would forget that it was sent.
    if (open.isPending || isClosing) return
    if (!close.isPending) close.reset()
    open.mutate({ subject, target }, (issued) => setOpened({ subject, ticket: issued }))
  }
  return {
    ask,
    /** Opens the last requested confirmation again, which sends nothing. */
    askAgain: (): void => {
      if (open.input !== undefined) ask(open.input.target)
    },
    /**
     * The target of the last confirmation, and the time of its request, which repeats while the count is kept fresh.
     */
    requestedTarget: open.input?.target,
    askedAt: open.startedAt,
    isAsking: open.isPending,
    isOpening: open.isPending && ticket === null,
    /** The open confirmation; null when none is open. */
    ticket,
    cancel: (): void => {
      // A ticket still being issued is dropped with it: a cancelled confirmation does not come back.
      open.reset()
      setOpened(null)
    },
    confirm: (typed: string): void => {
      if (ticket !== null && !isClosing) close.mutate({ subject, ticket, typed })
    },
    confirmedAt: close.startedAt,
    isClosing,
    /** Why no ticket was issued. */
    openError,
    /**
     * The failure of the close, which might have been sent, or of opening its confirmation; null while a confirmation
     * is open, which shows the failure, and after the answer to a later close.
     */
    error: ticket === null && !isOutdated ? (closeError ?? openError) : null,
  }
}

interface CloseErrorProps {
  readonly closing: Pick<ReturnType<typeof useConfirmedClose>, 'error' | 'openError' | 'askAgain'>
  /** States that the close was certainly not done. */
  readonly about: string
}

/** Why a close was not opened or sent. After some failures, it is unknown whether the close was sent. */
export function CloseError({ closing: { error, openError, askAgain }, about }: CloseErrorProps) {
  const { t } = useTexts('failures')
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
  /** Text beside the label, such as the length of the text to type. */
  readonly note?: string | undefined
  /** The typed text must equal one of these; when empty, nothing needs to be typed. */
  readonly accepted: readonly string[]
  readonly typed: string
  readonly onType: (typed: string) => void
  /** The form around the box, which Enter submits; without a form, no key in the box sends anything. */
  readonly form: Required<Pick<ComponentProps<'form'>, 'id' | 'onSubmit'>> | false
}

/** A box that shows how much of the typed text is right. */
function TypedConfirmation({ label, note, accepted, typed, onType, form }: TypedConfirmationProps) {
  const { t } = useTexts('closing')
  // Compared with the text that was most likely meant.
  const [nearest] = accepted.toSorted((one, other) => matching(typed, other) - matching(typed, one))
  if (nearest === undefined) return null
  const count = { matched: matching(typed, nearest), length: nearest.length }
  const isOff = count.matched < typed.length
  const field = (
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
  return form === false ? field : <form {...form}>{field}</form>
}

interface ConfirmationStatusProps {
  readonly isClosing: boolean
  readonly isVoid: boolean
  readonly isAsking: boolean
  readonly onRefresh: () => void
}

/**
 * Shows that the close is being sent, or that the confirmation must be opened again; otherwise an empty live region.
 */
function ConfirmationStatus({ isClosing, isVoid, isAsking, onRefresh }: ConfirmationStatusProps) {
  const { t } = useTexts(['closing', 'common'])
  return (
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
  /** After this time (epoch ms), the confirmation is outdated: nothing is sent before it is opened again. */
  readonly goodUntil: number
  readonly onRefresh: () => void
  /** Names the confirmation that could not be opened again. */
  readonly about: string
  /** Enter in the box does what the button does, once the text is right. False: only the button sends. */
  readonly submitsOnEnter: boolean
}

/**
 * The confirmation before calls are cut: nothing is sent until one of the `accepted` texts, if any, is typed exactly.
 */
export function ConfirmCloseDialog(props: ConfirmCloseDialogProps) {
  const { action, closing, accepted, label, note, goodUntil, onRefresh, about, children, ...shown } = props
  const { submitsOnEnter, ...dialog } = shown
  const { isAsking, isClosing, openError, cancel, confirm } = closing
  const [typed, setTyped] = useState('')
  const isOld = useIsOlder(goodUntil, 0)
  const isRight = accepted.length === 0 || accepted.includes(typed)
  // When opening again has failed, the previous ticket might be void.
  const isVoid = !isClosing && (isOld || openError !== null)
  // The whole id also confirms; main compares only its end.
  const [end = ''] = accepted
  const send = (): void => confirm(typed.slice(-end.length))
  // Without a text to type, the focus starts on Cancel, and Enter cancels.
  const hasForm = submitsOnEnter && accepted.length > 0
  const form = useId()
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (isRight && !isVoid && !isAsking) send()
  }
  return (
    <Dialog
      {...dialog}
      onClose={cancel}
      action={{
        label: action,
        tone: 'danger-fill',
        disabled: isVoid || (!isClosing && !isRight),
        // While the confirmation is opened again, the previous ticket is already void: a click must not send it.
        waiting: isAsking && isRight,
        busy: isClosing,
        ...(hasForm ? { form } : { onClick: send }),
      }}
    >
      {children}
      <TypedConfirmation
        label={label}
        note={note}
        accepted={accepted}
        typed={typed}
        onType={setTyped}
        form={hasForm && { id: form, onSubmit: submit }}
      />
      <ErrorNotice error={openError} about={about} />
      <ConfirmationStatus isClosing={isClosing} isVoid={isVoid} isAsking={isAsking} onRefresh={onRefresh} />
    </Dialog>
  )
}
