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
  /** The button Undo, which the undo shortcut also presses; the toast closes with it. */
  readonly action?: { readonly label: string; readonly onClick: () => void }
}

export interface QueuedToast extends ToastMessage {
  /** A toast that is shown again under the same id starts from the beginning. */
  readonly id: string
}

export interface ToasterProps {
  readonly queued: readonly QueuedToast[]
  readonly onShown: () => void
}

const shownMs = 10_000
// A toast that is not shown can't be undone.
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
    // Otherwise the browser would undo the last typing, in a field that is no longer in use.
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
      // Not Base UI's timer, which stops while a different window is used: the toast of a removed item would stay for
      // hours.
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

// F6 focuses the region around the toasts.
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
          // Not a dialog, unlike Base UI's default: nothing waits for an answer, and every part can be reached.
          <Toast.Root
            key={toast.id}
            toast={toast}
            role="group"
            aria-modal={undefined}
            swipeDirection={modal === null ? 'down' : 'up'}
            className={styles.toast}
            tabIndex={-1}
            // Escape dismisses the toast and does nothing else.
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
 * The window's toasts. Each is shown for ten seconds, and for ten more while the pointer or the focus is on the toasts,
 * unless a different window is used. F6 goes to the first button of the newest toast, Escape dismisses the focused
 * toast, and Ctrl+Z undoes the last toast. Drawn inside an open modal dialog, because it covers everything else.
 */
export function Toaster(props: ToasterProps) {
  return (
    <Toast.Provider timeout={0} limit={maxToasts}>
      <Viewport {...props} />
    </Toast.Provider>
  )
}
