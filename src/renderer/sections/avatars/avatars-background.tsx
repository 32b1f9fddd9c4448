import { useCallback, useEffect } from 'react'
import { useIsReadOnly } from '../../api/use-app-state.ts'
import { addPendingDrop, setEmptyDrop } from '../../state/intake-store.ts'
import type { DroppedThings } from '../../state/intake-store.ts'
import { shownProfile } from '../../api/shown-profile.ts'
import { stopFixes } from '../../state/image-edit-batch-store.ts'
import { goTo, useSection } from '../../state/navigation-store.ts'
import { DropOverlay } from './drafts/drop-overlay.tsx'
import { useFileDrop } from './drafts/use-file-drop.ts'
import { useImageAnalysis } from './preparation/image-analysis.ts'

/** Takes drops while another section is open: they open Avatars. */
function DropElsewhere() {
  const toAvatars = useCallback((dropped: DroppedThings): void => {
    setEmptyDrop(dropped)
    addPendingDrop(dropped)
    goTo('avatars')
  }, [])
  return <DropOverlay content={useFileDrop(toAvatars)} />
}

/** The parts of Avatars that run in every section of an open profile: image analysis, and taking drops. */
export function AvatarsBackground() {
  const section = useSection()
  const isReadOnly = useIsReadOnly()
  useImageAnalysis()
  useEffect(() => {
    const profileId = shownProfile()
    return () => {
      // The images of another profile's drafts are not to wait for these.
      stopFixes(profileId)
    }
  }, [])
  return section === 'avatars' || isReadOnly ? null : <DropElsewhere />
}
