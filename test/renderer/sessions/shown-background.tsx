import { useDeepLinks } from '../../../src/renderer/app/use-window-sync.ts'
import { SessionsSection } from '../../../src/renderer/sections/sessions/sessions-section.tsx'
import { useSection } from '../../../src/renderer/state/location-store.ts'
import type { ProfileView } from '../../../src/shared/schemas/profile.ts'

/** The Sessions section with the background feature that receives arrivals, and the name of the open section. */
export function ShownBackground({ view }: { readonly view: ProfileView }) {
  useDeepLinks(view)
  return (
    <main aria-label={useSection()}>
      <SessionsSection />
    </main>
  )
}
