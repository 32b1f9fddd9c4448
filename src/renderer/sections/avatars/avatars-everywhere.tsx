import { useCallback, useEffect } from 'react'
import { useIsReadOnly } from '../../api/use-app-state.ts'
import { keepDropped, noteDrop } from '../../state/dropped.ts'
import type { DroppedThings } from '../../state/dropped.ts'
import { shownProfile } from '../../api/shown-profile.ts'
import { stopFixes } from '../../state/image-fixes.ts'
import { goTo, useSection } from '../../state/navigation.ts'
import { DropOverlay } from './drafts/drop-overlay.tsx'
import { useFileDrop } from './drafts/use-file-drop.ts'
import { usePreparation } from './preparation/use-preparation.ts'

/** Hears drops while another section is open: they open Avatars, which takes them. */
function DropElsewhere() {
  const toAvatars = useCallback((dropped: DroppedThings): void => {
    noteDrop(dropped)
    keepDropped(dropped)
    goTo('avatars')
  }, [])
  return <DropOverlay content={useFileDrop(toAvatars)} />
}

/** What of Avatars goes on in every section of an open profile: preparing images, and taking what is dropped. */
export function AvatarsEverywhere() {
  const section = useSection()
  const isReadOnly = useIsReadOnly()
  usePreparation()
  useEffect(() => {
    const profileId = shownProfile()
    return () => {
      // The images of another profile's drafts are not to wait for these.
      stopFixes(profileId)
    }
  }, [])
  return section === 'avatars' || isReadOnly ? null : <DropElsewhere />
}
