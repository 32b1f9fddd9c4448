/** The messages between this window and main about the content on screen. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { limits } from '../../shared/model/limits.ts'
import type { ProfileView } from '../../shared/schemas/profile.ts'
import { useEvent } from '../api/events.ts'
import { appState, read } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'
import { useAppState, useOpenProfile } from '../api/use-app-state.ts'
import { useCommand } from '../api/use-command.ts'
import { createWindowStore } from '../state/create-store.ts'
import {
  go,
  goBehindDialog,
  setSectionState,
  useApplication,
  useSectionState,
  useSection,
} from '../state/location-store.ts'
import { restoreProfile, useUnsavedProfile } from '../state/profile-form-store.ts'
import {
  restoreTexts,
  searchLibrary,
  typeConversationId,
  useLibrarySearch,
  useTypedConversationId,
  useTypedTexts,
} from '../state/typed-texts-store.ts'
import { goToSession } from '../state/view-preferences-store.ts'
import { useAutosave } from '../ui/use-autosave.ts'
import { useWindowEvent } from '../ui/use-window-event.ts'

/** Sends the system’s network state to main. When that fails, main only sends requests in vain. */
export function useConnectivity(): void {
  const { mutate } = useCommand('app.connectivity')
  const report = (): void => mutate({ online: navigator.onLine })
  useEffect(() => mutate({ online: navigator.onLine }), [mutate])
  useWindowEvent('online', report)
  useWindowEvent('offline', report)
}

// Restored once per page, because the page's own texts are newer from then on.
const useRestored = createWindowStore({ isRestored: false })

function useRestoredTexts(): boolean {
  const { isRestored } = useRestored()
  const { data: unsaved } = useQuery({ ...read('app.unsaved', {}), enabled: !isRestored })
  useEffect(() => {
    if (isRestored || unsaved === undefined) return
    if (unsaved.form !== null) restoreProfile(unsaved.form)
    restoreTexts(unsaved.texts)
    useRestored.setState({ isRestored: true })
  }, [isRestored, unsaved])
  return isRestored
}

/** Main stores typed texts and asks before they are lost. A component, so that typing redraws nothing else. */
export function UnsavedHold(): null {
  const form = useUnsavedProfile()
  const texts = useTypedTexts()
  const isRestored = useRestoredTexts()
  const typed = useMemo(() => ({ form, texts }), [form, texts])
  const [saved, setSaved] = useState(typed)
  const { mutate } = useCommand('app.setUnsaved', { queue: 'app.setUnsaved' })
  useAutosave(isRestored && typed, () => {
    if (!isRestored || saved === typed) return
    setSaved(typed)
    // Sends only the texts changed here: texts of other profiles might have been edited in a different window.
    const changed = [...texts].flatMap(([profileId, one]) =>
      typeof profileId === 'string' && saved.texts.get(profileId) !== one ? { profileId, ...one } : [],
    )
    mutate({ form, texts: changed })
  })
  const isUnsaved = form !== null
  // Listens only while a form is unsaved: a listener alone would make quitting wait for a dead page.
  useEffect(() => {
    if (!isUnsaved) return undefined
    const hold = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [isUnsaved])
  return null
}

/**
 * Reports the visible view to main, which polls visible data more often and restores the view after a crash. A failure
 * only means slower polling. A component, so that typing redraws nothing else.
 */
export function VisibleViewReport(): null {
  const section = useSection()
  const isKnown = useAppState() !== null
  const profile = useOpenProfile()
  const appId = useApplication(profile)?.appId ?? null
  const snapshotId = useSectionState('snapshotId')
  const comparison = useSectionState('comparison')
  // No ID is this long.
  const typedId = useTypedConversationId().slice(0, limits.searchInConversations)
  const librarySearch = useLibrarySearch()
  const { mutate } = useCommand('app.setVisibleView')
  useEffect(() => {
    const view = { section, appId, snapshotId, comparison, typedId, librarySearch }
    const report = (): void => mutate({ ...view, isVisible: document.visibilityState === 'visible' })
    // Before main has answered, the page does not know its initial location.
    if (!isKnown) return undefined
    report()
    document.addEventListener('visibilitychange', report)
    return () => document.removeEventListener('visibilitychange', report)
    // The profile too: a different profile might list the same application, and main has no visible view for it yet.
  }, [mutate, isKnown, section, appId, snapshotId, comparison, typedId, librarySearch, profile?.profile.id])
  return null
}

/** Restores the location that main stored before this window's page was reloaded; a new window stays at the start. */
export function restoreLocation(): void {
  queryClient.query(appState()).then(
    ({ shown, openProfileId }) => {
      if (shown === null) return
      const { section, appId, snapshotId, comparison, typedId, librarySearch } = shown
      if (openProfileId !== null) {
        setSectionState({ section: 'sessions', ...(appId !== null && { appId }) }, openProfileId)
        setSectionState({ section: 'conversations', snapshotId, comparison }, openProfileId)
        typeConversationId(typedId, openProfileId)
        searchLibrary(librarySearch, openProfileId)
      }
      go({ section })
    },
    // The shell reads the same query and shows the failure.
    () => undefined,
  )
}

/** Goes to the section and application that a notification or deep link requests. */
export function useRequestedSection(): void {
  useEvent('section.requested', ({ section, appId }) =>
    goBehindDialog(section === 'sessions' && appId !== null ? { section, appId } : { section }),
  )
}

/**
 * Shows the linked session or the box for ids, including links from before this page was loaded. The session itself is
 * not changed.
 */
export function useDeepLinks(view: ProfileView): void {
  const { mutate } = useCommand('inbox.consumeLinked', {
    onDone: ({ sessions, isAddAsked }) => {
      for (const { appId, ...arrived } of sessions) goToSession(view, { appId, arrived })
      if (isAddAsked) go({ section: 'sessions', ask: 'add' })
    },
  })
  useEffect(() => {
    mutate({})
  }, [mutate])
  useEvent('inbox.linked', () => mutate({}))
}
