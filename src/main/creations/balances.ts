/** Reads balances for creations: before each creation, after each end, and for refunds. */
import { FailureError } from '../../shared/failure.ts'
import type { ProfileId } from '../../shared/ids.ts'
import type { AccountSample } from '../../shared/schemas/account.ts'
import type { BalanceReading } from '../../shared/schemas/avatar.ts'
import type { ActiveProfile, ActiveProfiles } from '../context/active-profile.ts'
import type { AppContext } from '../context/app-context.ts'
import { pause } from '../lib/clock.ts'
import type { CallOptions, ServiceClient } from '../service/operations.ts'
import type { CreationEvents } from './creation-events.ts'

const paceMs = 3_000

export interface Balances {
  /** The last number of creations that was read in this run. */
  readonly last: (profileId: ProfileId) => BalanceReading | null
  /** Forgets the last reading: the profile has a different account. */
  readonly forget: (profileId: ProfileId) => void
  /** Null when the answer contains no number. Failures: those of queryAccount. */
  readonly read: (profileId: ProfileId, client: ServiceClient, options?: CallOptions) => Promise<BalanceReading | null>
  /** Reads the balance soon: at most once in 3 s, however often it is called. A failed read is not reported. */
  readonly refresh: (profileId: ProfileId) => void
  /** Does the reads that were requested while the profile was not active. */
  readonly begin: (active: ActiveProfile) => void
}

/** Reads balances and keeps the last balance of each profile for this run. `onRead` receives every account sample. */
export function createBalances(
  { clock, log }: Pick<AppContext, 'clock' | 'log'>,
  activeProfiles: ActiveProfiles,
  onRead: (profileId: ProfileId, sample: AccountSample) => void,
  events: CreationEvents,
): Balances {
  const readings = new Map<ProfileId, BalanceReading>()
  const pendingIds = new Set<ProfileId>()
  const reading = new Set<ActiveProfile>()

  const read: Balances['read'] = async (profileId, client, options = {}) => {
    const sample = await client.queryAccount(options)
    onRead(profileId, sample)
    if (sample.avatarCreationsLeft === null) return null
    const balance: BalanceReading = { avatarCreationsLeft: sample.avatarCreationsLeft, at: sample.at }
    readings.set(profileId, balance)
    events.emit('balanceRead', profileId, balance)
    return balance
  }

  /** Reads as long as reads are requested, with a pause after each read. */
  const readPending = async (active: ActiveProfile): Promise<void> => {
    const { profile, client, signal } = active
    if (!active.may.poll || reading.has(active)) return
    reading.add(active)
    while (!signal.aborted && pendingIds.delete(profile.id)) {
      try {
        await read(profile.id, client, { signal })
      } catch (error) {
        if (!(error instanceof FailureError)) log.error('reading a balance', error)
        // Cancelled: the read is still wanted, for the profile as it is active now or later.
        else if (error.failure.kind === 'cancelled') refresh(profile.id)
      }
      await pause(clock, paceMs, signal)
    }
    reading.delete(active)
  }

  const refresh = (profileId: ProfileId): void => {
    pendingIds.add(profileId)
    const active = activeProfiles.of(profileId)
    if (active !== null) void readPending(active)
  }

  return {
    last: (profileId) => readings.get(profileId) ?? null,
    forget: (profileId) => void readings.delete(profileId),
    read,
    refresh,
    begin: (active) => void readPending(active),
  }
}
