import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'
import { useOverlayContainer } from './overlay-container.ts'
import styles from './lists.module.css'

export interface TooltipProps {
  /** Shown on hover and on focus. Not read out: the element's own name or text says the same. */
  readonly text: string
  /** One element, which takes a ref and the handlers. */
  readonly children: ReactElement
}

// Long enough that a pointer on its way somewhere else opens none.
const delayMs = 500

/** A hint for who sees the page: the name of an icon, the whole of what is truncated. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger render={children} delay={delayMs} />
      <BaseTooltip.Portal container={useOverlayContainer()}>
        <BaseTooltip.Positioner sideOffset={6} positionMethod="fixed" className={styles.place}>
          <BaseTooltip.Popup className={styles.tooltip}>{text}</BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  )
}
