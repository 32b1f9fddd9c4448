import { Menu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { Small } from './layout.tsx'
import styles from './lists.module.css'
import { useOverlayContainer } from './overlay-container.ts'

export interface MenuItem {
  readonly label: string
  readonly hint?: string
  readonly Icon?: LucideIcon | undefined
  /** One of several choices, in the place of an icon. */
  readonly isChosen?: boolean
  /** A line stands above it. */
  readonly beginsGroup?: boolean
  readonly onChoose: () => void
}

export interface MenuPopupProps {
  readonly items: readonly MenuItem[]
  /** What has the focus once the menu is closed; null where it is gone. */
  readonly opener: () => HTMLElement | null
  /** Where the menu stands; without it at its button. */
  readonly point?: { readonly x: number; readonly y: number }
}

/** The entries of a menu, in a `Menu.Root`: arrows, Home, End and first letters move, Enter chooses, Escape closes. */
export function MenuPopup({ items, opener, point }: MenuPopupProps) {
  const position =
    point === undefined
      ? { align: 'end' as const, sideOffset: 4 }
      : { align: 'start' as const, anchor: { getBoundingClientRect: () => DOMRect.fromRect(point) } }
  return (
    <Menu.Portal container={useOverlayContainer()}>
      <Menu.Positioner {...position} positionMethod="fixed" className={styles.place}>
        <Menu.Popup className={styles.menu} {...(point !== undefined && { finalFocus: opener })}>
          {items.flatMap((item) => [
            item.beginsGroup === true && <Menu.Separator key={`${item.label} line`} className={styles.separator} />,
            <Menu.Item
              key={item.label}
              label={item.label}
              aria-current={item.isChosen}
              className={styles.item}
              onClick={() => {
                // Before anything opens: a dialog gives the focus back to where it was then.
                opener()?.focus()
                item.onChoose()
              }}
            >
              {item.isChosen === undefined ? item.Icon && <item.Icon aria-hidden /> : <Check aria-hidden />}
              <span>{item.label}</span>
              {item.hint !== undefined && <Small>{item.hint}</Small>}
            </Menu.Item>,
          ])}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  )
}
