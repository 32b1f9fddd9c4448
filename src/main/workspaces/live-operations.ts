/** Live calls, closing, rules, alerts and the account of one open profile, joined. */
import { createAccount, createAccountHandlers } from '../account/account.ts'
import type { AccountMonitor } from '../account/account.ts'
import { createAlerts } from '../alerts/alerts.ts'
import type { AlertNotice, AlertsSubject } from '../alerts/alerts.ts'
import type { ProfileContext } from '../context/profile-context.ts'
import type { HandlersOf } from '../ipc/handlers.ts'
import type { liveCallOperations } from '../../shared/schemas/live-call-operations.ts'
import { asOnePart, asOneSuspendable } from '../lib/suspendable.ts'
import type { FollowingPart, Suspendable } from '../lib/suspendable.ts'
import { createClosing } from '../sessions/closing/closing.ts'
import type { CloseRegistry } from '../sessions/closing/close-registry.ts'
import { createInbox } from '../sessions/inbox/inbox.ts'
import type { Inbox, InboxOwn } from '../sessions/inbox/inbox.ts'
import { createMonitor, createMonitorHandlers } from '../sessions/concurrency/monitor.ts'
import type { Monitor } from '../sessions/concurrency/monitor.ts'

/** The operations of live calls, the account and alerts; the journal's are the workspace's own. */
export type LiveOperationHandlers = HandlersOf<Exclude<keyof typeof liveCallOperations, `activity.${string}`>>

export interface LiveOperationsOwn extends InboxOwn {
  /** One for the whole program: what was sent stays known when its workspace is cleared. */
  readonly closeRegistry: CloseRegistry
  readonly notify: (notice: AlertNotice) => void
  /** Counts or alerts have changed. */
  readonly onSeen: () => void
}

/** The live operations of one profile. */
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

/** Nothing is read or sent before `follow`. */
export function createLiveOperations(context: ProfileContext, own: LiveOperationsOwn): LiveOperations {
  const { onSeen } = own
  const emit: ProfileContext['emit'] = (name, payload) => {
    context.emit(name, payload)
    if (name === 'alerts.changed') onSeen()
  }
  const alerts = createAlerts({ ...context, emit }, own.notify)
  const account = createAccount(context, alerts.observeAccount)
  const monitor = createMonitor(context, {
    observed: (seen) => {
      alerts.observe(seen)
      closing.observe(seen)
      onSeen()
    },
  })
  const inbox = createInbox(context, own)
  const closing = createClosing(context, { monitor, registry: own.closeRegistry, onInboxChanged: inbox.changed })

  return {
    handlers: {
      ...createMonitorHandlers(context, monitor),
      ...closing.handlers,
      ...inbox.handlers,
      ...alerts.handlers,
      ...createAccountHandlers(account),
    },
    monitor,
    alerts,
    account,
    inbox,
    ...asOnePart([monitor, account, alerts, closing, inbox], context.log),
    // Without `polling`: an alert of data that is too old counts on while a token is refused.
    ...asOneSuspendable([alerts, closing, inbox]),
    polling: asOneSuspendable([monitor, account]),
    dispose: async () => {
      for (const part of [monitor, account, alerts]) part.dispose()
      await Promise.all([closing.dispose(), inbox.dispose()])
    },
  }
}
