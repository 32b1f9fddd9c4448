/** Readings of the creation balance around submissions and outcomes: the evidence of what a creation cost. */
import { FailureError } from '../../shared/failure.ts'
import type { ProfileId } from '../../shared/ids.ts'
import type { AccountSample } from '../../shared/schemas/account.ts'
import type { BalanceReading } from '../../shared/schemas/avatar.ts'
import type { AppContext } from '../context/app-context.ts'
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
  /** Reads what was wanted while the profile was suspended. */
  readonly resume: (profileId: ProfileId) => void
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

/** The reads that nobody waits for, of one profile. */
interface Paced {
  isWanted: boolean
  /** Epoch milliseconds. */
  lastAt: number
  cancel: (() => void) | null
}

const paceMs = 10_000

/** `onRead` is called with every answer, so that the account shows what was read. */
export function createBalances(
  { clock, log }: Pick<AppContext, 'clock' | 'log'>,
  { clientFor, isTokenRefused }: ServiceAccess,
  onRead: (profileId: ProfileId, sample: AccountSample) => void,
): Balances {
  let onReading: BalanceListener = () => undefined
  const existing = new Map<ProfileId, BalanceReading>()
  const paced = new Map<ProfileId, Paced>()
  let isPaused = false

  const read = async (
    profileId: ProfileId,
    client: ServiceClient,
    signal: AbortSignal | null,
  ): Promise<BalanceReading | null> => {
    const sample = await client.queryAccount(signal === null ? {} : { signal })
    onRead(profileId, sample)
    if (sample.avatarCreationsLeft === null) return null
    const reading: BalanceReading = { avatarCreationsLeft: sample.avatarCreationsLeft, at: sample.at }
    existing.set(profileId, reading)
    onReading(profileId, reading)
    return reading
  }

  const readPaced = async (profileId: ProfileId): Promise<void> => {
    try {
      await read(profileId, await clientFor(profileId), null)
    } catch (error) {
      if (error instanceof FailureError) log.info(`balance of ${profileId} not read: ${error.failure.kind}`)
      else log.error(`balance of ${profileId}`, error)
    }
  }

  const plan = (profileId: ProfileId, entry: Paced): void => {
    if (isPaused || isTokenRefused(profileId) || !entry.isWanted || entry.cancel !== null) return
    // A clock that was set back must not put the read off for longer than the pace.
    const delayMs = Math.min(paceMs, Math.max(0, entry.lastAt + paceMs - clock.now()))
    entry.cancel = clock.after(delayMs, () => {
      entry.cancel = null
      if (isTokenRefused(profileId)) return
      entry.isWanted = false
      entry.lastAt = clock.now()
      void readPaced(profileId)
    })
  }

  const pause = (): void => {
    isPaused = true
    for (const entry of paced.values()) {
      entry.cancel?.()
      entry.cancel = null
    }
  }

  return {
    listen: (listener) => {
      onReading = listener
    },
    last: (profileId) => existing.get(profileId) ?? null,
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
    refresh: (profileId) => {
      const entry = paced.get(profileId) ?? { isWanted: false, lastAt: -Infinity, cancel: null }
      paced.set(profileId, entry)
      entry.isWanted = true
      plan(profileId, entry)
    },
    resume: (profileId) => {
      const entry = paced.get(profileId)
      if (entry !== undefined) plan(profileId, entry)
    },
    pause,
    wake: () => {
      isPaused = false
      for (const [profileId, entry] of paced) plan(profileId, entry)
    },
    dispose: pause,
  }
}
