import { lazy, Suspense } from 'react'
import { useOpenProfile } from '../api/use-app-state.ts'
import { loadSectionWords } from '../i18n/language.ts'
import { QuietBoundary } from './quiet-boundary.tsx'

// Behind the first screen, which it is not needed for.
const AvatarsEverywhere = lazy(async () => {
  const [{ AvatarsEverywhere: shown }] = await Promise.all([
    import('../sections/avatars/avatars-everywhere.tsx'),
    loadSectionWords('avatars'),
  ])
  return { default: shown }
})

/** What goes on behind whatever section is open; begins anew with each profile. */
export function Everywhere() {
  const profile = useOpenProfile()
  if (profile === null) return null
  return (
    <QuietBoundary key={profile.profile.id}>
      <Suspense fallback={null}>
        <AvatarsEverywhere />
      </Suspense>
    </QuietBoundary>
  )
}
