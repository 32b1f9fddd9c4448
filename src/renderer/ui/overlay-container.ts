import { createContext, use } from 'react'
import type { RefObject } from 'react'

/** The dialog around a control: what opens from the control is drawn inside of it, since a modal dialog covers all else. */
export const OverlayContainer = createContext<RefObject<HTMLElement | null> | undefined>(undefined)

export function useOverlayContainer(): RefObject<HTMLElement | null> | undefined {
  return use(OverlayContainer)
}
