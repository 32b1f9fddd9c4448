/** The shapes of answers by profile and operation, and how they changed: names and types, never a value. */
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { ProfileId } from '../../shared/ids.ts'
import { answerChange, shapeChange } from '../../shared/schemas/shape.ts'
import type { AnswerChange, ShapeChange } from '../../shared/schemas/shape.ts'
import { columnsAs, jsonIn, statementsIn } from './statements.ts'
import { inTransaction } from './storage-failure.ts'

/** A field of a shape, as stored between two runs. */
export interface KnownField {
  /** As in `shapeField`. */
  readonly path: string
  /** The sum of the bits of its types. */
  readonly types: number
  /**
   * The number of answers that had it, up to the number that makes its absence a change; counted until it is optional.
   */
  readonly answers: number
  readonly isOptional: boolean
  /** The field has too many members to distinguish, or is nested too deeply. */
  readonly isCut: boolean
}

/** A change whose notice nobody has dismissed. */
export interface UnseenChange extends Pick<AnswerChange, 'operation' | 'at'> {
  readonly changes: readonly ShapeChange[]
}

export interface ShapesRepository {
  /** The known fields of an operation's answers; null before the first answer. */
  readonly known: (profileId: ProfileId, operation: string) => readonly KnownField[] | null
  /** The known fields of all operations of a profile. */
  readonly knownOf: (profileId: ProfileId) => readonly { operation: string; fields: readonly KnownField[] }[]
  /** A power loss may cost the last few counted answers. */
  readonly store: (profileId: ProfileId, operation: string, fields: readonly KnownField[]) => void
  /** Stores the new shape and the change that led to it; the operation's oldest changes are removed. */
  readonly change: (profileId: ProfileId, change: Omit<AnswerChange, 'id'>, fields: readonly KnownField[]) => void
  /** Newest first. */
  readonly changes: (profileId: ProfileId) => readonly AnswerChange[]
  /** Oldest first. */
  readonly unseen: (profileId: ProfileId) => readonly UnseenChange[]
  /** Records that the notice of all changes of a profile was dismissed. */
  readonly seen: (profileId: ProfileId, at: number) => void
  /** Removes the known shapes, because the profile's answers now come from a different service. */
  readonly forget: (profileId: ProfileId) => void
  /** Removes at most `most` changes that are older than 90 days. A smaller result means that none is left. */
  readonly prune: (now: number, most: number) => number
}

const retentionMs = 90 * 86_400_000

/** More than anyone reads, and a limit for a service whose answers change all the time. */
const keptChanges = 20

const [optional, cut] = [1, 2]

// A list for each field, as there are hundreds: path, types, answers, flags.
const storedFields = z.array(z.tuple([z.string(), z.int(), z.int(), z.int()]))

const toStored = ({ path, types, answers, isOptional, isCut }: KnownField): z.input<typeof storedFields>[number] => [
  path,
  types,
  answers,
  (isOptional ? optional : 0) | (isCut ? cut : 0),
]

/** Ignores a format that a different version of the program stored. */
function fieldsIn(text: unknown): readonly KnownField[] | null {
  const { data = null } = storedFields.safeParse(text)
  return (
    data?.map(([path, types, answers, flags]) => ({
      path,
      types,
      answers,
      isOptional: (flags & optional) !== 0,
      isCut: (flags & cut) !== 0,
    })) ?? null
  )
}

const shapeChanges = z.array(shapeChange)

export function createShapesRepository(database: DatabaseSync): ShapesRepository {
  const { run, one, all } = statementsIn(database)
  const known = one('SELECT fields FROM answer_shapes WHERE profile_id = ? AND operation = ?', ({ fields }) =>
    fieldsIn(jsonIn(fields)),
  )
  const knownOf = all('SELECT operation, fields FROM answer_shapes WHERE profile_id = ?', ({ operation, fields }) => ({
    operation: String(operation),
    fields: fieldsIn(jsonIn(fields)) ?? [],
  }))
  const put = 'INSERT OR REPLACE INTO answer_shapes (profile_id, operation, fields) VALUES (?, ?, ?)'
  const store = run<[profileId: ProfileId, operation: string, fields: readonly object[]]>(put, 'unflushed')
  const add = run(`
    INSERT INTO answer_changes (profile_id, operation, at, changes, shape_before, shape_after)
      VALUES (:profileId, :operation, :at, :changes, :before, :after)`)
  const removeOldest = run(`
    DELETE FROM answer_changes WHERE profile_id = :profileId AND operation = :operation AND id NOT IN (
      SELECT id FROM answer_changes WHERE profile_id = :profileId AND operation = :operation
        ORDER BY id DESC LIMIT ${String(keptChanges)})`)
  const changes = all(
    `SELECT ${columnsAs('id', 'operation', 'at', 'changes')}, shape_before AS before, shape_after AS after
      FROM answer_changes WHERE profile_id = ? ORDER BY id DESC`,
    (row) => {
      const [before, after] = [jsonIn(row['before']), jsonIn(row['after'])]
      return answerChange.safeParse({ ...row, changes: jsonIn(row['changes']), before, after }).data ?? null
    },
  )
  const unseen = all(
    'SELECT operation, at, changes FROM answer_changes WHERE profile_id = ? AND seen_at IS NULL ORDER BY id',
    (row) => ({
      operation: String(row['operation']),
      at: Number(row['at']),
      changes: shapeChanges.safeParse(jsonIn(row['changes'])).data ?? [],
    }),
  )
  const forget = run<[profileId: ProfileId]>('DELETE FROM answer_shapes WHERE profile_id = ?')
  const seen = run<[at: number, profileId: ProfileId]>(
    'UPDATE answer_changes SET seen_at = ? WHERE profile_id = ? AND seen_at IS NULL',
  )
  const prune = run(`DELETE FROM answer_changes WHERE id IN (
    SELECT id FROM answer_changes WHERE at < :before LIMIT :most)`)
  return {
    known: (profileId, operation) => known(profileId, operation),
    knownOf: (profileId) => knownOf(profileId),
    store: (profileId, operation, fields) => void store(profileId, operation, fields.map(toStored)),
    change: (profileId, change, fields) =>
      inTransaction(database, () => {
        add({ ...change, profileId })
        removeOldest({ profileId, operation: change.operation })
        store(profileId, change.operation, fields.map(toStored))
      }),
    changes: (profileId) => changes(profileId).filter((change) => change !== null),
    unseen: (profileId) => unseen(profileId),
    seen: (profileId, at) => void seen(at, profileId),
    forget: (profileId) => void forget(profileId),
    prune: (now, most) => prune({ before: now - retentionMs, most }),
  }
}
