/** The objects that exist once per open profile and are shared by all parts of its workspace. */
import type { ProfileId } from '../../shared/ids.ts'
import type { AppContext } from './app-context.ts'
import type { CurrentProfile } from './open-profile.ts'

/** Made by workspaces/workspace.ts. */
export interface ProfileContext extends AppContext {
  /** null: the workspace of windows without a profile. */
  readonly profileId: ProfileId | null
  /** The profile as currently saved, with the client of its service; null after the workspace is disposed. */
  readonly current: CurrentProfile
  /** Emits to the windows that show this profile. */
  readonly emit: AppContext['emit']
}
