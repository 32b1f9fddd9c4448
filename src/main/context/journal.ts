/**
 * The append-only journal of what operators did and what was seen. Never a secret: what was heard from the service
 * comes redacted, and whatever is or looks like a secret is taken out here once more, because no entry can be put right
 * later.
 */
import type { Failure } from '../../shared/failure.ts'
import type { ExchangeId, ProfileId } from '../../shared/ids.ts'
import type { ActivityEntry } from '../../shared/schemas/activity.ts'
import type { Clock } from '../lib/clock.ts'
import type { Emit } from '../ipc/handlers.ts'
import { logged } from '../lib/log.ts'
import type { Log } from '../lib/log.ts'
import { redactSecrets } from '../lib/redaction.ts'
import type { Repositories } from '../store/repositories.ts'

/** What a part notes down; the journal adds the time and the operator. */
export interface NewActivity
  extends Pick<ActivityEntry, 'action' | 'target' | 'outcome'>, Partial<Pick<ActivityEntry, 'facts' | 'failure'>> {
  /** Without an id no profile was open; without a name it is gone. */
  readonly profile: { readonly id: ProfileId | null; readonly name: string | null }
}

/** What became of an act; what is left out is as in its intent. */
export type ActEnd = Pick<NewActivity, 'outcome'> & Partial<Pick<NewActivity, 'action' | 'facts' | 'failure'>>

export type Journal = ReturnType<typeof createJournal>

/** An act that is written down as intended. */
export type Act = ReturnType<Journal['begin']>

/** Takes the exchanges of a call, for the fact by which an entry names the last of them; none is no fact. */
export function createExchangeFact() {
  let facts: ActivityEntry['facts'] = {}
  return {
    onExchange: (exchangeId: ExchangeId): void => {
      facts = { exchangeId }
    },
    facts: () => facts,
  }
}

// Texts only: a token is never a number, and has no line of its own among the facts.
function withoutSecrets(facts: ActivityEntry['facts']): ActivityEntry['facts'] {
  const pairs = Object.entries(facts).map(([name, value]) => [
    name,
    typeof value === 'string' ? redactSecrets(value) : value,
  ])
  return Object.fromEntries(pairs) as ActivityEntry['facts']
}

/** `operator`: the system user's name. */
export function createJournal(
  { clock, emit, log }: { readonly clock: Clock; readonly emit: Emit; readonly log: Log },
  repository: Pick<Repositories['activity'], 'append'>,
  operator: string,
) {
  const inProgress = new Set<number>()

  const append = ({ profile, target, facts = {}, failure = null, ...entry }: NewActivity): number =>
    repository.append({
      ...entry,
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
    /** Writes what has already happened; a journal that cannot be written is logged and stops nothing. */
    noteAfter,
    /**
     * Writes the intent of an act, as `unknown` with the fact `step: 'intent'`, before anything of it is sent; throws a
     * `storage` failure. After a crash the intent is the last that is known, and `unknown` is the truth. Its facts name
     * the act (`requestedAt`, `runId` or `jobId`: the column `act`).
     */
    begin: (intent: Omit<NewActivity, 'outcome' | 'failure'>) => {
      const id = append({ ...intent, outcome: 'unknown', facts: { ...intent.facts, step: 'intent' } })
      inProgress.add(id)
      added()
      const exchange = createExchangeFact()
      return {
        /** For the call that the act makes. */
        onExchange: exchange.onExchange,
        /**
         * Writes what became of it. The first call counts, so that a `finally` may end as unknown what nothing else has
         * ended. A journal that cannot be written is logged; the intent stays alone then, and reads as unknown.
         */
        end: (end: ActEnd): void => {
          if (!inProgress.delete(id)) return
          noteAfter({ ...intent, ...end, facts: { ...intent.facts, ...end.facts, ...exchange.facts() } })
        },
      }
    },
    isInProgress: (id: number): boolean => inProgress.has(id),
  }
}
