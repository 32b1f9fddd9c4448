/** Readings of the creation balance around submissions and outcomes: the evidence of what a creation cost. */
import type { ProfileId } from '../../shared/ids.ts'
import type { AccountSample } from '../../shared/schemas/account.ts'
import type { BalanceReading } from '../../shared/schemas/avatar.ts'
import type { AppContext } from '../context/app-context.ts'
import { createPoller } from '../lib/poller.ts'
import type { ServiceClient } from '../service/operations.ts'

type BalanceListener = (profileId: ProfileId, reading: BalanceReading) => void

/** Reads balances and remembers the last one of each profile, for this run. */
export interface Balances {
  /**
   * Reads queryAccount; null when the answer names no number of creations. Gives up after `limitMs` when one is given.
   * Failures: those of queryAccount, `cancelled` when given up.
   */
  readonly read: (profileId: ProfileId, client: ServiceClient, limitMs?: number) => Promise<BalanceReading | null>
  readonly last: (profileId: ProfileId) => BalanceReading | null
  /** Has the balance read soon: once in 10 s however often it is asked for. A read that fails is only logged. */
  readonly refresh: (profileId: ProfileId) => void
  /** Sets who is called, after that, with every number of creations. */
  readonly listen: (listener: BalanceListener) => void
  /** Reads what was wanted while a profile's token was refused. */
  readonly resume: () => void
  /** Reads nothing automatically until `wake`, and then what was wanted meanwhile. */
  readonly pause: () => void
  readonly wake: () => void
  readonly dispose: () => void
}

/** The way to the service of each profile. */
export interface ServiceAccess {
  /** Refuses (`no-profile`, `practice-stopped`) for a profile that cannot be served now. */
  readonly clientFor: (profileId: ProfileId) => Promise<ServiceClient>
  /** True while the service refuses the profile's token: nothing but what was confirmed is sent. */
  readonly isTokenRefused: (profileId: ProfileId) => boolean
}

const paceMs = 10_000
const maxParallel = 4

/** `onRead` is called with every answer, so that the account shows what was read. */
export function createBalances(
  { clock, log }: Pick<AppContext, 'clock' | 'log'>,
  { clientFor, isTokenRefused }: ServiceAccess,
  onRead: (profileId: ProfileId, sample: AccountSample) => void,
): Balances {
  let onReading: BalanceListener = () => undefined
  const readings = new Map<ProfileId, BalanceReading>()
  const wanted = new Map<ProfileId, boolean>()
  let isPaused = false

  const read = async (
    profileId: ProfileId,
    client: ServiceClient,
    options: { readonly signal?: AbortSignal },
  ): Promise<BalanceReading | null> => {
    const sample = await client.queryAccount(options)
    onRead(profileId, sample)
    if (sample.avatarCreationsLeft === null) return null
    const reading: BalanceReading = { avatarCreationsLeft: sample.avatarCreationsLeft, at: sample.at }
    readings.set(profileId, reading)
    onReading(profileId, reading)
    return reading
  }

  const poller = createPoller<ProfileId>(
    { clock, log },
    {
      name: 'reading a balance',
      poll: async (profileId, signal) => {
        wanted.set(profileId, false)
        await read(profileId, await clientFor(profileId), { signal })
      },
      delayMs: (profileId) => (wanted.get(profileId) === true ? paceMs : Infinity),
      holdMs: (profileId) => (isPaused || isTokenRefused(profileId) ? Infinity : 0),
      maxParallel,
    },
  )

  return {
    listen: (listener) => {
      onReading = listener
    },
    last: (profileId) => readings.get(profileId) ?? null,
    read: async (profileId, client, limitMs) => {
      if (limitMs === undefined) return read(profileId, client, {})
      const controller = new AbortController()
      const cancel = clock.after(limitMs, () => {
        controller.abort()
      })
      try {
        return await read(profileId, client, controller)
      } finally {
        cancel()
      }
    },
    refresh: (profileId) => {
      const isPolled = wanted.has(profileId)
      wanted.set(profileId, true)
      if (isPolled) poller.replan()
      else poller.add(profileId)
    },
    resume: poller.replan,
    pause: () => {
      isPaused = true
      poller.replan()
    },
    wake: () => {
      isPaused = false
      poller.replan()
    },
    dispose: () => void poller.dispose(),
  }
}
