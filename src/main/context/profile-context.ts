/** What there is once for each open profile, for every part of its workspace. */
import type { ProfileId } from '../../shared/ids.ts'
import type { AppContext } from './app-context.ts'
import type { CurrentProfile } from './open-profile.ts'

/** Made by workspaces/workspace.ts. */
export interface ProfileContext extends AppContext {
  /** null: the workspace of windows without a profile. */
  readonly profileId: ProfileId | null
  /** The profile as it is saved now, with the client of its service; null once the workspace is cleared. */
  readonly current: CurrentProfile
  /** To the windows on this profile. */
  readonly emit: AppContext['emit']
}
