/** What this window and main say to each other about what is on screen. */
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

/** Sends the system’s network state to main. When that fails, main only tries in vain. */
export function useConnectivity(): void {
  const { mutate } = useCommand('app.connectivity')
  const report = (): void => mutate({ online: navigator.onLine })
  useEffect(() => mutate({ online: navigator.onLine }), [mutate])
  useWindowEvent('online', report)
  useWindowEvent('offline', report)
}

// Once for each page: what it holds from then on is newer.
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

/** Main keeps what is typed, and asks before it goes. A component: what is typed draws nothing else anew. */
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
    // The others may have been typed on in another window.
    const changed = [...texts].flatMap(([profileId, one]) =>
      typeof profileId === 'string' && saved.texts.get(profileId) !== one ? { profileId, ...one } : [],
    )
    mutate({ form, texts: changed })
  })
  const isUnsaved = form !== null
  // Listening alone would have the end of the program wait for a page that is dead.
  useEffect(() => {
    if (!isUnsaved) return undefined
    const hold = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [isUnsaved])
  return null
}

/**
 * Reports the visible view to main, which polls what is on screen more often and restores it after a crash. A failure only
 * means slower polling. A component, so that a letter that is typed draws nothing else anew.
 */
export function VisibleViewReport(): null {
  const section = useSection()
  const isKnown = useAppState() !== null
  const profile = useOpenProfile()
  const appId = useApplication(profile)?.appId ?? null
  const snapshotId = useSectionState('snapshotId')
  const comparison = useSectionState('comparison')
  // No ID is as long.
  const typedId = useTypedConversationId().slice(0, limits.searchInConversations)
  const librarySearch = useLibrarySearch()
  const { mutate } = useCommand('app.setVisibleView')
  useEffect(() => {
    const view = { section, appId, snapshotId, comparison, typedId, librarySearch }
    const report = (): void => mutate({ ...view, isVisible: document.visibilityState === 'visible' })
    // Before main has answered the page does not know yet where it is to begin.
    if (!isKnown) return undefined
    report()
    document.addEventListener('visibilitychange', report)
    return () => document.removeEventListener('visibilitychange', report)
    // Another profile may list the same application, and its workspace knows nothing yet.
  }, [mutate, isKnown, section, appId, snapshotId, comparison, typedId, librarySearch, profile?.profile.id])
  return null
}

/** Goes where this window was before its page was loaded again, as stored in main; a new window stays at the start. */
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
    // The shell reads the same, and shows the failure.
    () => undefined,
  )
}

/** Follows notifications and deep links to a section and an application in it. */
export function useRequestedSection(): void {
  useEvent('section.requested', ({ section, appId }) =>
    goBehindDialog(section === 'sessions' && appId !== null ? { section, appId } : { section }),
  )
}

/** Shows a session, or the box for ids, also of before this page was loaded. Nothing is done to a session. */
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
