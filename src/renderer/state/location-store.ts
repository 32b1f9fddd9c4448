/**
 * The location of this window. Every link, palette action, alert, toast or button that leads somewhere calls `go`, and
 * the sections draw the location. Going to a location sends nothing to the service.
 */
import { useEffect, useEffectEvent } from 'react'
import type { Excerpt } from '../../shared/conversation/excerpt.ts'
import type { AppId, JobId, SessionId, SnapshotId } from '../../shared/ids.ts'
import type { Section } from '../../shared/schemas/app.ts'
import type { ShownComparison } from '../../shared/schemas/conversation.ts'
import type { LinkedSession } from '../../shared/schemas/inbox.ts'
import type { Application, ProfileView } from '../../shared/schemas/profile.ts'
import { profileScope, useShownProfile } from '../api/shown-profile.ts'
import type { ShownProfile } from '../api/shown-profile.ts'
import { focusItem, onNextPress } from '../ui/focus.ts'
import { createProfileStore, createWindowStore } from './create-store.ts'

export type SessionsTab = 'live' | 'history' | 'rules'

/** In the order of the page. */
export const settingsParts = ['profiles', 'preferences', 'alerts', 'token', 'practice', 'data', 'about'] as const

export type SettingsPart = (typeof settingsParts)[number]

/** A field of the open profile's form that other sections lead to. */
export type ProfileField = 'media-base' | 'secret'

/**
 * The content that the sections show until the operator goes elsewhere in them. Each profile has its own state, which
 * is restored on return.
 */
interface SectionState {
  /** The avatar whose details are open. */
  readonly jobId: JobId | null
  readonly snapshotId: SnapshotId | null
  /** Shown in place of the snapshot. */
  readonly comparison: ShownComparison | null
  /** The selected application, which Sessions, the connection status and main's poll interval use. */
  readonly appId: AppId | null
  readonly tab: SessionsTab
  /** The session whose details are open. */
  readonly sessionId: SessionId | null
  /** The session that arrived last by a link or a command, until its message is dismissed. */
  readonly arrived: Omit<LinkedSession, 'appId'> | null
}

/**
 * A section and its visible content. Omitted parts of the section's state stay unchanged; all other parameters apply
 * until the next `go` and are never restored.
 */
export type Location =
  | ({
      readonly section: 'avatars'
      /** The job whose row takes the focus. */
      readonly row?: JobId
    } & Partial<Pick<SectionState, 'jobId'>>)
  | ({
      readonly section: 'conversations'
      /** JSON path of the field to scroll to. */
      readonly at?: string
      /** The words of a search hit: the page scrolls to the field that contains them. */
      readonly excerpt?: Excerpt
    } & Partial<Pick<SectionState, 'snapshotId' | 'comparison'>>)
  | ({
      readonly section: 'sessions'
      /** The dialog to open. */
      readonly ask?: 'add' | 'close-all'
      /** An additional source of ids for **Add session IDs**, besides typed text and dropped files. */
      readonly from?: 'list' | 'watched-file'
      /** The session whose row takes the focus. */
      readonly row?: SessionId
    } & Partial<Pick<SectionState, 'appId' | 'tab' | 'sessionId' | 'arrived'>>)
  | { readonly section: 'account' }
  | { readonly section: 'activity' }
  | {
      readonly section: 'settings'
      /** The part to scroll to, which takes the focus. */
      readonly part?: SettingsPart
      /** The field of the open profile that takes the focus. */
      readonly field?: ProfileField
      /** A form for a new profile, in place of the form of the open profile. */
      readonly form?: 'new-profile'
    }

type LocationIn<S extends Section> = Extract<Location, { readonly section: S }>

const sectionStates = createProfileStore<SectionState>({
  jobId: null,
  snapshotId: null,
  comparison: null,
  appId: null,
  tab: 'live',
  sessionId: null,
  arrived: null,
})

interface CurrentLocation {
  readonly location: Location
  /** False once a different profile was shown, so that a dialog of one profile never opens over the next. */
  readonly isCurrent: () => boolean
}

const useCurrentLocation = createWindowStore<CurrentLocation>({
  location: { section: 'avatars' },
  isCurrent: () => true,
})

/**
 * Sets the content that a section shows at its next visit, or immediately while it is on screen. Does not change the
 * section of the window.
 */
export function setSectionState(location: Location, profileId?: ShownProfile): void {
  sectionStates.set((before) => {
    const { jobId, snapshotId, comparison, appId, tab, sessionId, arrived } = { ...before, ...location }
    // A snapshot replaces a comparison.
    const isReplaced = 'snapshotId' in location && location.comparison === undefined
    return { jobId, snapshotId, comparison: isReplaced ? null : comparison, appId, tab, sessionId, arrived }
  }, profileId)
}

