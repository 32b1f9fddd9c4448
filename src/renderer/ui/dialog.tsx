import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject, SyntheticEvent } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { Button } from './button.tsx'
import type { ButtonTone } from './button.tsx'
import styles from './dialog.module.css'
import { OverlayContainer, addModal } from './overlay-container.ts'
import { createFocusFallback, isNowhere } from './focus.ts'

export interface DialogAction {
  readonly label: string
  /** Not used with `form`: the button submits the form instead. */
  readonly onClick?: () => void
  /** The id of the form in the dialog that the button submits; Enter in its fields submits the form too. */
  readonly form?: string
  readonly tone?: ButtonTone
  readonly busy?: boolean
  /** Shown as busy and not clickable for a moment, but nothing is in flight, so the dialog can be closed meanwhile. */
  readonly waiting?: boolean
  readonly disabled?: boolean
}

export interface DialogProps {
  readonly title: string
  readonly children: ReactNode
  /** Called on Cancel and Escape, but not while the action is busy. */
  readonly onClose: () => void
  /** Without an action, the dialog only informs, and its button is labelled Close instead of Cancel. */
  readonly action?: DialogAction
  readonly cancelLabel?: string
  /** The colour of the dialog's profile, which its edge shows instead of the open profile's colour. */
  readonly colour?: string | undefined
  readonly size?: 'normal' | 'form' | 'wide'
  /** The focus starts on Cancel instead of the first field, as in a dialog without fields. */
  readonly startsOnCancel?: boolean
  /** The body contains nothing that takes the focus, so the body takes the focus itself and keys scroll it. */
  readonly isText?: boolean
}

const widths = { normal: '480px', form: '640px', wide: '720px' } as const

// Only the checked radio, because an arrow key on an unchecked radio would change the choice. A part that is not a
// field of a form, such as a crop frame, has the attribute `data-focus-first`.
const fields =
  'input:not([hidden], [type=checkbox], [type=radio]:not(:checked)), textarea, select, [data-focus-first] [tabindex]'

const doublePressMs = 500

/**
 * Blocks the second of two quick presses of Enter on the button that opened a dialog, because it would open the dialog
 * again.
 */
function holdEnter(opener: Element | null, until: number): void {
  if (performance.now() >= until) return
  const hold = (event: KeyboardEvent): void => {
    if (performance.now() >= until) document.removeEventListener('keydown', hold, true)
    else if (event.key === 'Enter' && event.target === opener) event.preventDefault()
  }
  document.addEventListener('keydown', hold, true)
}

function useModal(dialog: RefObject<HTMLDialogElement | null>, startsOnCancel = false): void {
  // A layout effect, because closing gives the focus back and must come before the element leaves the document.
  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null) return
    const focusFallback = createFocusFallback()
    element.showModal()
    const field = startsOnCancel ? null : element.querySelector<HTMLElement>(fields)
    const first = field ?? element.querySelector<HTMLElement>('footer > button')
    first?.focus()
    const remove = addModal(element)
    let enteredAt = -doublePressMs
    element.addEventListener('keydown', ({ key, target }) => {
      // After Cancel there is no action that a second press could repeat.
      if (key === 'Enter' && target !== element.querySelector('footer > button')) enteredAt = performance.now()
    })
    return () => {
      remove()
      element.close()
      focusFallback()
      holdEnter(document.activeElement, enteredAt + doublePressMs)
    }
  }, [dialog, startsOnCancel])
}

/** Moves the focus to Cancel when the focused control was disabled or removed as the action became disabled. */
function useFocusOnCancel(dialog: RefObject<HTMLDialogElement | null>, isDisabled: boolean): void {
  useLayoutEffect(() => {
    if (isDisabled && isNowhere(document.activeElement))
      dialog.current?.querySelector<HTMLElement>('footer > button')?.focus()
  }, [dialog, isDisabled])
}

