/** Shared by the files of this folder: the lower parts of main, and the windows and clients above. */
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

/** A running practice service, with the data that a profile on it needs. */
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
  /** Starts the service, or returns the running one. A seed begins a new world, with nothing of the previous one. */
  readonly start: (seed?: string) => Promise<PracticeAccess>
  /** Null while the service does not run. */
  readonly state: () => PracticeState | null
  /** Applies the given changes. Null when the service does not run. */
  readonly set: (change: PracticeChange) => PracticeState | null
  /** Ids of the live calls of an application, without closing calls. Null when the service does not run. */
  readonly sessionIds: (appId: string) => readonly string[] | null
}

/**
 * How many calls an application can have at once; stored with the alerts of its profile, which exist before a saved
 * profile is open.
 */
export interface CapacityStore {
  /** By application. */
  readonly read: (id: ProfileId) => Capacities
  /** Failures: storage. */
  readonly change: (id: ProfileId, changes: CapacityChanges) => void
}

/** Erases all data of a profile beyond its settings and its secret. */
export interface Eraser {
  /** Failures: storage. */
  readonly contents: (id: ProfileId) => ProfileContents
  /**
   * Sends nothing more from the profile's queue, and resolves when the commands in flight have finished. Returns the
   * function that resumes the queue if the profile stays.
   */
  readonly end: (id: ProfileId) => Promise<() => void>
  /** Erases the practice service's world, which no profile uses any more. Failures: storage. */
  readonly eraseWorld: () => Promise<void>
  /** Erases the data of a profile that was removed from the settings. Failures: storage. */
  readonly erase: (id: ProfileId) => Promise<void>
}

export interface ProfileParts {
  readonly rules: ProfileRules
  readonly vault: Vault
  /** When an access token expires, in epoch milliseconds; null when the token does not contain it. */
  readonly expiryOf: (secret: Secret) => number | null
  /** Reads queryAccount once with the given fields and secret; throws the service's failure. */
  readonly testConnection: (
    fields: ProfileFields,
    secret: Secret,
    options: CallOptions,
  ) => Promise<OutputOf<'profile.test'>>
  readonly practice: Practice
  /** The name of a new practice profile, in the operator's language. */
  readonly practiceName: () => string
  /**
   * Adds the sample conversations to the library as unread, and leaves existing entries unchanged. Failures: storage.
   */
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
  /** A window must show this profile now; null: none. */
  readonly onOpened: (windowId: number, profile: Profile | null) => void
  /** The profile or its secret was changed: its client must be created again, wherever it is open. */
  readonly onSaved: (profile: Profile) => void
  /** The profile was removed: no window can show it any more. */
  readonly onRemoved: (id: ProfileId) => void
  /** The secret of a profile, open or not, was removed: every part that stores it must drop it. */
  readonly onSecretGone: (id: ProfileId) => void
}
