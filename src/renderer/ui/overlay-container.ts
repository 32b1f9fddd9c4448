import { createContext, use } from 'react'
import type { RefObject } from 'react'
import { create } from 'zustand'

/**
 * The dialog around a control. Popups of the control are drawn inside the dialog, because a modal dialog covers
 * everything else.
 */
export const OverlayContainer = createContext<RefObject<HTMLElement | null> | undefined>(undefined)

export function useOverlayContainer(): RefObject<HTMLElement | null> | undefined {
  return use(OverlayContainer)
}

const useModals = create<readonly HTMLElement[]>()(() => [])

/** Registers an open modal dialog until the returned function is called. */
export function addModal(dialog: HTMLElement): () => void {
  useModals.setState((open) => [...open, dialog], true)
  return () => useModals.setState((open) => open.filter((other) => other !== dialog), true)
}

export function useTopModal(): HTMLElement | null {
  return useModals((open) => open.at(-1) ?? null)
}

/** True while a modal dialog is open, which the operator answers before doing anything else. */
export const isModalOpen = (): boolean => useModals.getState().length > 0
