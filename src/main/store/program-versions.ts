/** Which versions of the program have opened a database, the last one last. */
import type { DatabaseSync } from 'node:sqlite'

// What a file says is not trusted: the version becomes part of a file's name and of a sentence.
const plausible = /^\d[\w.+-]{0,39}$/

/** The version that opened the database last; null for one from before versions were kept. */
export function lastProgramVersion(database: DatabaseSync): string | null {
  const hasVersions = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'program_versions'")
  if (hasVersions.get() === undefined) return null
  const last = database.prepare('SELECT version FROM program_versions ORDER BY seq DESC LIMIT 1').get()?.['version']
  return typeof last === 'string' && plausible.test(last) ? last : null
}

/** Writes down that `version` opens the database, at `at` (epoch ms). */
export function noteProgramVersion(database: DatabaseSync, version: string, at: number): void {
  database.prepare('INSERT INTO program_versions (version, first_at) VALUES (?, ?)').run(version, at)
}
