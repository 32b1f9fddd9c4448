import type { MouseEvent } from 'react'
import { create } from 'zustand'
import type { MenuItem } from './menu-popup.tsx'

interface OpenedMenu {
  readonly items: readonly MenuItem[]
  readonly x: number
  readonly y: number
  readonly row: HTMLElement
}

const useStore = create<{ readonly opened: OpenedMenu | null }>()(() => ({ opened: null }))

export const useOpenedMenu = (): OpenedMenu | null => useStore(({ opened }) => opened)

export function closeRowMenu(): void {
  useStore.setState({ opened: null })
}

const texts = 'input, textarea, [contenteditable]'

/**
 * For `onContextMenu` of a row: the right button, Shift+F10 and the menu key open its menu. Text fields are excluded.
 */
export function rowMenu(items: () => readonly MenuItem[]) {
  return (event: MouseEvent<HTMLElement>): void => {
    const { target, currentTarget: row, clientX: x, clientY: y } = event
    if (event.defaultPrevented || (target instanceof Element && target.closest(texts) !== null)) return
    event.preventDefault()
    useStore.setState({ opened: { items: items(), x, y, row } })
  }
}
