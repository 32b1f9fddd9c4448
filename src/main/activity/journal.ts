/**
 * The append-only journal of what operators did and what was seen. Never a secret: what was heard from the service
 * comes redacted, and whatever looks like a token is taken out here once more, because no entry can be put right later.
 */
import type { Failure } from '../../shared/failure.ts'
import type { ProfileId } from '../../shared/ids.ts'
import type { ActivityAction, ActivityEntry } from '../../shared/schemas/activity.ts'
import type { Clock } from '../clock.ts'
import type { Emit } from '../ipc/handlers.ts'
import type { Log } from '../log.ts'
import { redactor } from '../service/redaction.ts'
import type { ActivityRepository } from '../store/activity-repository.ts'

/** What a part notes down; the journal adds the time and the operator. */
export interface NewActivity {
  readonly profileId: ProfileId | null
  readonly profileName: string | null
  readonly action: ActivityAction
  /** What it was done to: a file name, an id, an application. */
  readonly target: string
  /**
   * A command writes its intent as `unknown` with the fact `step: 'intent'` before it is sent and its outcome
   * afterwards; after a crash in between the intent stays, and `unknown` is then the truth.
   */
  readonly outcome: ActivityEntry['outcome']
  readonly facts?: ActivityEntry['facts']
  readonly failure?: Failure | null
}

/** The journal. */
export interface Journal {
  /** Writes an entry and pushes `activity.added`; throws a `storage` failure. Call it before a command is sent. */
  readonly note: (entry: NewActivity) => void
  /** The same for what has already happened: a journal that cannot be written is logged and stops nothing. */
  readonly noteAfter: (entry: NewActivity) => void
}

/** What the journal needs; `operator` is the system user's name. */
export interface JournalDeps {
  readonly repository: Pick<ActivityRepository, 'append'>
  readonly clock: Clock
  readonly emit: Emit
  readonly log: Log
  readonly operator: string
}

const redact = redactor([])

// Texts only: a token is never a number, and has no line of its own among the facts.
function withoutSecrets(facts: ActivityEntry['facts']): ActivityEntry['facts'] {
  const pairs = Object.entries(facts).map(([name, value]) => [name, typeof value === 'string' ? redact(value) : value])
  return Object.fromEntries(pairs) as ActivityEntry['facts']
}

// A failure is plain JSON, and a token holds no character that JSON writes otherwise.
function failureWithoutSecrets(failure: Failure): Failure {
  return JSON.parse(redact(JSON.stringify(failure))) as Failure
}

/** Gives the journal over its rows. */
export function createJournal({ repository, clock, emit, log, operator }: JournalDeps): Journal {
  const note = (entry: NewActivity): void => {
    const written = repository.append({
      at: clock.now(),
      profileId: entry.profileId,
      profileName: entry.profileName,
      operator,
      action: entry.action,
      target: redact(entry.target),
      outcome: entry.outcome,
      facts: withoutSecrets(entry.facts ?? {}),
      failure: entry.failure ? failureWithoutSecrets(entry.failure) : null,
    })
    emit('activity.added', written)
  }
  return {
    note,
    noteAfter: (entry) => {
      try {
        note(entry)
      } catch (error) {
        log.error(`journal entry ${entry.action} for ${entry.target} (${entry.outcome}) could not be written`, error)
      }
    },
  }
}
