import { useAppState } from '../api/use-app-state.ts'
import { clearQueuedToasts, useQueuedToasts } from '../state/toast-store.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Boundary } from './boundary.tsx'

const LazyToaster = lazyPart(async () => (await import('../ui/toast.tsx')).Toaster)

export function Toasts() {
  const queued = useQueuedToasts()
  const state = useAppState()
  if (state === null) return null
  return (
    <Boundary>
      {/* Each profile has its own toaster, because an action is meant for the profile under which it was offered. */}
      <LazyToaster key={state.openProfileId} queued={queued} onShown={clearQueuedToasts} />
    </Boundary>
  )
}
