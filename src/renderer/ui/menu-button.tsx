import { ChevronDown } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './menu-button.module.css'

/** One entry of a menu. */
export interface MenuItem {
  readonly label: string
  /** Soft words under the label. */
  readonly hint?: string
  /** A lucide icon; decoration only. */
  readonly icon?: ReactNode
  readonly onChoose: () => void
}

export interface MenuButtonProps {
  /** Name of the button and of its menu. */
  readonly label: string
  /** Accessible name where several have one label; begins with the label. */
  readonly name?: string
  readonly icon?: ReactNode
  readonly items: readonly MenuItem[]
  readonly size?: 'normal' | 'small'
  readonly busy?: boolean
  /** `icon`: the icon alone, without a border. */
  readonly variant?: 'label' | 'icon'
}

// Where each key moves the focus to, among `count` items with the focus on `at` (-1: on none).
const moves: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at <= 0 ? count - 1 : at - 1),
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** The item that a key goes to; null for keys that a menu leaves alone. */
function targetOf(key: string, entries: readonly HTMLElement[]): HTMLElement | null {
  const at = entries.findIndex((entry) => entry === document.activeElement)
  const move = moves[key]
  if (move !== undefined) return entries[move(at, entries.length)] ?? null
  if (key.length !== 1 || key === ' ') return null
  // Typing a letter goes to the next item that begins with it, as in native menus.
  const after = [...entries.slice(at + 1), ...entries.slice(0, at + 1)]
  return after.find(({ textContent }) => textContent.toLowerCase().startsWith(key.toLowerCase())) ?? null
}

/** A button that opens a menu: arrows, Home, End and first letters move, Enter chooses, Escape closes. */
export function MenuButton({
  label,
  name = label,
  icon,
  items,
  size = 'normal',
  busy = false,
  variant = 'label',
}: MenuButtonProps) {
  const menuId = useId()
  const menu = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)

  const entries = (): readonly HTMLElement[] => [
    ...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
  ]
  const close = (): void => {
    menu.current?.hidePopover()
    opener.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') {
      // The menu alone: what holds it, such as a dialog, has its own Escape.
      event.stopPropagation()
      close()
      return
    }
    if (event.key === 'Tab') {
      close()
      return
    }
    const target = targetOf(event.key, entries())
    if (target === null) return
    event.preventDefault()
    target.focus()
  }
  return (
    <span className={styles.wrap}>
      <Button
        ref={opener}
        size={size}
        icon={icon}
        busy={busy}
        tone={variant === 'icon' ? 'quiet' : 'plain'}
        aria-label={variant === 'icon' || name !== label ? name : undefined}
        popoverTarget={menuId}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || busy) return
          event.preventDefault()
          menu.current?.showPopover()
        }}
      >
        {variant === 'icon' ? undefined : (
          <>
            {label}
            <ChevronDown aria-hidden />
          </>
        )}
      </Button>
      <div
        ref={menu}
        id={menuId}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={name}
        className={styles.menu}
        onKeyDown={onKeyDown}
        onToggle={({ newState }) => {
          setIsOpen(newState === 'open')
          if (newState === 'open') entries()[0]?.focus()
        }}
      >
        {items.map((item) => (
          <button
            key={item.label}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={styles.item}
            onClick={() => {
              close()
              item.onChoose()
            }}
          >
            {item.icon}
            <span>{item.label}</span>
            {item.hint !== undefined && <small>{item.hint}</small>}
          </button>
        ))}
      </div>
    </span>
  )
}
