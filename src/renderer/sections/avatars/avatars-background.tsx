import { useEffect } from 'react'
import { useIsReadOnly } from '../../api/use-app-state.ts'
import { addPendingDrop } from '../../state/intake-store.ts'
import type { DroppedThings } from '../../state/intake-store.ts'
import { shownProfile } from '../../api/shown-profile.ts'
import { stopFixes } from './preparation/image-edit-batch-store.ts'
import { go, useSection } from '../../state/location-store.ts'
import { DropTarget } from './drafts/file-drop.tsx'
import { useImageAnalysis } from './preparation/image-analysis.ts'

function addInAvatars(dropped: DroppedThings): void {
  addPendingDrop(dropped)
  go({ section: 'avatars' })
}

/** The parts of Avatars that run in every section of an open profile: image analysis, and taking drops. */
export function AvatarsBackground() {
  const section = useSection()
  const isReadOnly = useIsReadOnly()
  useImageAnalysis()
  useEffect(() => {
    const profileId = shownProfile()
    return () => {
      // The images of a different profile's drafts must not wait for these fixes.
      stopFixes(profileId)
    }
  }, [])
  return section === 'avatars' || isReadOnly ? null : <DropTarget onDrop={addInAvatars} />
}
