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
  /** Marks the item as one of several choices; a check mark replaces the icon. */
  readonly isChosen?: boolean
  /** A line is drawn above the item. */
  readonly beginsGroup?: boolean
  readonly onChoose: () => void
}

export interface MenuPopupProps {
  readonly items: readonly MenuItem[]
  /** The element that has the focus once the menu is closed; null when the element is gone. */
  readonly opener: () => HTMLElement | null
  /** The position of the menu; by default at its button. */
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
        <Menu.Popup
          className={styles.menu}
          {...(point !== undefined && { finalFocus: opener })}
          // Focused before anything is drawn, because a dialog later returns the focus to this element. Not in the item's
          // own handler, after which Base UI focuses the item.
          onClick={({ target }) => {
            if (target instanceof Element && target.closest('[role=menuitem]') !== null) opener()?.focus()
          }}
        >
          {items.flatMap((item) => [
            item.beginsGroup === true && <Menu.Separator key={`${item.label} line`} className={styles.separator} />,
            <Menu.Item
              key={item.label}
              label={item.label}
              aria-current={item.isChosen}
              className={styles.item}
              onClick={() => item.onChoose()}
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
