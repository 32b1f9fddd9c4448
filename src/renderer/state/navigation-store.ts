/** Where the operator is: the section on screen, and what one section hands over to another. */
import type { AppId } from '../../shared/ids.ts'
import type { Section } from '../../shared/schemas/app.ts'
import { createWindowStore } from './create-store.ts'

/** In the order in which they stand. */
export const settingsParts = ['profiles', 'preferences', 'alerts', 'token', 'practice', 'data', 'about'] as const

export type SettingsPart = (typeof settingsParts)[number]

interface Navigation {
  readonly section: Section
  /** Conversation that the Conversations section is to fetch next; it takes it with `consumeConversation`. */
  readonly conversationToOpen: string | null
  /** A new, empty profile form was requested; Settings takes it. */
  readonly isNewProfileAsked: boolean
  /** The media base URL of the open profile is requested; its field takes the focus. */
  readonly isMediaBaseAsked: boolean
  /** The box for session ids is to come into view and take the focus. */
  readonly isAddSessionsAsked: boolean
  /** The application whose dialog Close all sessions is to open. */
  readonly closeAllAsked: AppId | null
  /** The part of Settings that is to come into view and take the focus. */
  readonly settingsAsked: SettingsPart | null
}

const start: Navigation = {
  section: 'avatars',
  conversationToOpen: null,
  isNewProfileAsked: false,
  isMediaBaseAsked: false,
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
export const useIsNewProfileAsked = (): boolean => useStore((state) => state.isNewProfileAsked)
export const goTo = (section: Section): void => useStore.setState({ section })

/** Goes to Conversations and has this id fetched (as an "Open" would). */
export function openConversation(conversationId: string): void {
  useStore.setState({ section: 'conversations', conversationToOpen: conversationId })
}

/** Hands the conversation id over, once: null when it was taken before, as by the same effect run twice. */
export const consumeConversation = (): string | null => consume('conversationToOpen')
export const askForNewProfile = (): void => useStore.setState({ section: 'settings', isNewProfileAsked: true })
export const useIsMediaBaseAsked = (): boolean => useStore((state) => state.isMediaBaseAsked)
export const consumeNewProfile = (): unknown => consume('isNewProfileAsked')

/** Goes to Settings, whose form is that of the open profile, and to its field of the media base URL. */
export const askForMediaBase = (): void => useStore.setState({ section: 'settings', isMediaBaseAsked: true })

/** True once after the media base URL was requested: its field takes the focus. */
export const consumeMediaBase = (): boolean => consume('isMediaBaseAsked')

/** Goes to Sessions, to the box in which session ids are added. */
export const askForAddSessions = (): void => useStore.setState({ section: 'sessions', isAddSessionsAsked: true })
export const useIsAddSessionsAsked = (): boolean => useStore((state) => state.isAddSessionsAsked)
export const consumeAddSessions = (): unknown => consume('isAddSessionsAsked')

/** Goes to Sessions, and opens the dialog Close all sessions: nothing is sent before it is confirmed there. */
export const askForCloseAll = (appId: AppId): void => useStore.setState({ section: 'sessions', closeAllAsked: appId })
export const useCloseAllAsked = (): AppId | null => useStore((state) => state.closeAllAsked)

/** True once: the dialog opens. */
export const consumeCloseAll = (): boolean => consume('closeAllAsked') !== null

export function askForSettings(part: SettingsPart): void {
  useStore.setState({ section: 'settings', settingsAsked: part })
}

export const useIsSettingsAsked = (part: SettingsPart): boolean => useStore((state) => state.settingsAsked === part)
export const consumeSettings = (): unknown => consume('settingsAsked')
