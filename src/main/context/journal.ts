/**
 * The append-only journal of what operators did and what was seen. Never a secret: what was heard from the service
 * comes redacted, and whatever is or looks like a secret is taken out here once more, because no entry can be put right
 * later.
 */
import type { Failure } from '../../shared/failure.ts'
import type { ExchangeId, ProfileId } from '../../shared/ids.ts'
import type { ActivityEntry, ActivityFacts } from '../../shared/schemas/activity.ts'
import type { Clock } from '../lib/clock.ts'
import type { Emit } from '../ipc/handlers.ts'
import { logged } from '../lib/log.ts'
import type { Log } from '../lib/log.ts'
import { redactSecrets } from '../lib/redaction.ts'
import type { Repositories } from '../store/repositories.ts'

/** What a part notes down; the journal adds the time and the operator. */
export interface NewActivity
  extends
    Pick<ActivityEntry, 'action' | 'target' | 'outcome'>,
    Partial<Pick<ActivityEntry, 'act' | 'facts' | 'failure'>> {
  /** Without an id no profile was open; without a name it is gone. */
  readonly profile: { readonly id: ProfileId | null; readonly name: string | null }
}

/** What became of an act; what is left out is as in its intent. */
export type ActEnd = Pick<NewActivity, 'outcome'> & Partial<Pick<NewActivity, 'action' | 'facts' | 'failure'>>

/** What is about to be sent. Its entries share the `act`. */
type Intent = Omit<NewActivity, 'outcome' | 'failure' | 'act'> & { readonly act: string }

/** An act that is written down as intended. */
export interface Act {
  /** For the call that the act makes. */
  readonly onExchange: (exchangeId: ExchangeId) => void
  /**
   * Writes what became of it. The first call counts, so that a `finally` may end as unknown what nothing else has ended. A
   * journal that cannot be written is logged; the intent stays alone then, and reads as unknown.
   */
  readonly end: (end: ActEnd) => void
}

export interface Journal {
  /** Writes what has already happened; a journal that cannot be written is logged and stops nothing. */
  readonly noteAfter: (entry: NewActivity) => void
  /** Writes what is nothing but its entry, such as a note; throws a `storage` failure. */
  readonly add: (entry: NewActivity) => void
  /**
   * Writes the intent of an act, as `unknown`, before anything of it is sent; throws a `storage` failure. After a crash the
   * intent is the last that is known, and `unknown` is the truth.
   */
  readonly begin: (intent: Intent) => Act
  /** Whether this run of the program still waits for the end of the intent with this id. */
  readonly isInProgress: (id: number) => boolean
}

/** Keeps the last exchange of a call, for the entry that the call leads to. */
export interface ExchangeFact {
  readonly onExchange: (exchangeId: ExchangeId) => void
  /** Empty before the first exchange. */
  readonly facts: () => ActivityFacts
}

export function createExchangeFact(): ExchangeFact {
  let facts: ActivityFacts = {}
  return {
    onExchange: (exchangeId) => {
      facts = { exchangeId }
    },
    facts: () => facts,
  }
}

// Texts only: a token is never a number, and the condition of an alert has no free text.
function withoutSecrets(facts: ActivityFacts): ActivityFacts {
  const pairs = Object.entries(facts).map(([name, value]) => [
    name,
    typeof value === 'string' ? redactSecrets(value) : value,
  ])
  return Object.fromEntries(pairs) as ActivityFacts
}

/** `operator`: the system user's name. */
export function createJournal(
  { clock, emit, log }: { readonly clock: Clock; readonly emit: Emit; readonly log: Log },
  repository: Pick<Repositories['activity'], 'append'>,
  operator: string,
): Journal {
  const inProgress = new Set<number>()

  const append = (
    { profile, target, act = null, facts = {}, failure = null, ...entry }: NewActivity,
    isIntent = false,
  ): number =>
    repository.append({
      ...entry,
      act,
      isIntent,
      at: clock.now(),
      profileId: profile.id,
      profileName: profile.name,
      operator,
      target: redactSecrets(target),
      facts: withoutSecrets(facts),
      // Plain JSON, and a token holds no character that JSON writes otherwise.
      failure: JSON.parse(redactSecrets(JSON.stringify(failure))) as Failure | null,
    }).id
  const added = (): void => emit('activity.added', {})
  const noteAfter = (entry: NewActivity): void => {
    const what = `journal entry ${entry.action} (${entry.outcome})`
    logged(log, `${what} could not be written`, () => void append(entry))
    added()
  }

  return {
    noteAfter,
    add: (entry) => {
      append(entry)
      added()
    },
    begin: (intent) => {
      const id = append({ ...intent, outcome: 'unknown' }, true)
      inProgress.add(id)
      added()
      const exchange = createExchangeFact()
      return {
        onExchange: exchange.onExchange,
        end: (end) => {
          if (!inProgress.delete(id)) return
          noteAfter({ ...intent, ...end, facts: { ...intent.facts, ...end.facts, ...exchange.facts() } })
        },
      }
    },
    isInProgress: (id) => inProgress.has(id),
  }
}
