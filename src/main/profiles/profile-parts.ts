/** What the files of this folder share: the parts of main below them, and the windows and clients above. */
import type { OutputOf } from '../../shared/contract.ts'
import type { ProfileId } from '../../shared/ids.ts'
import type { Capacities, CapacityChanges } from '../../shared/schemas/alert.ts'
import type { PracticeChange, PracticeState } from '../../shared/schemas/practice.ts'
import type { Profile, ProfileContents, ProfileFields } from '../../shared/schemas/profile.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Journal } from '../context/journal.ts'
import type { PersonCheck } from '../ipc/user-gesture.ts'
import type { PracticeSample } from '../context/practice-sample.ts'
import type { ProfileRules } from '../policy/profile-rules.ts'
import type { CallOptions } from '../service/operations.ts'
import type { Secret } from '../vault/secret.ts'
import type { BeforeSave } from '../vault/payer.ts'
import type { Vault } from '../vault/vault.ts'

export interface ProfilesContext extends Pick<AppContext, 'settings' | 'clock' | 'log' | 'randomId'> {
  readonly journal: Pick<Journal, 'noteAfter'>
  readonly person: Pick<PersonCheck, 'ask'>
}

/** A running practice service, as a profile on it needs it. */
export interface PracticeAccess {
  /** Includes the version prefix. */
  readonly baseUrl: string
  /** Relative media addresses resolve against it. */
  readonly origin: string
  readonly appId: string
  readonly appKey: string
  readonly applications: readonly { readonly appId: string; readonly label: string }[]
  readonly conversations: readonly PracticeSample[]
}

export interface Practice {
  /** Starts it, or answers the one that runs. A seed begins a new world, with nothing of the one before. */
  readonly start: (seed?: string) => Promise<PracticeAccess>
  /** Null while it does not run. */
  readonly state: () => PracticeState | null
  /** Changes what is given. Null when it does not run. */
  readonly set: (change: PracticeChange) => PracticeState | null
  /** Ids of the live calls of an application, without those that are closing. Null when it does not run. */
  readonly sessionIds: (appId: string) => readonly string[] | null
}

/** Calls that an application can have at once: with the alerts of its profile, which a saved profile has before it is open. */
export interface CapacityStore {
  /** By application. */
  readonly read: (id: ProfileId) => Capacities
  /** Failures: storage. */
  readonly change: (id: ProfileId, changes: CapacityChanges) => void
}

/** Everything of a profile beyond its settings and its secret. */
export interface Eraser {
  /** Failures: storage. */
  readonly contents: (id: ProfileId) => ProfileContents
  /**
   * Sends nothing more of its queue, and resolves when the commands that are on their way have come to their end. Answers
   * how to let the queue go on, should the profile stay.
   */
  readonly end: (id: ProfileId) => Promise<() => void>
  /** Erases the world of the practice service, which no profile is on any more. Failures: storage. */
  readonly eraseWorld: () => Promise<void>
  /** Erases a profile that is in the settings no more. Failures: storage. */
  readonly erase: (id: ProfileId) => Promise<void>
}

export interface ProfileParts {
  readonly rules: ProfileRules
  readonly vault: Vault
  /** Epoch milliseconds of the end of an access token; null when it does not say. */
  readonly expiryOf: (secret: Secret) => number | null
  /** Reads queryAccount once with the fields and the secret as given; throws the service's failure. */
  readonly testConnection: (
    fields: ProfileFields,
    secret: Secret,
    options: CallOptions,
  ) => Promise<OutputOf<'profile.test'>>
  readonly practice: Practice
  /** What a new practice profile is called, in the operator's language. */
  readonly practiceName: () => string
  /** Lists the sample conversations in the library as unread, those that are listed already as they are. Failures: storage. */
  readonly addSamples: (id: ProfileId, conversations: PracticeAccess['conversations']) => void
  readonly eraser: Eraser
  readonly capacities: CapacityStore
}

export interface ProfileHooks {
  /** The profile that a window shows; null when it shows none. */
  readonly shownIn: (windowId: number) => ProfileId | null
  /**
   * Runs before a profile is saved: jobs that were confirmed for a different address or account must not be sent.
   */
  readonly beforeSave: BeforeSave
  /** Something that `view` shows has changed. */
  readonly onChanged: () => void
  /** A window is to show this profile now; null: none. */
  readonly onOpened: (windowId: number, profile: Profile | null) => void
  /** The profile or its secret was changed: its client is to be made anew, wherever it is open. */
  readonly onSaved: (profile: Profile) => void
  /** The profile is gone: no window can show it any more. */
  readonly onRemoved: (id: ProfileId) => void
  /** The secret of a profile, open or not, is gone: whoever still knows it must forget it. */
  readonly onSecretGone: (id: ProfileId) => void
}
