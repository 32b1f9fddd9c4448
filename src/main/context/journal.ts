/**
 * The append-only journal of operators' acts and of observed events. It never contains a secret: texts of the service
 * arrive redacted, and the journal redacts everything that is or looks like a secret again, because entries cannot be
 * corrected later.
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

/** A new entry; the journal adds the time and the operator. */
export interface NewActivity
  extends
    Pick<ActivityEntry, 'action' | 'target' | 'outcome'>,
    Partial<Pick<ActivityEntry, 'act' | 'facts' | 'failure'>> {
  /** `id` is null when no profile was open; `name` is null when the profile no longer exists. */
  readonly profile: { readonly id: ProfileId | null; readonly name: string | null }
}

/** The outcome of an act. Members that are absent are as in the intent. */
export type ActEnd = Pick<NewActivity, 'outcome'> & Partial<Pick<NewActivity, 'action' | 'facts' | 'failure'>>

/** A command before it is sent. All entries of the act share the `act` id. */
type Intent = Omit<NewActivity, 'outcome' | 'failure' | 'act'> & { readonly act: string }

/** An act whose intent is in the journal. */
export interface Act {
  /** Pass this to the call that the act makes. */
  readonly onExchange: (exchangeId: ExchangeId) => void
  /**
   * Writes the outcome. Only the first call counts, so that a `finally` can end an act as unknown if nothing else ended
   * it. A failed write is logged; the intent then has no outcome and is shown as unknown.
   */
  readonly end: (end: ActEnd) => void
}

export interface Journal {
  /** Writes an event that has already happened. A failed write is logged and stops nothing. */
  readonly noteAfter: (entry: NewActivity) => void
  /** Writes an entry that is itself the event, such as a note; throws a `storage` failure. */
  readonly add: (entry: NewActivity) => void
  /**
   * Writes the intent of an act with the outcome `unknown` before anything is sent; throws a `storage` failure. After a
   * crash only the intent exists, and its outcome really is unknown.
   */
  readonly begin: (intent: Intent) => Act
  /** Whether this run of the program still waits for the outcome of the intent with this id. */
  readonly isInProgress: (id: number) => boolean
}

/** Keeps the last exchange of a call for the journal entry about the call. */
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

// Redacts only texts: a token is never a number, and the condition of an alert contains no free text.
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
      // A failure is plain JSON, and a token contains no character that JSON escapes.
      failure: JSON.parse(redactSecrets(JSON.stringify(failure))) as Failure | null,
    }).id
  const added = (): void => emit('activity.added', {})
  const noteAfter = (entry: NewActivity): void => {
    const description = `journal entry ${entry.action} (${entry.outcome})`
    logged(log, `${description} could not be written`, () => void append(entry))
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
