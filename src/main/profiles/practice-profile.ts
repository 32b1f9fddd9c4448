import { application, defaultCreationRules } from '../../shared/schemas/profile.ts'
import type { Profile } from '../../shared/schemas/profile.ts'

/** A running practice service, as a profile on it needs it. */
export interface PracticeAccess {
  /** Includes the version prefix. */
  readonly baseUrl: string
  /** Relative media addresses resolve against it. */
  readonly origin: string
  readonly appId: string
  readonly appKey: string
  readonly applications: readonly { readonly appId: string; readonly label: string }[]
}

type Own = Pick<Profile, 'id' | 'createdAt'>

/**
 * The practice profile for the service that runs now: its address, keys and applications are those of this run, what
 * the operator set (name, colour, protection, unit) stays as it was.
 */
export function practiceProfile(before: Profile | Own, access: PracticeAccess): Profile {
  return {
    name: 'Practice service',
    durationUnit: 'seconds',
    protection: 'open',
    colour: 'green',
    unencryptedOrigin: '',
    creation: defaultCreationRules,
    ...before,
    kind: 'practice',
    baseUrl: access.baseUrl,
    mediaBaseUrl: access.origin,
    authentication: { kind: 'api-keys', appId: access.appId, tokenLifetimeSeconds: 1_800 },
    applications: access.applications.map((one) => application.parse(one)),
  }
}
