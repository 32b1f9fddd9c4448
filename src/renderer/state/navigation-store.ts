/** Where the operator is: the section on screen, and what one section hands over to another. */
import type { AppId } from '../../shared/ids.ts'
import type { Section } from '../../shared/schemas/app.ts'
import { createWindowStore } from './create-store.ts'

/** In the order in which they stand. */
export const settingsParts = ['profiles', 'preferences', 'alerts', 'token', 'practice', 'data', 'about'] as const

export type SettingsPart = (typeof settingsParts)[number]

/** Fields of the open profile's form. */
export const requestedFields = ['media-base', 'secret'] as const

export type RequestedField = (typeof requestedFields)[number]

/** A part, or a field of the open profile, that is to come into view and take the focus; a form for a new profile. */
export type SettingsRequest = SettingsPart | RequestedField | 'new-profile'

interface Navigation {
  readonly section: Section
  /** Conversation that the Conversations section is to fetch next; it takes it with `consumeConversation`. */
  readonly conversationToOpen: string | null
  /** The box for session ids is to come into view and take the focus. */
  readonly isAddSessionsAsked: boolean
  /** The application whose dialog Close all sessions is to open. */
  readonly closeAllAsked: AppId | null
  readonly settingsAsked: SettingsRequest | null
}

const start: Navigation = {
  section: 'avatars',
  conversationToOpen: null,
  isAddSessionsAsked: false,
  closeAllAsked: null,
  settingsAsked: null,
}
const useStore = createWindowStore(start)

/** Hands over what was asked for, once. */
function consume<Key extends keyof Navigation>(key: Key): Navigation[Key] {
  const asked = useStore.getState()[key]
  useStore.setState({ [key]: start[key] })
  return asked
}

export const useSection = (): Section => useStore((state) => state.section)
export const sectionNow = (): Section => useStore.getState().section
export const useConversationToOpen = (): string | null => useStore((state) => state.conversationToOpen)

export function goTo(section: Section): void {
  // A field that is saved when it is left is not left by going away with its section.
  if (section !== sectionNow() && document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
  useStore.setState({ section })
}

/** Goes to Conversations and has this id fetched (as an "Open" would). */
export function openConversation(conversationId: string): void {
  useStore.setState({ section: 'conversations', conversationToOpen: conversationId })
}

/** Hands the conversation id over, once: null when it was taken before, as by the same effect run twice. */
export const consumeConversation = (): string | null => consume('conversationToOpen')

/** Goes to Sessions, to the box in which session ids are added. */
export const askForAddSessions = (): void => useStore.setState({ section: 'sessions', isAddSessionsAsked: true })
export const useIsAddSessionsAsked = (): boolean => useStore((state) => state.isAddSessionsAsked)
export const consumeAddSessions = (): unknown => consume('isAddSessionsAsked')

/** Goes to Sessions, and opens the dialog Close all sessions: nothing is sent before it is confirmed there. */
export const askForCloseAll = (appId: AppId): void => useStore.setState({ section: 'sessions', closeAllAsked: appId })
export const useCloseAllAsked = (): AppId | null => useStore((state) => state.closeAllAsked)

/** True once: the dialog opens. */
export const consumeCloseAll = (): boolean => consume('closeAllAsked') !== null

export function askForSettings(settingsAsked: SettingsRequest): void {
  useStore.setState({ section: 'settings', settingsAsked })
}

export const askForNewProfile = (): void => askForSettings('new-profile')
export const askForMediaBase = (): void => askForSettings('media-base')
export const useSettingsRequest = (): SettingsRequest | null => useStore((state) => state.settingsAsked)

/** True once, if this is what was requested. */
export const consumeSettings = (request: SettingsRequest): boolean =>
  useStore.getState().settingsAsked === request && consume('settingsAsked') !== null
