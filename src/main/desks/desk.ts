/** Builds a desk: everything of main that knows one open profile, joined. */
import type { DatabaseSync } from 'node:sqlite'
import type { ProfileId } from '../../shared/ids.ts'
import type { AccountSample } from '../../shared/schemas/account.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import { createAccount } from '../account/account.ts'
import { createAccountHandlers } from '../account/handlers.ts'
import { createActivityHandlers } from '../activity/handlers.ts'
import type { Journal } from '../activity/journal.ts'
import type { ShellHandlers, WindowView } from '../app-state.ts'
import type { Clock } from '../clock.ts'
import { createConversationSubject } from '../conversations/handlers.ts'
import type { ConversationCore, ConversationSubjectDeps } from '../conversations/handlers.ts'
import { createDispatch } from '../ipc/dispatch.ts'
import type { Emit, Handlers } from '../ipc/handlers.ts'
import type { Jobs } from '../jobs/handlers.ts'
import type { Log } from '../log.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { CurrentProfile, OpenProfile } from '../open-profile.ts'
import type { ProfileHandlers } from '../profiles/handlers.ts'
import type { Exchanges } from '../service/exchanges.ts'
import { createCloseAll } from '../sessions/close-all.ts'
import { createCloseOne } from '../sessions/close-one.ts'
import { createSessionHandlers } from '../sessions/handlers.ts'
import { createMonitor } from '../sessions/monitor.ts'
import type { SamplesRepository } from '../store/samples-repository.ts'
import type { Desk } from './desks.ts'

/** A desk with what the rest of main tells it. */
export interface ProfileDesk extends Desk {
  /** More look-ups can be found than before. */
  readonly indexed: () => void
  /** Something outside of the library has written into it. */
  readonly libraryChanged: () => void
  /** Another part has read the balances. */
  readonly balanceRead: (sample: AccountSample) => void
}

/** What a desk needs: its profile, and what all desks share. */
export interface DeskDeps {
  /** null: the desk of windows without a profile. */
  readonly profileId: ProfileId | null
  readonly findProfile: (id: ProfileId) => Profile | null
  readonly openClient: (profile: Profile) => OpenProfile
  readonly database: DatabaseSync
  readonly samples: SamplesRepository
  readonly journal: Journal
  readonly exchanges: Exchanges
  readonly media: MediaStore
  readonly jobs: Jobs
  readonly conversationCore: ConversationCore
  readonly clock: Clock
  readonly log: Log
  /** A number from 0 to below 1. */
  readonly random: () => number
  readonly randomId: () => string
  readonly saveFile: ConversationSubjectDeps['saveFile']
  readonly language: ConversationSubjectDeps['language']
  /** To the windows at this desk. */
  readonly emit: Emit
  readonly profileHandlers: ProfileHandlers
  readonly shellHandlers: (look: (view: WindowView) => void) => ShellHandlers
}

/** Builds the desk of a profile; it does nothing by itself before `follow`. */
export function createDesk(deps: DeskDeps): ProfileDesk {
  const { profileId, jobs, log, randomId } = deps
  let isCleared = false
  const profile = (): Profile | null => (isCleared || profileId === null ? null : deps.findProfile(profileId))
  const current: CurrentProfile = () => {
    const open = profile()
    return open === null ? null : deps.openClient(open)
  }
  const parts = { ...deps, current, newId: randomId }

  const account = createAccount(parts)
  const monitor = createMonitor({ ...parts, randomFraction: deps.random })
  const closeOne = createCloseOne({ ...parts, monitor })
  const closeAll = createCloseAll({ ...parts, monitor })
  const conversations = createConversationSubject({
    ...parts,
    core: deps.conversationCore,
    files: { open: jobs.openHanded },
  })
  const { library } = conversations
  const handlers: Handlers = {
    ...deps.profileHandlers,
    ...createActivityHandlers(deps.journal),
    ...deps.shellHandlers(monitor.look),
    ...jobs.handlersAt(parts),
    ...conversations.handlers,
    ...createSessionHandlers({ monitor, closeOne, closeAll }),
    ...createAccountHandlers(account),
  }
  const resting = [monitor, account, library]

  return {
    profileId,
    profile,
    dispatch: createDispatch(handlers, log, () => profile()?.protection === 'read-only'),
    follow: () => {
      for (const part of [...resting, closeAll]) part.follow()
    },
    pause: () => {
      for (const part of resting) part.pause()
    },
    wake: () => {
      for (const part of resting) part.wake()
    },
    windowLeft: monitor.forgetWindow,
    findMedia: conversations.findMedia,
    indexed: library.indexed,
    libraryChanged: () => {
      if (profileId !== null) library.changedOutside(profileId)
    },
    balanceRead: (sample) => {
      if (profileId !== null) account.record(profileId, sample)
    },
    dispose: async () => {
      isCleared = true
      const commands = [closeOne.dispose(), closeAll.dispose()]
      for (const part of [monitor, account]) part.dispose()
      await Promise.all(commands)
      await library.dispose()
    },
  }
}
