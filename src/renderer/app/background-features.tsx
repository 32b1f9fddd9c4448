import { Suspense, useEffect } from 'react'
import type { ProfileView } from '../../shared/schemas/profile.ts'
import { useOpenProfile } from '../api/use-app-state.ts'
import { loadSectionCatalogues } from '../i18n/language.ts'
import { useIsDiagnosticsOpen } from '../state/diagnostics-store.ts'
import { useOverlay } from '../state/overlay-store.ts'
import { resumeRemovals } from '../state/removed-store.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { useOpenedMenu } from '../ui/row-menu.ts'
import { QuietBoundary } from './quiet-boundary.tsx'
import { Toasts } from './toasts.tsx'
import { useDeepLinks } from './use-deep-links.ts'

// Behind the first screen, which it is not needed for.
const LazyAvatarsBackground = lazyPart(async () => {
  const [{ AvatarsBackground: shown }] = await Promise.all([
    import('../sections/avatars/avatars-background.tsx'),
    loadSectionCatalogues('avatars'),
  ])
  return shown
})

const LazyCloseSuggestions = lazyPart(async () => {
  const [{ CloseSuggestions: shown }] = await Promise.all([
    import('../sections/sessions/suggestions/close-suggestions.tsx'),
    loadSectionCatalogues('sessions'),
  ])
  return shown
})

interface LazyBackgroundProps {
  readonly view: ProfileView
}

function LazyBackground({ view }: LazyBackgroundProps) {
  useDeepLinks(view)
  useEffect(() => {
    resumeRemovals(view.profile.id)
  }, [view.profile.id])
  return (
    <>
      <QuietBoundary>
        <Suspense fallback={null}>
          <LazyAvatarsBackground />
        </Suspense>
      </QuietBoundary>
      <QuietBoundary>
        <Suspense fallback={null}>
          <LazyCloseSuggestions view={view} />
        </Suspense>
      </QuietBoundary>
    </>
  )
}

const DiagnosticsDialog = lazyPart(async () => {
  const [{ DiagnosticsDialog: shown }] = await Promise.all([
    import('../sections/settings/diagnostics-dialog.tsx'),
    loadSectionCatalogues('settings'),
  ])
  return shown
})

function Diagnostics() {
  if (!useIsDiagnosticsOpen()) return null
  return (
    <QuietBoundary>
      <Suspense fallback={null}>
        <DiagnosticsDialog />
      </Suspense>
    </QuietBoundary>
  )
}

const overlays = {
  palette: lazyPart(async () => {
    const [{ Palette }] = await Promise.all([
      import('../sections/palette/palette.tsx'),
      loadSectionCatalogues('palette'),
    ])
    return Palette
  }),
  shortcuts: lazyPart(async () => {
    const [{ ShortcutsDialog }] = await Promise.all([
      import('../sections/palette/shortcuts-dialog.tsx'),
      loadSectionCatalogues('palette'),
    ])
    return ShortcutsDialog
  }),
}

function Overlay() {
  const open = useOverlay()
  if (open === null) return null
  const Shown = overlays[open]
  return (
    <QuietBoundary>
      <Suspense fallback={null}>
        <Shown />
      </Suspense>
    </QuietBoundary>
  )
}

const LazyRowMenu = lazyPart(async () => (await import('../ui/menu-popup.tsx')).RowMenuPopup)

function RowMenu() {
  if (useOpenedMenu() === null) return null
  return (
    <QuietBoundary>
      <Suspense fallback={null}>
        <LazyRowMenu />
      </Suspense>
    </QuietBoundary>
  )
}

/** Features that run whatever section is open; those of a profile start anew with each. */
export function BackgroundFeatures() {
  const view = useOpenProfile()
  return (
    <>
      {view !== null && <LazyBackground key={view.profile.id} view={view} />}
      <Diagnostics />
      <Overlay />
      <RowMenu />
      <Toasts />
    </>
  )
}
