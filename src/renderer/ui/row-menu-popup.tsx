import { Menu } from '@base-ui/react/menu'
import { MenuPopup } from './menu-popup.tsx'
import { closeRowMenu, useOpenedMenu } from './row-menu.ts'

/** The context menu of a row. The window has only one. */
export function RowMenuPopup() {
  const opened = useOpenedMenu()
  if (opened === null) return null
  return (
    <Menu.Root
      open
      modal={false}
      onOpenChange={(isOpen) => {
        if (!isOpen) closeRowMenu()
      }}
    >
      <MenuPopup items={opened.items} opener={() => opened.row} point={opened} />
    </Menu.Root>
  )
}
