/** What main pushes to the page: event name -> payload. Types only: main built them. Batched to one message a frame. */
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
  /** The rest of main could not be built: `app.state`, which was answered before that, now says why. */
  readonly 'app.failed': Record<string, never>
  /** The open profile changed: everything of the old one is to be forgotten. */
  readonly 'profile.switched': { readonly profileId: ProfileId | null }
  /** Another window on the same profile did this: what it may have changed is to be read again. */
  readonly 'elsewhere.done': { readonly operation: string }
  /** Drafts or shared fields changed otherwise than by this page's own command. */
  readonly 'creator.changed': Record<string, never>
  /** Jobs that are new or changed, whole, and ids of removed ones; only of the open profile. */
  readonly 'jobs.changed': { readonly changed: readonly Job[]; readonly removed: readonly JobId[] }
  readonly 'queue.changed': QueueState
  /** Entries of the library changed, or what the index holds; coalesced. */
  readonly 'library.changed': Record<string, never>
  readonly 'concurrency.changed': { readonly appId: AppId; readonly concurrency: Concurrency }
  readonly 'closeAll.changed': CloseAllResult
  readonly 'close.changed': CloseOutcome
  readonly 'closeRun.changed': CloseRun
  /** Sessions of the inbox or its watched file changed; coalesced. */
  readonly 'inbox.changed': Record<string, never>
  /** A session came by a link or a command, or adding some was asked for: `inbox.consumeLinked` tells. */
  readonly 'inbox.linked': Record<string, never>
  readonly 'alerts.changed': Alerts
  readonly 'account.changed': Account
  /** The journal has a new entry, or an act is no longer in progress. */
  readonly 'activity.added': Record<string, never>
  /** A notification or a link asks for a section, and for an application in it. */
  readonly 'section.requested': { readonly section: Section; readonly appId: AppId | null }
  readonly 'exchange.added': Record<string, never>
  readonly 'updates.changed': Updates
  /** An item of the menu, or what stands for one, asks the page for something that it opens or reads. */
  readonly 'action.requested': { readonly what: PageAction | 'about' | 'diagnostics' }
}

export type EventName = keyof Events

export type EventMessage = {
  readonly [Name in EventName]: { readonly name: Name; readonly payload: Events[Name] }
}[EventName]
