/** Profiles joined to their workspaces: what follows when one is opened, saved, moved or removed. */
import type { ProfileId } from '../../shared/ids.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { Creations } from '../creations/creations.ts'
import type { Eraser } from '../profiles/profile-parts.ts'
import { createProfiles } from '../profiles/profiles.ts'
import { tokenExpiresAt } from '../service/token.ts'
import type { Workspaces } from '../workspaces/registry.ts'
import type { ProfileWorkspace } from '../workspaces/workspace.ts'
import type { ProgramContext } from './app-context.ts'
import type { ServiceStack } from './service-stack.ts'
import type { Suspension } from './suspension.ts'

interface OpenProfilesParts extends Pick<ServiceStack, 'clients' | 'practice' | 'rules' | 'vault'> {
  readonly jobs: Creations
  readonly workspaces: Workspaces<ProfileWorkspace>
  readonly suspension: Suspension
  readonly eraser: Eraser
}

export function createOpenProfiles(context: ProgramContext, parts: OpenProfilesParts) {
  const { windowProfiles, events, repositories, clock } = context
  const { clients, practice, rules, vault, jobs, workspaces, suspension, eraser } = parts

  /**
   * A profile is about to be saved on another address or account: what this computer knows of the old one's calls must
   * not be sent to the new one. Failures: storage; the profile must then not be saved.
   */
  const beforeMove = (id: ProfileId): void => {
    jobs.beforeMove(id)
    repositories.knownSessions.endAll(id, clock.now())
  }

  const onSaved = (profile: Profile): void => {
    clients.forget(profile.id)
    const workspace = workspaces.of(profile.id)
    workspace?.follow()
    if (workspace !== null) suspension.applyTo(workspace)
  }

  const profiles = createProfiles(
    context,
    {
      ...{ rules, vault, eraser, testConnection: clients.test, startPractice: practice.start },
      expiryOf: (secret) => tokenExpiresAt(secret.open()),
    },
    {
      ...{ beforeMove, onSaved, onSecretGone: clients.forget, shownIn: windowProfiles.profileOf },
      onChanged: () => void events.emit('changed'),
      onOpened: (windowId, profile) => {
        if (profile !== null && !windowProfiles.isOpen(profile.id)) clients.forget(profile.id)
        workspaces.assign(windowId, profile?.id ?? null)
        jobs.wake()
        if (profile !== null) events.emit('profileOpened')
      },
      onRemoved: (id) => {
        for (const windowId of windowProfiles.windowsOn(id)) workspaces.assign(windowId, null)
      },
    },
  )
  return { profiles, beforeMove, onSaved }
}
