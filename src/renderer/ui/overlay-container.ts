import { createContext, use } from 'react'
import type { RefObject } from 'react'
import { create } from 'zustand'

/** The dialog around a control: what opens from the control is drawn inside of it, since a modal dialog covers all else. */
export const OverlayContainer = createContext<RefObject<HTMLElement | null> | undefined>(undefined)

export function useOverlayContainer(): RefObject<HTMLElement | null> | undefined {
  return use(OverlayContainer)
}

const useModals = create<readonly HTMLElement[]>()(() => [])

/** A modal dialog is open until the answer is called. */
export function addModal(dialog: HTMLElement): () => void {
  useModals.setState((open) => [...open, dialog], true)
  return () => useModals.setState((open) => open.filter((other) => other !== dialog), true)
}

export function useTopModal(): HTMLElement | null {
  return useModals((open) => open.at(-1) ?? null)
}

/** True while a modal dialog is open: it is answered before anything else is done. */
export const isModalOpen = (): boolean => useModals.getState().length > 0
