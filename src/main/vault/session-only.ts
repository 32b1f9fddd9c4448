import type { ProfileId } from '../../shared/ids.ts'
import type { Secret } from './secret.ts'

/** Secrets in the memory of this run: gone when Greenroom quits, never in a file. */
export interface SessionOnly {
  readonly get: (key: ProfileId) => Secret | null
  readonly set: (key: ProfileId, secret: Secret) => void
  /** True when there was one. */
  readonly delete: (key: ProfileId) => boolean
}

/** Builds an empty memory. */
export function createSessionOnly(): SessionOnly {
  const secrets = new Map<ProfileId, Secret>()
  return {
    get: (key) => secrets.get(key) ?? null,
    set: (key, secret) => {
      secrets.set(key, secret)
    },
    delete: (key) => secrets.delete(key),
  }
}
