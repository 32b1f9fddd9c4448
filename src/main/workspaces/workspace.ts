/** Builds a workspace: everything of main that knows one open profile, joined. */
import type { OperationName } from '../../shared/contract.ts'
import type { ProfileId } from '../../shared/ids.ts'
import type { AccountSample } from '../../shared/schemas/account.ts'
import type { Alerts } from '../../shared/schemas/alert.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import { createActivityHandlers } from '../activity/handlers.ts'
import type { ActivityOperations } from '../activity/handlers.ts'
import { createConversationSubject } from '../conversations/handlers.ts'
import type { ConversationCore } from '../conversations/core.ts'
import type { ConversationHandlers } from '../conversations/handlers.ts'
import type { Language } from '../../shared/model/language.ts'
import { createDispatch } from '../ipc/dispatch.ts'
import type { Handlers } from '../ipc/handlers.ts'
import type { Creations } from '../creations/creations.ts'
import type { CreationHandlers } from '../creations/handlers.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { CurrentProfile, OpenProfile } from '../context/open-profile.ts'
import type { ProfileContext } from '../context/profile-context.ts'
import { asOnePart, asOneSuspendable } from '../lib/suspendable.ts'
import type { Inbox } from '../sessions/inbox/inbox.ts'
import type { Monitor } from '../sessions/concurrency/monitor.ts'
import { createLiveOperations } from './live-operations.ts'
import type { LiveOperationHandlers, LiveOperationsOwn } from './live-operations.ts'
import type { Workspace } from './registry.ts'

/** The operations that are not about the open profile: profiles, preferences, support, updates, the shell. */
export type ProgramHandlers = (
  setView: Monitor['setView'],
) => Omit<Handlers, keyof (CreationHandlers & ConversationHandlers & LiveOperationHandlers) | ActivityOperations>

/** A workspace with what the rest of main tells it. */
export interface ProfileWorkspace extends Workspace {
  /** More snapshots can be found than before. */
  readonly indexed: () => void
  /** Something outside of the library has written into it. */
  readonly libraryChanged: () => void
  /** Another part has read the balances. */
  readonly balanceRead: (sample: AccountSample) => void
  readonly setOnBattery: (isOnBattery: boolean) => void
  /** A session came by a link or a command. */
  readonly arrive: Inbox['arrive']
  readonly askToAdd: Inbox['askToAdd']
  /** The last count of each application; reads nothing. */
  readonly live: Monitor['overview']
  /** Alerts that are triggered now. */
  readonly triggered: () => Alerts['active']
}

/** What all workspaces share. */
export interface SharedParts extends Omit<LiveOperationsOwn, 'files' | 'findSessionIds'> {
  readonly clients: {
    readonly open: (profile: Profile) => OpenProfile
    /** An operator wants what is suspended for a refused token to be tried again. */
    readonly tryToken: (id: ProfileId) => void
  }
  readonly media: MediaStore
  readonly jobs: Creations
  readonly conversationCore: ConversationCore
  readonly language: () => Language
  readonly programHandlers: ProgramHandlers
}

// What an operator does to have polling go on; other reads and commands go out themselves, and their answers tell.
const tryingAgain: ReadonlySet<unknown> = new Set<OperationName>([
  'queue.resume',
  'library.pausePlanned',
  'library.import',
])

/** It does nothing before `follow`. */
export function createWorkspace(program: Omit<ProfileContext, 'current'>, shared: SharedParts): ProfileWorkspace {
  const { profileId, findProfile, log } = program
  const { clients, jobs, conversationCore } = shared
  let isCleared = false
  const profile = (): Profile | null => (isCleared || profileId === null ? null : findProfile(profileId))
  const current: CurrentProfile = () => {
    const open = profile()
    return open === null ? null : clients.open(open)
  }
  const context: ProfileContext = { ...program, current }
  const files = { open: jobs.openHanded }
  const findSessionIds: LiveOperationsOwn['findSessionIds'] = (text) =>
    conversationCore.reader.ask('findSessionIds', { text })
  const liveOperations = createLiveOperations(context, { ...shared, files, findSessionIds })
  const { monitor, account } = liveOperations
  const conversations = createConversationSubject(context, { ...shared, files, core: conversationCore })
  const { library } = conversations
  const handlers: Handlers = {
    ...shared.programHandlers(monitor.setView),
    ...jobs.handlersAt(context),
    ...conversations.handlers,
    ...liveOperations.handlers,
    ...createActivityHandlers(context),
  }

  const dispatch = createDispatch(handlers, log, () => profile()?.protection === 'read-only')

  return {
    profileId,
    profile,
    dispatch: (name, input, context) => {
      if (profileId !== null && tryingAgain.has(name)) clients.tryToken(profileId)
      return dispatch(name, input, context)
    },
    ...asOnePart([liveOperations, library], log),
    pause: liveOperations.pause,
    wake: liveOperations.wake,
    polling: asOneSuspendable([liveOperations.polling, library]),
    windowLeft: monitor.forgetWindow,
    findMedia: conversations.findMedia,
    indexed: library.indexed,
    libraryChanged: () => {
      if (profileId !== null) library.onExternalChange(profileId)
    },
    balanceRead: (sample) => {
      if (profileId !== null) account.record(profileId, sample)
    },
    setOnBattery: monitor.setOnBattery,
    arrive: liveOperations.inbox.arrive,
    askToAdd: liveOperations.inbox.askToAdd,
    live: () => (profile() === null ? [] : monitor.overview()),
    triggered: liveOperations.alerts.active,
    dispose: async () => {
      isCleared = true
      await liveOperations.dispose()
      await library.dispose()
    },
  }
}
