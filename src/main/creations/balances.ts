/** Readings of the creation balance around submissions and outcomes: the evidence of what a creation cost. */
import type { ProfileId } from '../../shared/ids.ts'
import type { AccountSample } from '../../shared/schemas/account.ts'
import type { BalanceReading } from '../../shared/schemas/avatar.ts'
import type { AppContext } from '../context/app-context.ts'
import { createPoller } from '../lib/poller.ts'
import type { CallOptions, ServiceClient } from '../service/operations.ts'

export interface ServiceAccess {
  /** Refuses (`no-profile`, `practice-stopped`) for a profile that cannot be served now. */
  readonly clientFor: (profileId: ProfileId) => Promise<ServiceClient>
  /** True while the service refuses the profile's token: nothing but what was confirmed is sent. */
  readonly isTokenRefused: (profileId: ProfileId) => boolean
}

const paceMs = 3_000
const maxParallel = 4

export interface Balances {
  /** Sets who is called, after `onRead`, with every number of creations. */
  readonly listen: (listener: (profileId: ProfileId, reading: BalanceReading) => void) => void
  /** The last number of creations that was read in this run. */
  readonly last: (profileId: ProfileId) => BalanceReading | null
  /** The account is not the one that was read. */
  readonly forget: (profileId: ProfileId) => void
  /** Null when the answer names no number. Failures: those of queryAccount. */
  readonly read: (profileId: ProfileId, client: ServiceClient, options?: CallOptions) => Promise<BalanceReading | null>
  /** Has the balance read soon: once in 3 s however often it is asked for. A read that fails is only logged. */
  readonly refresh: (profileId: ProfileId) => void
  /** Reads what was wanted while a profile's token was refused. */
  readonly resume: () => void
  /** With true, reads nothing automatically; with false, what was wanted meanwhile. */
  readonly setPaused: (paused: boolean) => void
  readonly dispose: () => void
}

/** Reads balances and remembers the last one of each profile, for this run. `onRead` shows the account what was read. */
export function createBalances(
  context: Pick<AppContext, 'clock' | 'log'>,
  { clientFor, isTokenRefused }: ServiceAccess,
  onRead: (profileId: ProfileId, sample: AccountSample) => void,
): Balances {
  let onReading: (profileId: ProfileId, reading: BalanceReading) => void = () => undefined
  const readings = new Map<ProfileId, BalanceReading>()
  const wanted = new Map<ProfileId, boolean>()
  let isPaused = false

  const read = async (
    profileId: ProfileId,
    client: ServiceClient,
    options: CallOptions = {},
  ): Promise<BalanceReading | null> => {
    const sample = await client.queryAccount(options)
    onRead(profileId, sample)
    if (sample.avatarCreationsLeft === null) return null
    const reading: BalanceReading = { avatarCreationsLeft: sample.avatarCreationsLeft, at: sample.at }
    readings.set(profileId, reading)
    onReading(profileId, reading)
    return reading
  }

  const poller = createPoller<ProfileId>(context, {
    name: 'reading a balance',
    poll: async (profileId, signal) => {
      wanted.set(profileId, false)
      await read(profileId, await clientFor(profileId), { signal })
    },
    delayMs: (profileId) => (wanted.get(profileId) === true ? paceMs : Infinity),
    holdMs: (profileId) => (isPaused || isTokenRefused(profileId) ? Infinity : 0),
    maxParallel,
  })

  return {
    listen: (listener: typeof onReading): void => {
      onReading = listener
    },
    last: (profileId: ProfileId): BalanceReading | null => readings.get(profileId) ?? null,
    forget: (profileId: ProfileId): void => void readings.delete(profileId),
    read,
    refresh: (profileId: ProfileId): void => {
      const isPolled = wanted.has(profileId)
      wanted.set(profileId, true)
      if (isPolled) poller.replan()
      else poller.add(profileId)
    },
    resume: poller.replan,
    setPaused: (paused: boolean): void => {
      isPaused = paused
      poller.replan()
    },
    dispose: (): void => void poller.dispose(),
  }
}
