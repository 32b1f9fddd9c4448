import { useEffect } from 'react'
import type { ProfileView } from '../../shared/schemas/profile.ts'
import { useOpenProfile } from '../api/use-app-state.ts'
import { useOverlay, useSection } from '../state/location-store.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { closeRowMenu, useOpenedMenu } from '../ui/row-menu.ts'
import { Boundary, lazySectionPart } from './boundary.tsx'
import { Toasts } from './toasts.tsx'
import { UnsavedHold, useDeepLinks } from './use-window-sync.ts'

// Loaded after the first screen, which does not need it.
const LazyAvatarsBackground = lazySectionPart(
  'avatars',
  async () => (await import('../sections/avatars/avatars-background.tsx')).AvatarsBackground,
)

function LazyBackground({ view }: { readonly view: ProfileView }) {
  useDeepLinks(view)
  return (
    <Boundary>
      <LazyAvatarsBackground />
    </Boundary>
  )
}

const overlays = {
  palette: lazySectionPart('palette', async () => (await import('../sections/palette/palette.tsx')).Palette),
  shortcuts: lazySectionPart(
    'palette',
    async () => (await import('../sections/palette/shortcuts-dialog.tsx')).ShortcutsDialog,
  ),
  diagnostics: lazySectionPart(
    'settings',
    async () => (await import('../sections/settings/diagnostics-dialog.tsx')).DiagnosticsDialog,
  ),
}

function Overlay() {
  const open = useOverlay()
  useEffect(() => {
    // Preloads the palette: while it loaded on demand, keystrokes meant for it would go to the page behind.
    const idle = requestIdleCallback(() => void overlays.palette.preload())
    return () => cancelIdleCallback(idle)
  }, [])
  if (open === null) return null
  const Shown = overlays[open]
  // Each overlay has its own boundary, so that a failure in one leaves the others working.
  return (
    <Boundary key={open}>
      <Shown />
    </Boundary>
  )
}

const LazyRowMenu = lazyPart(async () => (await import('../ui/row-menu-popup.tsx')).RowMenuPopup)

function RowMenu() {
  const section = useSection()
  const profileId = useOpenProfile()?.profile.id
  // Closes the menu together with the page that shows its row.
  useEffect(() => closeRowMenu, [section, profileId])
  if (useOpenedMenu() === null) return null
  return (
    <Boundary>
      <LazyRowMenu />
    </Boundary>
  )
}

/** Features that run in every section; the features of a profile restart with each profile. */
export function BackgroundFeatures() {
  const view = useOpenProfile()
  return (
    <>
      {view !== null && <LazyBackground key={view.profile.id} view={view} />}
      <UnsavedHold />
      <Overlay />
      <RowMenu />
      <Toasts />
    </>
  )
}
