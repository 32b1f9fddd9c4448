/** Builds a workspace: all parts of main that belong to one open profile. */
import type { OperationName } from '../../shared/contract.ts'
import type { ProfileId } from '../../shared/ids.ts'
import type { AccountSample } from '../../shared/schemas/account.ts'
import type { ApplicationCount } from '../../shared/schemas/session.ts'
import type { AppNoun } from '../../shared/model/app-operations.ts'
import { findIds } from '../../shared/model/find-ids.ts'
import type { Language } from '../../shared/model/language.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import { createAccount, createAccountHandlers } from '../account/account.ts'
import { createEvidenceHandlers } from '../activity/evidence-handlers.ts'
import { createActivityHandlers } from '../activity/handlers.ts'
import { createAlerts } from '../alerts/alerts.ts'
import type { AlertNotice, AlertsPart } from '../alerts/alerts.ts'
import type { ActiveProfile, ActiveProfiles } from '../context/active-profile.ts'
import type { CurrentProfile, OpenProfile } from '../context/open-profile.ts'
import type { ProfileContext } from '../context/profile-context.ts'
import { createCompareHandlers } from '../conversations/compare/handlers.ts'
import { createCheckHandlers, createExportHandlers, createViewerHandlers } from '../conversations/conversations.ts'
import { createLibrary } from '../conversations/library/handlers.ts'
import { createConversationMedia } from '../conversations/media/conversation-media.ts'
import type { Search } from '../conversations/search/search.ts'
import { createSnapshots } from '../conversations/snapshots.ts'
import type { Creations } from '../creations/creations.ts'
import { createDispatch } from '../ipc/dispatch.ts'
import type { Dispatch } from '../ipc/dispatch.ts'
import type { HandlersOf, HandlersUnder } from '../ipc/handlers.ts'
import { logged } from '../lib/log.ts'
import type { CachedMedia } from '../media/media-content.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { Exchanges } from '../service/exchanges.ts'
import type { CloseRegistry } from '../sessions/closing/close-registry.ts'
import { createClosing } from '../sessions/closing/closing.ts'
import { createMonitor, createMonitorHandlers, createPeaksHandlers } from '../sessions/concurrency/monitor.ts'
import type { VisibleView } from '../sessions/concurrency/poll-interval.ts'
import { createInbox } from '../sessions/inbox/inbox.ts'
import type { Inbox, InboxOptions } from '../sessions/inbox/inbox.ts'

type ProfileOperation = Exclude<OperationName, `${AppNoun}.${string}`>

/** All parts of main that belong to one open profile. */
export interface ProfileWorkspace {
  /** null: the workspace of windows without a profile, which refuses all operations that need a profile. */
  readonly profileId: ProfileId | null
  /** null without a profile and after `dispose`. */
  readonly profile: () => Profile | null
  readonly dispatch: Dispatch
  /** Starts the automatic work, which ends with the signal of `active`. */
  readonly begin: (active: ActiveProfile) => void
  /** Removes the record of what the window shows. */
  readonly windowLeft: (windowId: number) => void
  /** Finds media of snapshots that the page has opened. */
  readonly findMedia: (id: string) => Promise<CachedMedia | null>
  /** Notifies that a part outside the library changed the library. */
  readonly libraryChanged: () => void
  /** Records balances that a different part has read. */
  readonly balanceRead: (sample: AccountSample) => void
  readonly setOnBattery: (isOnBattery: boolean) => void
  /** Sets what a window of the profile shows, which decides how often counts are polled. */
  readonly setView: (view: VisibleView) => void
  /** Takes a session that arrived by a link or a command. */
  readonly arrive: Inbox['arrive']
  readonly askToAdd: Inbox['askToAdd']
  /** The last count of each application; sends no request. */
  readonly live: () => readonly ApplicationCount[]
  /** Alerts that are triggered now. */
  readonly triggered: AlertsPart['active']
  readonly isAnyAlertOn: AlertsPart['isAnyOn']
  readonly setCapacities: AlertsPart['setCapacities']
  readonly rulesImported: AlertsPart['imported']
  /** Ends the automatic work; resolves when the answers to all sent closes are recorded. */
  readonly dispose: () => Promise<void>
}

/** The parts that all workspaces share. */
interface SharedParts extends Omit<LiveOperationsOptions, 'files' | 'findSessionIds'> {
  readonly clients: {
    readonly open: (profile: Profile) => OpenProfile
    /** Tries a refused token again, on an operator's request. */
    readonly tryToken: (id: ProfileId) => void
  }
  readonly activeProfiles: ActiveProfiles
  readonly media: MediaStore
  readonly jobs: Creations
  readonly exchanges: Pick<Exchanges, 'read'>
  readonly search: Search
}

interface LiveOperationsOptions extends InboxOptions {
  /** Shared by the whole program, so that sent closes stay known after their workspace is disposed. */
  readonly closeRegistry: CloseRegistry
  readonly notify: (notice: AlertNotice) => void
  /** Counts or alerts have changed. */
  readonly onSeen: () => void
  readonly language: () => Language
}

