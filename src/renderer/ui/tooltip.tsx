import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import { useState } from 'react'
import type { ReactElement } from 'react'
import { useOverlayContainer } from './overlay-container.ts'
import styles from './lists.module.css'

export interface TooltipProps {
  /** Shown on hover and on focus. Not read out: the element's own name or text says the same. */
  readonly text: string
  /** A press opens it too, at once: for a mark that has no action of its own. */
  readonly opensOnPress?: boolean
  /** One element, which takes a ref and the handlers. */
  readonly children: ReactElement
}

// Long enough that a pointer on its way somewhere else opens none.
const delayMs = 500

/** A hint for who sees the page: the name of an icon, the whole of what is truncated. */
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
