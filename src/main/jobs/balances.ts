/** Readings of the creation balance around submissions: the evidence of what a creation cost. */
import type { ProfileId } from '../../shared/ids.ts'
import type { AccountSample } from '../../shared/schemas/account.ts'
import type { BalanceReading } from '../../shared/schemas/avatar.ts'
import type { Clock } from '../clock.ts'
import type { ServiceClient } from '../service/service-client.ts'

/** Reads balances and remembers the last one of each profile, for this run. */
export interface Balances {
  /**
   * Reads queryAccount; null when the answer names no number of creations. Gives up after `limitMs` when one is given.
   * Failures: those of queryAccount, `cancelled` when given up.
   */
  readonly read: (profileId: ProfileId, client: ServiceClient, limitMs?: number) => Promise<BalanceReading | null>
  readonly last: (profileId: ProfileId) => BalanceReading | null
}

/** What balances need; `onRead` hears of every answer, so that the account shows what was read. */
export interface BalancesDeps {
  readonly clock: Clock
  readonly onRead: (profileId: ProfileId, sample: AccountSample) => void
}

/** Gives the reader of balances. */
export function createBalances({ clock, onRead }: BalancesDeps): Balances {
  const kept = new Map<ProfileId, BalanceReading>()

  const read = async (
    profileId: ProfileId,
    client: ServiceClient,
    signal: AbortSignal | null,
  ): Promise<BalanceReading | null> => {
    const sample = await client.queryAccount(signal === null ? {} : { signal })
    onRead(profileId, sample)
    if (sample.avatarCreationsLeft === null) return null
    const reading: BalanceReading = { avatarCreationsLeft: sample.avatarCreationsLeft, at: sample.at }
    kept.set(profileId, reading)
    return reading
  }

  return {
    last: (profileId) => kept.get(profileId) ?? null,
    read: async (profileId, client, limitMs) => {
      if (limitMs === undefined) return read(profileId, client, null)
      const controller = new AbortController()
      const cancel = clock.after(limitMs, () => {
        controller.abort()
      })
      try {
        return await read(profileId, client, controller.signal)
      } finally {
        cancel()
      }
    },
  }
}
