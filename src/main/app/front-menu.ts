/** Joins the native menu to the window in front: whatever is chosen in it is about that one. */
import type { ProfileId } from '../../shared/ids.ts'
import type { CrashRecovery } from '../desktop/crash-recovery.ts'
import { setMenu } from '../desktop/menu.ts'
import type { ProgramContext } from './app-context.ts'

/** What the menu does that is not about the window alone. */
interface MenuActions {
  readonly openWindow: (id: ProfileId | null) => Promise<void>
  readonly reload: CrashRecovery['reload']
  readonly checkForUpdates: () => void
  readonly quit: () => void
}

/** Answers the function that puts the menu in place, in the language of the moment. */
export function createFrontMenu(context: ProgramContext, actions: MenuActions): () => void {
  const { texts, windows, windowProfiles, emitTo, log } = context
  const { openWindow, reload, checkForUpdates, quit } = actions
  const ask = (what: 'about' | 'diagnostics'): void => {
    const front = windows.front()
    if (front !== null) emitTo(front)('support.requested', { what })
  }
  return () => {
    setMenu(texts(), {
      goTo: (section) => {
        const front = windows.front()
        if (front !== null) emitTo(front)('section.requested', { section, appId: null })
      },
      showAbout: () => {
        ask('about')
      },
      saveDiagnostics: () => {
        ask('diagnostics')
      },
      checkForUpdates,
      newWindow: () => {
        const front = windows.front()
        openWindow(front === null ? null : windowProfiles.profileOf(front)).catch((error: unknown) =>
          log.error('no window was opened', error),
        )
      },
      reload: () => {
        const front = windows.front()
        const window = front === null ? null : windows.find(front)
        if (window !== null) reload(window)
      },
      quit,
    })
  }
}
