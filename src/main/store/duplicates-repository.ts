/** Finds the drafts and jobs of a profile that have the same image as a draft, byte by byte. */
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { createdStates } from '../../shared/model/findings.ts'
import type { Duplicate } from '../../shared/model/findings.ts'
import { job } from '../../shared/schemas/avatar.ts'
import type { Draft } from '../../shared/schemas/avatar.ts'
import { statementsIn } from './statements.ts'

/** The part of a draft that is compared. */
export type ComparedDraft = Pick<Draft, 'id' | 'profileId' | 'original' | 'prepared'>

export interface DuplicatesRepository {
  /**
   * At most one draft and one job. The draft is the copy to keep: with custom fields, else with the shortest name, else
   * the oldest. That copy itself has no duplicate among the drafts. The job is the newest one that would be paid for
   * again, else the newest. Failures: storage.
   */
  readonly duplicatesOf: (draft: ComparedDraft) => readonly Duplicate[]
  /** Whether other drafts of the profile have the same original. Failures: storage. */
  readonly hasCopies: (draft: ComparedDraft) => boolean
}

// An image can be the original of one row and the sent image of another.
const withImage = (table: 'drafts' | 'jobs', sent: 'prepared_id' | 'image_id'): string => `
  SELECT seq FROM ${table} WHERE profile_id = :profileId AND original_id IN (:originalId, :preparedId)
  UNION SELECT seq FROM ${table} WHERE profile_id = :profileId AND ${sent} IN (:originalId, :preparedId)`

const keptDraftSql = `
  SELECT id, file_name AS name FROM drafts
  WHERE seq IN (${withImage('drafts', 'prepared_id')})
  ORDER BY overrides <> '{}' DESC, length(file_name), seq LIMIT 1`

const jobSql = `
  SELECT coalesce(nullif(trim(result ->> '$.name'), ''), nullif(trim(fields ->> '$.name'), ''), file_name) AS name,
    state, created_at AS createdAt
  FROM jobs WHERE seq IN (${withImage('jobs', 'image_id')}) AND image_id IS NOT NULL AND state <> 'removed'
  ORDER BY state IN (${createdStates.map((state) => `'${state}'`).join(', ')}) DESC, seq DESC LIMIT 1`

const foundDraft = z.object({ id: z.string(), name: z.string() })
const foundJob = job.pick({ state: true, createdAt: true }).extend({ name: z.string() })

export function createDuplicatesRepository(database: DatabaseSync): DuplicatesRepository {
  const { one, count } = statementsIn(database)
  const keptDraft = one(keptDraftSql, (row) => foundDraft.parse(row))
  const jobToName = one(jobSql, (row) => foundJob.parse(row))
  const copies = count('SELECT count(*) FROM drafts WHERE profile_id = :profileId AND original_id = :originalId')
  const valuesOf = ({ profileId, original, prepared }: ComparedDraft) => ({
    profileId,
    originalId: original?.imageId ?? null,
    preparedId: prepared?.imageId ?? null,
  })

  return {
    duplicatesOf: (draft) => {
      if (draft.original === null) return []
      const duplicates: Duplicate[] = []
      const otherDraft = keptDraft(valuesOf(draft))
      if (otherDraft !== null && otherDraft.id !== draft.id) duplicates.push({ kind: 'draft', name: otherDraft.name })
      const job = jobToName(valuesOf(draft))
      if (job !== null) duplicates.push({ kind: 'job', name: job.name, state: job.state, at: job.createdAt })
      return duplicates
    },
    hasCopies: (draft) => draft.original !== null && copies(valuesOf(draft)) > 1,
  }
}
