/** Live calls, closing, rules, alerts and the account of one open profile, joined. */
import type { DatabaseSync } from 'node:sqlite'
import { createAccount } from '../account/account.ts'
import type { AccountMonitor } from '../account/account.ts'
import { createAccountHandlers } from '../account/handlers.ts'
import { createAlerts } from '../alerts/alerts.ts'
import type { AlertsDeps, AlertsSubject } from '../alerts/alerts.ts'
import type { Journal } from '../context/journal.ts'
import type { Clock } from '../lib/clock.ts'
import type { Emit, HandlersOf } from '../ipc/handlers.ts'
import type { PersonCheck } from '../ipc/user-gesture.ts'
import type { liveCallOperations } from '../../shared/schemas/live-call-operations.ts'
import type { Log } from '../lib/log.ts'
import type { CurrentProfile } from '../context/open-profile.ts'
import { asOnePart, asOneSuspendable } from '../lib/suspendable.ts'
import type { FollowingPart, Suspendable } from '../lib/suspendable.ts'
import type { Exchanges } from '../service/exchanges.ts'
import { createClosing } from '../sessions/closing/closing.ts'
import type { CloseRegistry } from '../sessions/closing/close-registry.ts'
import { createInbox } from '../sessions/inbox/inbox.ts'
import type { Inbox, InboxDeps } from '../sessions/inbox/inbox.ts'
import { createChartAnnotations } from '../store/chart-annotations.ts'
import { createMonitor } from '../sessions/concurrency/monitor.ts'
import type { Monitor } from '../sessions/concurrency/monitor.ts'
import { createMonitorHandlers } from '../sessions/concurrency/monitor-handlers.ts'
import type { MonitorHandlersDeps } from '../sessions/concurrency/monitor-handlers.ts'
import { createSeriesReader } from '../sessions/concurrency/series.ts'
import type { AccountSamplesRepository } from '../store/account-samples-repository.ts'
import type { CloseRulesRepository } from '../store/close-rules-repository.ts'
import type { KnownSessionsRepository } from '../store/known-sessions-repository.ts'
import type { SamplesRepository } from '../store/samples-repository.ts'

/** The operations of live calls, the account and alerts; the journal's are the workspace's own. */
export type LiveOperationHandlers = HandlersOf<Exclude<keyof typeof liveCallOperations, `activity.${string}`>>

export interface LiveOperationsDeps
  extends
    Pick<InboxDeps, 'files' | 'choosePath' | 'reader'>,
    Pick<AlertsDeps, 'notify'>,
    Pick<MonitorHandlersDeps, 'saveFile'> {
  readonly current: CurrentProfile
  readonly database: DatabaseSync
  readonly samples: SamplesRepository
  readonly accountSamples: AccountSamplesRepository
  readonly known: KnownSessionsRepository
  readonly closeRules: CloseRulesRepository
  readonly journal: Journal
  readonly exchanges: Exchanges
  /** One for the whole program: what was sent stays known when its workspace is cleared. */
  readonly closeRegistry: CloseRegistry
  readonly clock: Clock
  readonly log: Log
  readonly person: PersonCheck
  /** A number from 0 to below 1. */
  readonly random: () => number
  readonly randomId: () => string
  readonly emit: Emit
  /** Hears that counts or alerts are others. */
  readonly onSeen: () => void
}

/** The control room of one profile. */
export interface LiveOperations extends FollowingPart {
  readonly handlers: LiveOperationHandlers
  readonly monitor: Pick<Monitor, 'setView' | 'forgetWindow' | 'setOnBattery' | 'overview'>
  readonly alerts: Pick<AlertsSubject, 'active'>
  readonly account: Pick<AccountMonitor, 'record'>
  readonly inbox: Pick<Inbox, 'arrive' | 'askToAdd'>
  readonly polling: Suspendable
  /** Resolves when the answers of what was sent are written down. */
  readonly dispose: () => Promise<void>
}

/** Builds the control room; it does nothing by itself before `follow`. */
export function createLiveOperations(deps: LiveOperationsDeps): LiveOperations {
  const { database, onSeen } = deps
  const alerts = createAlerts({
    ...deps,
    emit: (name, payload) => {
      deps.emit(name, payload)
      if (name === 'alerts.changed') onSeen()
    },
  })
  const account = createAccount({
    ...deps,
    annotations: createChartAnnotations(database),
    onRead: alerts.observeAccount,
  })
  const monitor = createMonitor({
    ...deps,
    randomFraction: deps.random,
    observed: (seen) => {
      alerts.observe(seen)
      closing.observe(seen)
      onSeen()
    },
  })
  const inbox = createInbox(deps)
  const closing = createClosing({
    ...deps,
    monitor,
    registry: deps.closeRegistry,
    onInboxChanged: inbox.changed,
  })

  return {
    handlers: {
      ...createMonitorHandlers({ ...deps, monitor, series: createSeriesReader(deps) }),
      ...closing.handlers,
      ...inbox.handlers,
      ...alerts.handlers,
      ...createAccountHandlers(account),
    },
    monitor,
    alerts,
    account,
    inbox,
    ...asOnePart([monitor, account, alerts, closing, inbox], deps.log),
    // Without `polling`: an alert of data that is too old counts on while a token is refused.
    ...asOneSuspendable([alerts, closing, inbox]),
    polling: asOneSuspendable([monitor, account]),
    dispose: async () => {
      for (const part of [monitor, account, alerts]) part.dispose()
      await Promise.all([closing.dispose(), inbox.dispose()])
    },
  }
}
