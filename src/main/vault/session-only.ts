import type { ProfileId } from '../../shared/ids.ts'
import type { ScopedSecret } from './secret-entry.ts'

/** Secrets in the memory of this run: gone when Greenroom quits, never in a file. */
export interface SessionOnly {
  readonly get: (key: ProfileId) => ScopedSecret | null
  readonly set: (key: ProfileId, secret: ScopedSecret) => void
  /** True when there was one. */
  readonly delete: (key: ProfileId) => boolean
}

export function createSessionOnly(): SessionOnly {
  const secrets = new Map<ProfileId, ScopedSecret>()
  return {
    get: (key) => secrets.get(key) ?? null,
    set: (key, secret) => {
      secrets.set(key, secret)
    },
    delete: (key) => secrets.delete(key),
  }
}
