/**
 * Events that main pushes to the page: event name -> payload. They have types only, because main builds them. Batched
 * to one message a frame.
 */
import type { AppId, JobId, ProfileId } from './ids.ts'
import type { PageAction } from './model/shortcuts.ts'
import type { Alerts } from './schemas/alert.ts'
import type { Account } from './schemas/account.ts'
import type { AppState, Section } from './schemas/app.ts'
import type { Job, QueueState } from './schemas/avatar.ts'
import type { CloseOutcome, CloseRun, CloseAllResult, Concurrency } from './schemas/session.ts'
import type { Updates } from './schemas/update-feed.ts'

export interface Events {
  readonly 'app.changed': AppState
  /** The rest of main could not be built. `app.state`, which already worked before, now contains the reason. */
  readonly 'app.failed': Record<string, never>
  /** The open profile changed: the page must drop all data of the previous profile. */
  readonly 'profile.switched': { readonly profileId: ProfileId | null }
  /**
   * A different window on the same profile, or an import of settings, ran this operation: the page must read the
   * affected data again.
   */
  readonly 'elsewhere.done': { readonly operation: string }
  /** Drafts or shared fields changed, but not by this page's own command. */
  readonly 'creator.changed': Record<string, never>
  /** New or changed jobs, complete, and ids of removed jobs; only of the open profile. */
  readonly 'jobs.changed': { readonly changed: readonly Job[]; readonly removed: readonly JobId[] }
  readonly 'queue.changed': QueueState
  /** Library entries or the search index changed; coalesced. */
  readonly 'library.changed': Record<string, never>
  readonly 'concurrency.changed': { readonly appId: AppId; readonly concurrency: Concurrency }
  readonly 'closeAll.changed': CloseAllResult
  readonly 'close.changed': CloseOutcome
  readonly 'closeRun.changed': CloseRun
  /** Sessions of the inbox or its watched file changed; coalesced. */
  readonly 'inbox.changed': Record<string, never>
  /**
   * A session arrived by a link or a command, or the form to add sessions was requested; `inbox.consumeLinked` returns
   * the details.
   */
  readonly 'inbox.linked': Record<string, never>
  readonly 'alerts.changed': Alerts
  readonly 'account.changed': Account
  /** The journal has a new entry, or an act is no longer in progress. */
  readonly 'activity.added': Record<string, never>
  /** A notification or a link requests a section, and optionally an application in it. */
  readonly 'section.requested': { readonly section: Section; readonly appId: AppId | null }
  readonly 'exchange.added': Record<string, never>
  readonly 'updates.changed': Updates
  /** A menu item, or its equivalent, requests an action of the page. */
  readonly 'action.requested': { readonly what: PageAction | 'about' | 'diagnostics' }
}

export type EventName = keyof Events

export type EventMessage = {
  readonly [Name in EventName]: { readonly name: Name; readonly payload: Events[Name] }
}[EventName]
