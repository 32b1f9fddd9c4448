/** The open profile as main's subjects see it: who is asked, and with what client. */
import { refusal } from '../shared/failure.ts'
import type { Profile } from '../shared/schemas/profile.ts'
import type { ServiceClient } from './service/service-client.ts'

/** The open profile and the client of its service. */
export interface OpenProfile {
  readonly profile: Profile
  readonly client: ServiceClient
}

/** Answers the open profile at this moment; null when none is open. */
export type CurrentProfile = () => OpenProfile | null

/** The open profile; refuses with `no-profile` when none is open. */
export function requireOpen(current: CurrentProfile): OpenProfile {
  const open = current()
  if (open === null) throw refusal('no-profile')
  return open
}