/** Lets a dialog close only while it is not busy, whatever the cause. */
function useControlledClose(isBusy: boolean, onClose: () => void) {
  const close = (): void => {
    if (!isBusy) onClose()
  }
  return {
    close,
    closeHandlers: {
      // Preventing the cancel event is not enough: without a click in between, a second Escape still closes the
      // element.
      closedby: isBusy ? 'none' : 'closerequest',
      onCancel: (event: SyntheticEvent): void => {
        // A file chooser inside the dialog fires an event of this name when it is left without a choice.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        close()
      },
      onClose: ({ currentTarget }: SyntheticEvent<HTMLDialogElement>): void => {
        if (currentTarget.open) return
        // Handles every cause of a close. A busy dialog reopens, because the operator must see the result of its
        // action; otherwise React must not consider a closed dialog open.
        if (isBusy) currentTarget.showModal()
        else onClose()
      },
    } as const,
  }
}

function Action({ label, tone = 'primary', busy = false, waiting = false, form, ...button }: DialogAction) {
  return (
    <Button form={form} tone={tone} {...button} type={form === undefined ? 'button' : 'submit'} busy={busy || waiting}>
      {label}
    </Button>
  )
}

/**
 * A native modal dialog, open as long as it is mounted: `{isOpen && <Dialog …/>}`. The focus starts on the first field,
 * else on Cancel, and returns to its previous element.
 */
export function Dialog(props: DialogProps) {
  const { title, children, onClose, action, cancelLabel, colour, size = 'normal', startsOnCancel, isText } = props
  const { t } = useTexts('common')
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useModal(dialog, startsOnCancel)
  useFocusOnCancel(dialog, action?.disabled === true)
  const { close, closeHandlers } = useControlledClose(action?.busy === true, onClose)
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      data-profile={colour}
      className={styles.dialog}
      style={{ '--width': widths[size] }}
      {...closeHandlers}
    >
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      <OverlayContainer value={dialog}>
        <div className={styles.body} {...(isText && { role: 'group', 'aria-labelledby': titleId, tabIndex: 0 })}>
          {children}
        </div>
      </OverlayContainer>
      <footer className={styles.footer}>
        {action?.busy !== true && (
          <Button onClick={close}>{cancelLabel ?? (action === undefined ? t('close') : t('cancel'))}</Button>
        )}
        {action !== undefined && <Action {...action} />}
      </footer>
    </dialog>
  )
}

interface DiscardDialogProps extends Pick<DialogProps, 'children'> {
  readonly onKeep: () => void
  readonly onDiscard: () => void
}

/** Asks before typed text is lost; Escape keeps the text. */
export function DiscardDialog({ onKeep, onDiscard, children }: DiscardDialogProps) {
  const { t } = useTexts('common')
  return (
    <Dialog
      title={t('discard.title')}
      cancelLabel={t('discard.keep')}
      onClose={onKeep}
      action={{ label: t('discard.action'), tone: 'danger', onClick: onDiscard }}
    >
      <p>{children}</p>
    </Dialog>
  )
}

/** A dialog with fields, which asks before their changes are lost. The fields are not drawn while it asks. */
export function FormDialog({ isChanged, onClose, ...dialog }: DialogProps & { readonly isChanged: boolean }) {
  const [isAsking, setAsking] = useState(false)
  // A separate element replaces the form dialog: without a click in between, Chromium lets a second Escape close the
  // same element.
  if (isAsking)
    return (
      <DiscardDialog onKeep={() => setAsking(false)} onDiscard={onClose}>
        {dialog.title}
      </DiscardDialog>
    )
  return <Dialog {...dialog} onClose={() => (isChanged ? setAsking(true) : onClose())} />
}

export interface PlainDialogProps {
  /** The accessible name, which is not drawn. */
  readonly label: string
  readonly className: string | undefined
  /** Called on Escape and on a click beside the dialog. */
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A modal dialog with any style. The focus starts on its first field. */
export function PlainDialog({ label, className, onClose, children }: PlainDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useModal(dialog)
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      closedby="any"
      className={className}
      // The close event comes a task later; keys pressed in between would still reach the dialog.
      onCancel={onClose}
      onClose={onClose}
    >
      {children}
    </dialog>
  )
}