/** Goes to a location, in the profile on screen. Going twice to the same location scrolls, focuses and asks twice. */
export function go(location: Location): void {
  // A field that is saved on blur gets no blur event when its section is removed.
  if (location.section !== sectionNow() && document.activeElement instanceof HTMLInputElement) {
    document.activeElement.blur()
  }
  setSectionState(location)
  // A copy, so that going to the same object twice counts as two locations.
  useCurrentLocation.setState({ location: { ...location }, isCurrent: profileScope().isShown })
}

/**
 * Goes to the location of a link or notification. The dialog **Add session IDs** stays open over it with its typed
 * text.
 */
export function goBehindDialog(location: Location): void {
  const { location: current } = useCurrentLocation.getState()
  const isAdding = current.section === 'sessions' && current.ask === 'add' && location.section === 'sessions'
  go(isAdding ? { ask: current.ask, ...(current.from && { from: current.from }), ...location } : location)
}

export const useSection = (): Section => useCurrentLocation(({ location }) => location.section)
export const sectionNow = (): Section => useCurrentLocation.getState().location.section

/** A part of a profile's section state, by default of the profile on screen. */
export const useSectionState = <Name extends keyof SectionState>(
  name: Name,
  profileId?: ShownProfile,
): SectionState[Name] => sectionStates.useState((state) => state[name], profileId)

export const sectionStateOf = (profileId?: ShownProfile): SectionState => sectionStates.get(profileId)

/** The location of the last `go`, the same object until the next; null in a different section or profile. */
export function useLocation<S extends Section>(section: S): LocationIn<S> | null {
  const { location, isCurrent } = useCurrentLocation()
  // Subscribes to the profile, because a change of profile makes the location outdated.
  useShownProfile()
  const isIn = (one: Location): one is LocationIn<S> => one.section === section
  return isIn(location) && isCurrent() ? location : null
}

// Locations whose part has been scrolled to, focused or opened.
const reached = new WeakSet<Location>()

/**
 * Calls `onArrive` to scroll, focus or open a part when `isHere` accepts the location: once for each `go`, as soon as
 * the part is ready, and not again when the part is remounted.
 */
export function useArrival<S extends Section>(
  section: S,
  isHere: (location: LocationIn<S>) => boolean,
  onArrive: (location: LocationIn<S>) => void,
): void {
  const location = useLocation(section)
  const isReached = location !== null && isHere(location)
  const arrive = useEffectEvent(() => {
    if (location === null || reached.has(location)) return
    reached.add(location)
    onArrive(location)
  })
  useEffect(() => {
    if (isReached) arrive()
  }, [location, isReached])
}

/**
 * Focuses the row that the location leads to, once the row is drawn. Not once a person has pressed a key or a pointer
 * since: a search that finds the row later must keep the focus.
 */
export function useRowArrival(section: 'avatars' | 'sessions', drawn: readonly string[]): void {
  const location = useLocation(section)
  const row = location?.row
  const isDrawn = row !== undefined && drawn.includes(row)
  useArrival(
    section,
    () => isDrawn,
    () => {
      if (row !== undefined) focusItem(row)
    },
  )
  useEffect(() => {
    if (location === null || row === undefined || isDrawn) return undefined
    return onNextPress(() => reached.add(location))
  }, [location, row, isDrawn])
}

/** The selected application of a profile, else its first; null when the profile has none. */
export function useApplication(view: ProfileView | null): Application | null {
  const chosen = useSectionState('appId', view?.profile.id)
  const all = view?.profile.applications ?? []
  return all.find((application) => application.appId === chosen) ?? all[0] ?? null
}

/** Closes the dialog that the location requested, if the window is still at that location. */
export function closeAsked(): void {
  const { location } = useCurrentLocation.getState()
  if (location.section === 'sessions' && location.ask !== undefined) go({ section: 'sessions' })
}

type Overlay = 'palette' | 'shortcuts' | 'diagnostics'

const useOverlayStore = createWindowStore<{ readonly overlay: Overlay | null }>({ overlay: null })

/** The dialog over the page, whatever section it shows. */
export const useOverlay = (): Overlay | null => useOverlayStore(({ overlay }) => overlay)
export const openOverlay = (overlay: Overlay): void => useOverlayStore.setState({ overlay })
export const closeOverlay = (): void => useOverlayStore.setState({ overlay: null })
