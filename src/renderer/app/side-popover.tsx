import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { cx } from '../ui/cx.ts'
import { PlainButton } from '../ui/plain-button.tsx'
import navigation from './app.module.css'

export interface SidePopoverProps {
  /** Accessible name of what opens. */
  readonly label: string
  /** What the row shows. */
  readonly row: ReactNode
  readonly tone?: 'alert'
  readonly disabled?: boolean
  /** Drawn while it is open. */
  readonly children: (close: () => void) => ReactNode
}

/** A row at the foot of the navigation that opens a popover beside it. */
export function SidePopover({ label, row, tone, disabled = false, children }: SidePopoverProps) {
  const id = useId()
  const [popover, setPopover] = useState<HTMLDivElement | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={navigation.anchor}>
      <PlainButton
        popoverTarget={id}
        disabled={disabled}
        className={cx(navigation.row, tone !== undefined && navigation[tone])}
      >
        {row}
      </PlainButton>
      <div
        ref={setPopover}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className={navigation.popover}
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
      >
        {isOpen && children(() => popover?.hidePopover())}
      </div>
    </div>
  )
}
