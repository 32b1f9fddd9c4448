import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { Button } from './button.tsx'
import { createFocusFallback } from './focus.ts'
import { Text } from './layout.tsx'
import styles from './table.module.css'

export interface InspectorProps {
  readonly label: string
  readonly title: string
  readonly onClose: () => void
  /** Undefined at the end of the list. */
  readonly onPrevious?: (() => void) | undefined
  readonly onNext?: (() => void) | undefined
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/** Details of one row at the right side of the page, or over the page in a small window. Escape closes the details. */
export function Inspector({ label, title, onClose, onPrevious, onNext, footer, children }: InspectorProps) {
  const { t } = useTexts('common')
  const region = useRef<HTMLElement>(null)
  // A layout effect, because closing gives the focus back and must come before the element leaves the document.
  useLayoutEffect(() => {
    const opener = document.activeElement
    const focusFallback = createFocusFallback()
    const element = region.current
    return () => {
      const active = document.activeElement
      if (!(active instanceof HTMLElement) || element?.contains(active) !== true) return
      // Closed from inside: the focus returns to the row that opened the details, or to a row beside it where that row
      // is gone, such as a session that was closed here.
      active.blur()
      if (opener instanceof HTMLElement) opener.focus()
      focusFallback()
    }
  }, [])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
    event.preventDefault()
    onClose()
  }
  const buttons = [
    ['previous', ChevronUp, onPrevious],
    ['next', ChevronDown, onNext],
    ['close', X, onClose],
  ] as const
  return (
    // Escape works from any control inside.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its close button is a button
    <aside ref={region} aria-label={label} className={styles.inspector} onKeyDown={onKeyDown}>
      <header className={styles.title}>
        <Text as="h2" grow truncate>
          {title}
        </Text>
        {buttons.map(([name, Icon, onClick]) => (
          <Button
            key={name}
            tone="quiet"
            Icon={Icon}
            aria-label={t(name)}
            // Not `disabled`: the focus stays on it at the end of the list, so that Escape still closes the details.
            aria-disabled={onClick === undefined || undefined}
            onClick={onClick}
          />
        ))}
      </header>
      <div className={styles.body}>{children}</div>
      {footer !== undefined && <footer className={styles.foot}>{footer}</footer>}
    </aside>
  )
}
