import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import { useState } from 'react'
import type { ReactElement } from 'react'
import { useOverlayContainer } from './overlay-container.ts'
import styles from './lists.module.css'

export interface TooltipProps {
  /** Shown on hover and on focus. Not read out: the element's own name or text says the same. */
  readonly text: string
  /** A press also opens the tooltip immediately, for a mark without its own action. */
  readonly opensOnPress?: boolean
  /** One element, which takes a ref and the handlers. */
  readonly children: ReactElement
}

// Long enough that a passing pointer opens no tooltip.
const delayMs = 500

/** A hint for operators who see the page: the name of an icon, or the whole of a truncated text. */
export function Tooltip({ text, opensOnPress = false, children }: TooltipProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <BaseTooltip.Root open={isOpen} onOpenChange={setOpen}>
      <BaseTooltip.Trigger
        render={children}
        delay={delayMs}
        closeOnClick={!opensOnPress}
        {...(opensOnPress && { onClick: () => setOpen(true) })}
      />
      <BaseTooltip.Portal container={useOverlayContainer()}>
        <BaseTooltip.Positioner sideOffset={6} positionMethod="fixed" className={styles.place}>
          <BaseTooltip.Popup className={styles.tooltip}>{text}</BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  )
}
