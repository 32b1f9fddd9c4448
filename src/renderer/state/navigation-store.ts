/** Where the operator is: the section on screen, and what one section hands over to another. */
import type { Section } from '../../shared/schemas/app.ts'
import { createWindowStore } from './create-store.ts'

interface Navigation {
  readonly section: Section
  /** Conversation that the Conversations section is to fetch next; it takes it with `takeConversation`. */
  readonly conversationToOpen: string | null
  /** A new, empty profile form was requested; Settings takes it. */
  readonly isNewProfileAsked: boolean
  /** The media base URL of the open profile is requested; its field takes the focus. */
  readonly isMediaBaseAsked: boolean
  /** The box for session ids is to come into view and take the focus. */
  readonly isAddSessionsAsked: boolean
  /** About is to come into view and take the focus. */
  readonly isAboutAsked: boolean
}

const start: Navigation = {
  section: 'avatars',
  conversationToOpen: null,
  isNewProfileAsked: false,
  isMediaBaseAsked: false,
  isAddSessionsAsked: false,
  isAboutAsked: false,
}
const useStore = createWindowStore(start)

/** The section on screen. */
export const useSection = (): Section => useStore((state) => state.section)

/** The section on screen, for what is no component. */
export const sectionNow = (): Section => useStore.getState().section

/** The conversation id that Conversations is to open now, or null. */
export const useConversationToOpen = (): string | null => useStore((state) => state.conversationToOpen)

/** True when Settings is to show the empty profile form now. */
export const useIsNewProfileAsked = (): boolean => useStore((state) => state.isNewProfileAsked)

/** Shows a section. */
export function goTo(section: Section): void {
  useStore.setState({ section })
}

/** Goes to Conversations and has this id fetched (as an "Open" would). */
export function openConversation(conversationId: string): void {
  useStore.setState({ section: 'conversations', conversationToOpen: conversationId })
}

/** Hands the conversation id over, once: null when it was taken before, as by the same effect run twice. */
export function consumeConversation(): string | null {
  const { conversationToOpen } = useStore.getState()
  useStore.setState({ conversationToOpen: null })
  return conversationToOpen
}

/** Goes to Settings, with an empty profile form. */
export function askForNewProfile(): void {
  useStore.setState({ section: 'settings', isNewProfileAsked: true })
}

/** True while the media base URL of the open profile is requested. */
export const useIsMediaBaseAsked = (): boolean => useStore((state) => state.isMediaBaseAsked)

/** Settings took the hand-over. */
export function consumeNewProfile(): void {
  useStore.setState({ isNewProfileAsked: false })
}

/** Goes to Settings, whose form is that of the open profile, and to its field of the media base URL. */
export function askForMediaBase(): void {
  useStore.setState({ section: 'settings', isMediaBaseAsked: true })
}

/** True once after the media base URL was requested: its field takes the focus. */
export function consumeMediaBase(): boolean {
  const { isMediaBaseAsked } = useStore.getState()
  useStore.setState({ isMediaBaseAsked: false })
  return isMediaBaseAsked
}

/** Goes to Sessions, to the box in which session ids are added. */
export function askForAddSessions(): void {
  useStore.setState({ section: 'sessions', isAddSessionsAsked: true })
}

/** True while that box is requested. */
export const useIsAddSessionsAsked = (): boolean => useStore((state) => state.isAddSessionsAsked)

/** The box is in view. */
export function consumeAddSessions(): void {
  useStore.setState({ isAddSessionsAsked: false })
}

/** Goes to Settings, to About. */
export function askForAbout(): void {
  useStore.setState({ section: 'settings', isAboutAsked: true })
}

/** True while About is requested. */
export const useIsAboutAsked = (): boolean => useStore((state) => state.isAboutAsked)

/** About is in view. */
export function consumeAbout(): void {
  useStore.setState({ isAboutAsked: false })
}
