import { Suspense } from 'react'
import type { ProfileView } from '../../shared/schemas/profile.ts'
import { useOpenProfile } from '../api/use-app-state.ts'
import { loadSectionWords } from '../i18n/language.ts'
import { useIsDiagnosticsOpen } from '../state/diagnostics.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { QuietBoundary } from './quiet-boundary.tsx'
import { useArrivals } from './use-arrivals.ts'

// Behind the first screen, which it is not needed for.
const AvatarsEverywhere = lazyPart(async () => {
  const [{ AvatarsEverywhere: shown }] = await Promise.all([
    import('../sections/avatars/avatars-everywhere.tsx'),
    loadSectionWords('avatars'),
  ])
  return shown
})

const GuardProposals = lazyPart(async () => {
  const [{ GuardProposals: shown }] = await Promise.all([
    import('../sections/sessions/guards/guard-proposals.tsx'),
    loadSectionWords('sessions'),
  ])
  return shown
})

interface BehindProps {
  readonly view: ProfileView
}

function Behind({ view }: BehindProps) {
  useArrivals(view)
  return (
    <>
      <QuietBoundary>
        <Suspense fallback={null}>
          <AvatarsEverywhere />
        </Suspense>
      </QuietBoundary>
      <QuietBoundary>
        <Suspense fallback={null}>
          <GuardProposals view={view} />
        </Suspense>
      </QuietBoundary>
    </>
  )
}

const DiagnosticsDialog = lazyPart(async () => {
  const [{ DiagnosticsDialog: shown }] = await Promise.all([
    import('../sections/settings/diagnostics/diagnostics-dialog.tsx'),
    loadSectionWords('settings'),
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

/** What goes on behind whatever section is open; that of a profile begins anew with each. */
export function Everywhere() {
  const view = useOpenProfile()
  return (
    <>
      {view !== null && <Behind key={view.profile.id} view={view} />}
      <Diagnostics />
    </>
  )
}