function createLiveOperations(
  context: ProfileContext,
  options: LiveOperationsOptions,
  active: () => ActiveProfile | null,
) {
  const { onSeen } = options
  const emit: ProfileContext['emit'] = (name, payload) => {
    context.emit(name, payload)
    if (name === 'alerts.changed') onSeen()
  }
  const alerts = createAlerts({ ...context, emit }, options.notify)
  const account = createAccount(context, alerts.observeAccount)
  const monitor = createMonitor(context, (observation) => {
    alerts.observe(observation)
    closing.observe(observation)
    onSeen()
  })
  const inbox = createInbox(context, options)
  const closing = createClosing(context, {
    monitor,
    active,
    registry: options.closeRegistry,
    onInboxChanged: inbox.changed,
  })

  const handlers: HandlersUnder<'session' | 'inbox' | 'alert' | 'account'> = {
    ...createMonitorHandlers(context, monitor),
    ...createPeaksHandlers(context, options.language),
    ...closing.handlers,
    ...inbox.handlers,
    ...alerts.handlers,
    ...createAccountHandlers(account),
  }
  return {
    handlers,
    monitor,
    alerts,
    account,
    inbox,
    begin: (active: ActiveProfile): void => {
      for (const part of [alerts, monitor, account, inbox]) {
        logged(context.log, 'a part of an open profile did not start', () => part.begin(active))
      }
    },
    dispose: async (): Promise<void> => {
      inbox.dispose()
      await closing.ended()
    },
  }
}

/** Does not read or start anything before a call of the page. */
function createConversations(
  context: ProfileContext,
  { search, media: store, language }: SharedParts,
  files: InboxOptions['files'],
) {
  const snapshots = createSnapshots(context)
  const library = createLibrary(context, files, search)
  const media = createConversationMedia(context, store, snapshots)
  const handlers: HandlersUnder<'conversation' | 'check' | 'library' | 'comparison'> = {
    ...createViewerHandlers(context, snapshots, ({ profileId }) => library.changed(profileId)),
    ...media.handlers,
    ...createCheckHandlers(context, store.outcomes, media.tryAll),
    ...library.handlers,
    ...createCompareHandlers(context, { snapshots, files, language }),
    ...createExportHandlers(context, snapshots, language),
  }
  return { handlers, findMedia: media.find, library }
}

/** Nothing runs automatically before `begin`. */
export function createWorkspace(program: Omit<ProfileContext, 'current'>, shared: SharedParts): ProfileWorkspace {
  const { profileId, findProfile, log } = program
  const { clients, jobs } = shared
  let isCleared = false
  const profile = (): Profile | null => (isCleared || profileId === null ? null : findProfile(profileId))
  const current: CurrentProfile = () => {
    const open = profile()
    return open === null ? null : clients.open(open)
  }
  const context: ProfileContext = { ...program, current }
  const files = { open: jobs.openHanded }
  const findSessionIds: LiveOperationsOptions['findSessionIds'] = (text) => Promise.resolve(findIds(text, 'session'))
  const liveOperations = createLiveOperations(context, { ...shared, files, findSessionIds }, () =>
    isCleared || profileId === null ? null : shared.activeProfiles.of(profileId),
  )
  const { monitor, account } = liveOperations
  const conversations = createConversations(context, shared, files)
  const { library } = conversations
  const handlers: HandlersOf<ProfileOperation> = {
    ...jobs.handlersAt(context),
    ...conversations.handlers,
    ...liveOperations.handlers,
    ...createActivityHandlers(context),
    ...createEvidenceHandlers(context, {
      readExchange: shared.exchanges.read,
      creationOf: jobs.evidenceOf,
      language: shared.language,
    }),
  }

  const isReadOnly = (): boolean => profile()?.protection === 'read-only'
  const answer = createDispatch(handlers, log, { isReadOnly, person: context.person })
  const dispatch: typeof answer = (name, input, context) => {
    // All other reads and commands send a request, and its answer shows whether the token is accepted again.
    if (profileId !== null && name === 'queue.resume') clients.tryToken(profileId)
    return answer(name, input, context)
  }

  return {
    profileId,
    profile,
    dispatch,
    begin: liveOperations.begin,
    windowLeft: monitor.forgetWindow,
    findMedia: conversations.findMedia,
    libraryChanged: () => {
      if (profileId !== null) library.changed(profileId)
    },
    balanceRead: (sample) => {
      if (profileId !== null) account.record(profileId, sample)
    },
    setOnBattery: monitor.setOnBattery,
    setView: monitor.setView,
    arrive: liveOperations.inbox.arrive,
    askToAdd: liveOperations.inbox.askToAdd,
    live: () => (profile() === null ? [] : monitor.overview()),
    triggered: liveOperations.alerts.active,
    isAnyAlertOn: liveOperations.alerts.isAnyOn,
    setCapacities: liveOperations.alerts.setCapacities,
    rulesImported: liveOperations.alerts.imported,
    dispose: async () => {
      isCleared = true
      await liveOperations.dispose()
      library.dispose()
    },
  }
}
