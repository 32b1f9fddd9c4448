/** Joins the native menu to the window in front: whatever is chosen in it is about that one. */
import type { ProfileId } from '../../shared/ids.ts'
import type { WindowProfiles } from '../workspaces/window-profiles.ts'
import type { Emit } from '../ipc/handlers.ts'
import type { Log } from '../lib/log.ts'
import type { CrashRecovery } from '../desktop/crash-recovery.ts'
import { setMenu } from '../desktop/menu.ts'
import type { Windows } from '../desktop/windows.ts'
import type { NativeTexts } from '../desktop/native-texts.ts'

export interface FrontMenuDeps {
  readonly texts: () => NativeTexts
  readonly windows: Pick<Windows, 'front' | 'find'>
  readonly windowProfiles: Pick<WindowProfiles, 'profileOf'>
  /** To one window. */
  readonly emitTo: (windowId: number) => Emit
  readonly openWindow: (id: ProfileId | null) => Promise<void>
  readonly reload: CrashRecovery['reload']
  readonly checkForUpdates: () => void
  readonly quit: () => void
  readonly log: Log
}

/** Gives the function that puts the menu in place, in the language of the moment. */
export function createFrontMenu(deps: FrontMenuDeps): () => void {
  const { texts, windows, windowProfiles, emitTo, openWindow, quit, log } = deps
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
      checkForUpdates: deps.checkForUpdates,
      newWindow: () => {
        const front = windows.front()
        openWindow(front === null ? null : windowProfiles.profileOf(front)).catch((error: unknown) =>
          log.error('no window was opened', error),
        )
      },
      reload: () => {
        const front = windows.front()
        const window = front === null ? null : windows.find(front)
        if (window !== null) deps.reload(window)
      },
      quit,
    })
  }
}
