/** The balances of the open profile: read when it is opened and every 5 minutes, and kept over time. */
import { FailureError } from '../../shared/failure.ts'
import type { Account, AccountSample, AccountSeries } from '../../shared/schemas/account.ts'
import type { SeriesRange } from '../../shared/schemas/session.ts'
import type { ProfileId } from '../../shared/ids.ts'
import type { ActiveProfile } from '../context/active-profile.ts'
import { createExchangeFact } from '../context/journal.ts'
import { requireOpen } from '../context/open-profile.ts'
import type { OpenProfile } from '../context/open-profile.ts'
import type { ProfileContext } from '../context/profile-context.ts'
import { logged } from '../lib/log.ts'
import { every } from '../lib/every.ts'
import type { CallOptions, ServiceClient } from '../service/operations.ts'
import { createChartAnnotations } from '../store/chart-annotations.ts'
import { asStorageFailure } from '../store/storage-failure.ts'
import { createBalanceHistory } from './balance-history.ts'
import type { HandlersUnder } from '../ipc/handlers.ts'

const intervalMs = 5 * 60_000
const afterFailureMs = 60_000

export interface AccountMonitor {
  /** Reads the balances immediately and every 5 minutes, until the signal is aborted. */
  readonly begin: (active: ActiveProfile) => void
  /** Last known balances and their pace; reads nothing from the service. Failures: no-profile, storage. */
  readonly figures: () => Account
  /** The stored balances over a range of time, at most 1,500 points. Failures: no-profile, storage. */
  readonly series: (range: SeriesRange) => AccountSeries
  /** Asks for a file, and writes every stored reading of a range. Failures: no-profile, storage, those of a file. */
  readonly exportSeries: (range: SeriesRange) => Promise<string | null>
  /** Calls queryAccount now and writes the read into the journal. Failures: no-profile, those of a service call. */
  readonly refresh: () => Promise<Account>
  /** Stores balances that a different module has read, such as the confirmation of a creation. Never throws. */
  readonly record: (profileId: ProfileId, sample: AccountSample) => void
}

/** `onRead` is called after every read of the open profile, good or failed; it must not throw. */
export function createAccount(context: ProfileContext, onRead: (account: Account) => void): AccountMonitor {
  const { current, journal, clock, emit, log } = context
  const { accountSamples } = context.repositories
  const history = createBalanceHistory(context, createChartAnnotations(context.database))
  // The failure of the last read, and when the read is retried; null where no retry is planned.
  let failure: Account['failure'] = null
  let retryAt: number | null = null
  // A failure of a previous client, with a different secret or address, shows nothing about the profile as it is now.
  let readBy: ServiceClient | null = null

  const view = (profileId: ProfileId): Account => ({
    ...history.summary(profileId),
    failure,
    ...(failure === null || retryAt === null ? {} : { nextAt: retryAt }),
  })

  const emitView = (profileId: ProfileId): void =>
    logged(log, 'the stored balances could not be read', () => emit('account.changed', view(profileId)))

  /** Pushes the result of a read, or of an attempt to read, unless its profile is no longer open. */
  const push = (profileId: ProfileId, error: FailureError | null, follow: (account: Account) => void): void => {
    if (current()?.profile.id !== profileId) return
    failure = error && { failure: error.failure, at: clock.now() }
    retryAt = null
    logged(log, 'the stored balances could not be read', () => {
      const account = view(profileId)
      emit('account.changed', account)
      follow(account)
    })
  }

  const pushEnd = (profileId: ProfileId, error: FailureError | null): void => push(profileId, error, onRead)

  const record = (profileId: ProfileId, sample: AccountSample): void => {
    let unstored: FailureError | null = null
    try {
      accountSamples.add(profileId, sample)
    } catch (error) {
      unstored = asStorageFailure(error)
    }
    pushEnd(profileId, unstored)
  }

  const read = async ({ profile, client }: OpenProfile, options: CallOptions): Promise<AccountSample> => {
    try {
      const sample = await client.queryAccount({
        ...options,
        // Retries can take as long as several reads: the page shows immediately that the service does not answer.
        onFailedAttempt: (error) => push(profile.id, error, () => undefined),
      })
      // A different client might have read the balance of a different account.
      if (current()?.client === client) record(profile.id, sample)
      return sample
    } catch (error) {
      if (error instanceof FailureError && error.failure.kind !== 'cancelled') pushEnd(profile.id, error)
      throw error
    }
  }

  return {
    figures: () => view(requireOpen(current).profile.id),
    series: (range) => history.series(requireOpen(current).profile.id, range),
    exportSeries: (range) => {
      const { name, text } = history.csv(requireOpen(current).profile.id, range)
      return context.saveFile(name, text)
    },
    refresh: async () => {
      const open = requireOpen(current)
      const { profile } = open
      const entry = { profile, action: 'account.read', target: profile.name } as const
      const exchange = createExchangeFact()
      try {
        const { avatarCreationsLeft, durationLeft } = await read(open, exchange)
        const facts = { creationsLeft: avatarCreationsLeft, durationLeft, ...exchange.facts() }
        journal.noteAfter({ ...entry, outcome: 'done', facts })
      } catch (error) {
        if (error instanceof FailureError) journal.noteAfter({ ...entry, outcome: 'failed', failure: error.failure })
        throw error
      }
      return view(profile.id)
    },
    record,
    begin: (active) => {
      const { profile, client, signal } = active
      if (client !== readBy) {
        readBy = client
        failure = null
        retryAt = null
      }
      if (!active.may.poll) return
      void every(signal, {
        clock,
        log,
        name: 'reading the account',
        run: async () => void (await read(active, { signal })),
        delayMs: () => {
          if (failure === null) return intervalMs
          retryAt = clock.now() + afterFailureMs
          emitView(profile.id)
          return afterFailureMs
        },
      })
    },
  }
}

export function createAccountHandlers(account: AccountMonitor): HandlersUnder<'account'> {
  return {
    'account.figures': () => account.figures(),
    'account.refresh': () => account.refresh(),
    'account.series': ({ range }) => account.series(range),
    'account.exportSeries': async ({ range }) => ({ fileName: await account.exportSeries(range) }),
  }
}
