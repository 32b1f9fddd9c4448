import { Menu } from '@base-ui/react/menu'
import { ChevronDown } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useRef } from 'react'
import { Button } from './button.tsx'
import { MenuPopup } from './menu-popup.tsx'
import type { MenuItem } from './menu-popup.tsx'

export interface MenuButtonProps {
  readonly label: string
  /** The accessible name where several buttons have the same label; it starts with the label. */
  readonly name?: string
  readonly title?: string | undefined
  readonly Icon?: LucideIcon | undefined
  readonly items: readonly MenuItem[]
  readonly size?: 'normal' | 'small'
  readonly busy?: boolean
  /** `icon`: only the icon, without a border. */
  readonly variant?: 'label' | 'icon'
}

export function MenuButton({
  label,
  name = label,
  items,
  busy = false,
  variant = 'label',
  ...button
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
            {...button}
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
      <MenuPopup items={items} opener={() => opener.current} />
    </Menu.Root>
  )
}
