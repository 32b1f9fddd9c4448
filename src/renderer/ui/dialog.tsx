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
  /** With `form` the form's own submission comes instead. */
  readonly onClick?: () => void
  /** Id of the form in the dialog that the button submits: Enter in its fields does so too. */
  readonly form?: string
  readonly tone?: ButtonTone
  readonly busy?: boolean
  /** Shown as busy and not clickable for a moment, but nothing is in flight: the dialog may be closed meanwhile. */
  readonly waiting?: boolean
  readonly disabled?: boolean
}

export interface DialogProps {
  readonly title: string
  readonly children: ReactNode
  /** Cancel, Escape; not called while the action is busy. */
  readonly onClose: () => void
  /** None: the dialog only informs, and Cancel reads Close. */
  readonly action?: DialogAction
  readonly cancelLabel?: string
  /** Colour of the profile the dialog is about; its edge has it in place of the open profile's. */
  readonly colour?: string | undefined
  readonly size?: 'normal' | 'form' | 'wide'
  /** It starts on Cancel, as one without fields does, and not at its first field. */
  readonly startsOnCancel?: boolean
  /** The body has nothing that takes the focus: it takes the focus itself, so that keys scroll it. */
  readonly isText?: boolean
}

const widths = { normal: '480px', form: '640px', wide: '720px' } as const

// Of radios the checked one: an arrow key on an unchecked radio would change the choice. A part that is not a field of a
// form, such as a crop frame, says so itself.
const fields =
  'input:not([hidden], [type=checkbox], [type=radio]:not(:checked)), textarea, select, [data-focus-first] [tabindex]'

const doublePressMs = 500

/** Keeps the second of two quick presses of Enter from the button that opened a dialog: it would open it again. */
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
      // After Cancel nothing was done that a second one would do again.
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

/** What had the focus when its press disabled the action was disabled or taken away by that: Cancel has it then. */
function useFocusOnCancel(dialog: RefObject<HTMLDialogElement | null>, isDisabled: boolean): void {
  useLayoutEffect(() => {
    if (isDisabled && isNowhere(document.activeElement))
      dialog.current?.querySelector<HTMLElement>('footer > button')?.focus()
  }, [dialog, isDisabled])
}

/** Closes a dialog only while it is not busy, by whatever way. */
function useControlledClose(isBusy: boolean, onClose: () => void) {
  const close = (): void => {
    if (!isBusy) onClose()
  }
  return {
    close,
    closeHandlers: {
      // Preventing the cancel event is not enough: a second Escape without a click between closes the element all the same.
      closedby: isBusy ? 'none' : 'closerequest',
      onCancel: (event: SyntheticEvent): void => {
        // A file chooser inside that is left without a choice says so by an event of this name.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        close()
      },
      onClose: ({ currentTarget }: SyntheticEvent<HTMLDialogElement>): void => {
        if (currentTarget.open) return
        // Whatever closed it: what comes of a busy action must be seen, and else React is not to think it open.
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
 * A native modal dialog, open as long as it is mounted: `{isOpen && <Dialog …/>}`. The focus starts on the first
 * field, else on Cancel, and goes back to where it was.
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

/** Asks before what was typed is lost; Escape keeps it. */
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

/** A dialog of fields, which asks before what was changed in them is lost. They are gone while it asks. */
export function FormDialog({ isChanged, onClose, ...dialog }: DialogProps & { readonly isChanged: boolean }) {
  const [isAsking, setAsking] = useState(false)
  // In place of the other, as an element of its own: without a click between, Chromium lets a second Escape close it.
  if (isAsking)
    return (
      <DiscardDialog onKeep={() => setAsking(false)} onDiscard={onClose}>
        {dialog.title}
      </DiscardDialog>
    )
  return <Dialog {...dialog} onClose={() => (isChanged ? setAsking(true) : onClose())} />
}

export interface PlainDialogProps {
  /** Accessible name: nothing of it is drawn. */
  readonly label: string
  readonly className: string | undefined
  /** Escape, and a click beside it. */
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A modal dialog of any look that begins at its first field. */
export function PlainDialog({ label, className, onClose, children }: PlainDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useModal(dialog)
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      closedby="any"
      className={className}
      // The close event comes a task later: the keys pressed in between would find a dialog.
      onCancel={onClose}
      onClose={onClose}
    >
      {children}
    </dialog>
  )
}
