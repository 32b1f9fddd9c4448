import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { FocusEvent } from 'react'
import { acceleratorOf, shortcuts } from '../../shared/model/shortcuts.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { Button, QuietButton } from './button.tsx'
import { isInText } from './is-typing.ts'
import { isModalOpen, useTopModal } from './overlay-container.ts'
import { isMac } from './shortcut-keys.tsx'
import { useWindowEvent } from './use-window-event.ts'
import styles from './dialog.module.css'

export interface ToastMessage {
  readonly text: string
  /** Undo, which the keys of undoing do too; the toast goes with it. */
  readonly action?: { readonly label: string; readonly onClick: () => void }
}

export interface QueuedToast extends ToastMessage {
  /** One that is shown under the same id begins anew. */
  readonly id: string
}

export interface ToasterProps {
  readonly queued: readonly QueuedToast[]
  readonly onShown: () => void
}

const shownMs = 10_000
// One that is not shown can't be undone.
const maxToasts = 12

function useQueue({ queued, onShown }: ToasterProps) {
  const { toasts, add, close } = Toast.useToastManager()
  const actions = useRef(new Map<string, () => void>())
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  const viewport = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const waiting = timers.current
    return () => {
      for (const timer of waiting.values()) clearTimeout(timer)
    }
  }, [])
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || isInText(event) || acceleratorOf(event, isMac) !== shortcuts.undo) return
    // Else what was typed last is taken back, in a field that nobody looks at any more.
    event.preventDefault()
    if (!event.repeat && !isModalOpen()) [...actions.current.values()].at(-1)?.()
  })
  useEffect(() => {
    if (queued.length === 0) return
    for (const { id, text, action } of queued) {
      const end = (): void => {
        clearTimeout(timers.current.get(id))
        timers.current.delete(id)
        actions.current.delete(id)
      }
      const press = (): void => {
        close(id)
        action?.onClick()
      }
      if (action !== undefined) actions.current.set(id, press)
      add({
        id,
        description: text,
        onClose: end,
        ...(action && { actionProps: { children: action.label, onClick: press } }),
      })
      // Not Base UI's timer, which stops while another window is used: what was removed would wait for hours.
      const endUnlessUsed = (): void => {
        const isUsed = document.hasFocus() && viewport.current?.matches(':hover, :focus-within') === true
        if (isUsed) wait()
        else close(id)
      }
      const wait = (): void => {
        clearTimeout(timers.current.get(id))
        timers.current.set(id, setTimeout(endUnlessUsed, shownMs))
      }
      wait()
    }
    onShown()
  }, [queued, onShown, add, close])
  return { toasts, viewport }
}

// F6 focuses what is around the toasts.
function enter({ target, currentTarget }: FocusEvent<HTMLElement>): void {
  if (target === currentTarget) target.querySelector<HTMLElement>(':not([data-ending-style]) > button')?.focus()
}

function Viewport(props: ToasterProps) {
  const { t } = useTexts('common')
  const { toasts, viewport } = useQueue(props)
  const modal = useTopModal()
  return (
    <Toast.Portal container={modal ?? document.body}>
      <Toast.Viewport ref={viewport} aria-label={t('toasts')} onFocus={enter} className={styles.toasts}>
        {toasts.map((toast) => (
          // Not a dialog, as Base UI has it: nothing waits for an answer, and all of it can be reached.
          <Toast.Root
            key={toast.id}
            toast={toast}
            role="group"
            aria-modal={undefined}
            swipeDirection={modal === null ? 'down' : 'up'}
            className={styles.toast}
            tabIndex={-1}
            // It is dismissed by that, and nothing else is done.
            onKeyDown={(event) => event.key === 'Escape' && event.preventDefault()}
          >
            <Toast.Description className={styles.text} />
            <Toast.Action render={<Button size="small" />} />
            <Toast.Close render={<QuietButton Icon={X} />} aria-label={t('dismiss')} aria-hidden={undefined} />
          </Toast.Root>
        ))}
      </Toast.Viewport>
    </Toast.Portal>
  )
}

/**
 * The window's toasts, each for ten seconds, and ten more while the pointer or the focus is on them; not while another
 * window is used. F6 goes to the newest one's first button, Escape dismisses the focused one, Ctrl+Z undoes the last
 * one. Drawn in the modal dialog where one is open: it covers all else.
 */
export function Toaster(props: ToasterProps) {
  return (
    <Toast.Provider timeout={0} limit={maxToasts}>
      <Viewport {...props} />
    </Toast.Provider>
  )
}
