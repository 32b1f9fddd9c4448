/** The balances of the open profile: read when it is opened and every 5 minutes, and kept over time. */
import { FailureError } from '../../shared/failure.ts'
import type { Account, AccountSample, AccountSeries } from '../../shared/schemas/account.ts'
import type { SeriesRange } from '../../shared/schemas/session.ts'
import type { ProfileId } from '../../shared/ids.ts'
import { createExchangeFact } from '../context/journal.ts'
import { isSameOpen, requireOpen } from '../context/open-profile.ts'
import type { OpenProfile } from '../context/open-profile.ts'
import type { ProfileContext } from '../context/profile-context.ts'
import { logged } from '../lib/log.ts'
import { createPoller } from '../lib/poller.ts'
import type { CallOptions } from '../service/operations.ts'
import { createChartAnnotations } from '../store/chart-annotations.ts'
import { asStorageFailure } from '../store/storage-failure.ts'
import { createBalanceHistory } from './balance-history.ts'
import type { HandlersUnder } from '../ipc/handlers.ts'

/** The reads of one open profile; a switch ends it and begins another. */
interface Era {
  readonly open: OpenProfile
  failure: Account['failure']
  /** When a read that failed is tried again; null where that is not planned. */
  retryAt: number | null
}

const intervalMs = 5 * 60_000
const afterFailureMs = 60_000

export type AccountMonitor = ReturnType<typeof createAccount>

/**
 * Nothing is read on schedule before `follow`. `onRead`: after every read of the open profile, good or failed; must not
 * throw.
 */
export function createAccount(context: ProfileContext, onRead: (account: Account) => void) {
  const { current, journal, clock, emit, log } = context
  const { accountSamples } = context.repositories
  const history = createBalanceHistory(context, createChartAnnotations(context.database))
  let era: Era | null = null

  const view = (profileId: ProfileId): Account => {
    const { failure, retryAt } = era?.open.profile.id === profileId ? era : { failure: null, retryAt: null }
    return {
      ...history.summary(profileId),
      failure,
      ...(failure === null || retryAt === null ? {} : { nextAt: retryAt }),
    }
  }

  /** Pushes how a read, or an attempt of one, has ended, unless its profile is no longer read. */
  const push = (profileId: ProfileId, failure: FailureError | null, follow: (account: Account) => void): void => {
    if (era?.open.profile.id !== profileId) return
    era.failure = failure === null ? null : { failure: failure.failure, at: clock.now() }
    era.retryAt = null
    logged(log, 'the kept balances could not be read', () => {
      const account = view(profileId)
      emit('account.changed', account)
      follow(account)
    })
  }

  const ended = (profileId: ProfileId, failure: FailureError | null): void => push(profileId, failure, onRead)

  const record = (profileId: ProfileId, sample: AccountSample): void => {
    let failure: FailureError | null = null
    try {
      accountSamples.add(profileId, sample)
    } catch (error) {
      failure = asStorageFailure(error)
    }
    ended(profileId, failure)
  }

  const read = async ({ profile, client }: OpenProfile, options: CallOptions): Promise<AccountSample> => {
    try {
      const sample = await client.queryAccount({
        ...options,
        // Retries may take as long as several reads: the page says at once that the service does not answer.
        onFailedAttempt: (error) => push(profile.id, error, () => undefined),
      })
      record(profile.id, sample)
      return sample
    } catch (error) {
      if (error instanceof FailureError && error.failure.kind !== 'cancelled') ended(profile.id, error)
      throw error
    }
  }

  const poller = createPoller<Era>(context, {
    name: 'reading the account',
    poll: async ({ open }, signal) => void (await read(open, { signal })),
    delayMs: ({ failure }) => (failure === null ? intervalMs : afterFailureMs),
    onRetryPlanned: (planned, at) => {
      if (planned !== era || planned.failure === null || planned.retryAt === at) return
      planned.retryAt = at
      logged(log, 'the kept balances could not be read', () => emit('account.changed', view(planned.open.profile.id)))
    },
  })

  const stop = (): void => {
    if (era !== null) poller.remove(era)
    era = null
  }

  return {
    /** Last known balances and their pace; reads nothing from the service. Failures: no-profile, storage. */
    figures: (): Account => view(requireOpen(current).profile.id),
    /** The kept balances over a range of time, at most 1,500 points. Failures: no-profile, storage. */
    series: (range: SeriesRange): AccountSeries => history.series(requireOpen(current).profile.id, range),
    /** Asks where, and writes every kept reading of a range there. Failures: no-profile, storage, those of a file. */
    exportSeries: (range: SeriesRange): Promise<string | null> => {
      const { name, text } = history.csv(requireOpen(current).profile.id, range)
      return context.saveFile(name, text)
    },
    /** Reads queryAccount now and writes that into the journal. Failures: no-profile, every one of a service call. */
    refresh: async (): Promise<Account> => {
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
    /** Keeps balances that another part has read, such as the confirmation of a creation. Never throws. */
    record,
    /** The open profile or its client changed: the old reads end, the new ones start at once. */
    follow: (): void => {
      const open = current()
      if (isSameOpen(era?.open, open)) return
      stop()
      if (open === null) return
      era = { open, failure: null, retryAt: null }
      poller.add(era)
    },
    /** No automatic reads until `wake`, for sleep and a lost network. */
    pause: poller.suspend,
    wake: poller.resume,
    dispose: stop,
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
