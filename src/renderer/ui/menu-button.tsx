import { Menu } from '@base-ui/react/menu'
import { ChevronDown } from 'lucide-react'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './menu-button.module.css'
import { useOverlayContainer } from './overlay-container.ts'

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
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <Menu.Root
      modal={false}
      onOpenChange={(open, details) => {
        if (open && busy) details.cancel()
      }}
    >
      <Menu.Trigger
        render={
          <Button
            ref={opener}
            size={size}
            icon={icon}
            busy={busy}
            tone={variant === 'icon' ? 'quiet' : 'plain'}
            aria-label={variant === 'icon' || name !== label ? name : undefined}
          >
            {variant === 'icon' ? undefined : (
              <>
                {label}
                <ChevronDown aria-hidden />
              </>
            )}
          </Button>
        }
      />
      <Menu.Portal container={useOverlayContainer()}>
        <Menu.Positioner align="end" sideOffset={4} positionMethod="fixed" className={styles.place}>
          <Menu.Popup className={styles.menu}>
            {items.map((item) => (
              <Menu.Item
                key={item.label}
                label={item.label}
                className={styles.item}
                onClick={() => {
                  // Before anything opens: a dialog gives the focus back to where it was then.
                  opener.current?.focus()
                  item.onChoose()
                }}
              >
                {item.icon}
                <span>{item.label}</span>
                {item.hint !== undefined && <small>{item.hint}</small>}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
