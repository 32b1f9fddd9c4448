/** Connects profiles to their workspaces when a profile is opened, saved, moved, removed or erased. */
import { storeCapacities } from '../alerts/alerts.ts'
import type { ProfileId } from '../../shared/ids.ts'
import type { Profile, SecretAccount } from '../../shared/schemas/profile.ts'
import type { Creations } from '../creations/creations.ts'
import type { Eraser } from '../profiles/profile-parts.ts'
import { createProfiles } from '../profiles/profiles.ts'
import type { Profiles } from '../profiles/profiles.ts'
import { accountOfToken } from '../service/token-account.ts'
import { tokenExpiresAt } from '../service/token.ts'
import { eraseOnWorker } from '../store/backup/run-on-worker.ts'
import { contentsOf } from '../store/erase-profile.ts'
import type { Support } from '../support/support.ts'
import { logged } from '../lib/log.ts'
import { payerChange } from '../vault/payer.ts'
import type { BeforeSave } from '../vault/payer.ts'
import { isOtherAccount } from '../vault/secret.ts'
import type { Secret } from '../vault/secret.ts'
import type { ActiveProfilesOwner } from '../workspaces/active-profiles.ts'
import type { Workspaces } from '../workspaces/registry.ts'
import type { ProfileWorkspace } from '../workspaces/workspace.ts'
import type { ProgramContext } from './app-context.ts'
import type { ServiceStack } from './service-stack.ts'

interface OpenProfilesParts extends ServiceStack {
  readonly jobs: Creations
  readonly workspaces: Workspaces<ProfileWorkspace>
  readonly activeProfiles: Pick<ActiveProfilesOwner, 'update' | 'personSeen'>
  readonly support: Support
}

/** Erases all data of a deleted profile, wherever it is stored; each step can be repeated after a crash. */
function createEraser(context: ProgramContext, parts: OpenProfilesParts): Eraser {
  const { database, databaseFile, backups, submissions, log, repositories } = context
  const { jobs, practice, workspaces, support, shapes } = parts
  return {
    contents: (id) => {
      repositories.samples.tryFlush()
      return contentsOf(database, id)
    },
    end: jobs.end,
    eraseWorld: practice.erase,
    erase: async (id) => {
      await workspaces.cleared()
      await jobs.forget(id)
      await backups.without(async () => {
        repositories.samples.forget(id)
        submissions.erase(id)
        shapes.forget(id)
        await eraseOnWorker({ file: databaseFile, profileId: id }, log)
      })
      await jobs.removeImages()
      // Crash dumps are pieces of memory, which might contain the profile's secret.
      support.removeCrashDumps()
    },
  }
}

export function createOpenProfiles(context: ProgramContext, parts: OpenProfilesParts): Profiles {
  const { windowProfiles, events, repositories, clock, texts, log } = context
  const { clients, practice, rules, vault, jobs, workspaces, activeProfiles, shapes } = parts

  const readAccount = (secret: Secret): SecretAccount | null => accountOfToken(secret.open())

  /** Failures: storage; the profile must then not be saved. */
  const beforeSave: BeforeSave = ({ before, after, ...secrets }) => {
    const { knownSessions } = repositories
    if (before !== null && before.baseUrl !== after.baseUrl) {
      logged(log, 'the shapes of answers of a previous service could not be removed', () => shapes.forget(after.id))
    }
    const undoPause = jobs.beforePayerChange(after.id, payerChange({ before, after }, secrets, readAccount))
    if (before === null || !isOtherAccount(before, after)) return undoPause
    try {
      // Facts about the old address's calls must not be sent to the new address.
      const endedIds = knownSessions.endAll(before.id, clock.now())
      return () => {
        undoPause()
        knownSessions.setEnded(before.id, endedIds, null)
      }
    } catch (error) {
      undoPause()
      throw error
    }
  }

  /** Ends the profile's work with its former client, and starts it again. */
  const renew = (id: ProfileId): void => {
    clients.forget(id)
    activeProfiles.update()
  }

  const onSaved = ({ id }: Profile): void => {
    renew(id)
    jobs.afterPayerChange(id)
  }

  return createProfiles(
    context,
    {
      rules,
      vault,
      testConnection: clients.test,
      practice,
      practiceName: () => texts().say('settings.parts.practice'),
      addSamples: (id, conversations) => repositories.library.addNamed(id, conversations, clock.now()),
      eraser: createEraser(context, parts),
      capacities: {
        read: (id) => repositories.alerts.settings(id).capacities,
        change: (id, changes) => {
          const open = workspaces.of(id)
          if (open === null) storeCapacities(repositories.alerts, id, changes)
          else open.setCapacities(changes)
        },
      },
      expiryOf: (secret) => tokenExpiresAt(secret.open()),
    },
    {
      beforeSave,
      onSaved,
      onSecretGone: renew,
      shownIn: windowProfiles.profileOf,
      onChanged: () => void events.emit('changed'),
      onOpened: (windowId, profile) => {
        if (profile !== null && !windowProfiles.isOpen(profile.id)) clients.forget(profile.id)
        workspaces.assign(windowId, profile?.id ?? null)
        activeProfiles.personSeen()
        if (profile !== null) events.emit('profileOpened')
      },
      onRemoved: (id) => {
        for (const windowId of windowProfiles.windowsOn(id)) workspaces.assign(windowId, null)
        activeProfiles.update()
      },
    },
  )
}
