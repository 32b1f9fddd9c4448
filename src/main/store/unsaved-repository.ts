/** Text that was typed into the page and not saved. */
import type { DatabaseSync } from 'node:sqlite'
import { unsavedProfile } from '../../shared/schemas/profile.ts'
import { typedTexts } from '../../shared/schemas/unsaved.ts'
import type { Unsaved } from '../../shared/schemas/unsaved.ts'
import { jsonIn, statementsIn } from './statements.ts'

export function createUnsavedRepository(database: DatabaseSync) {
  const { run, all } = statementsIn(database)
  const rows = all('SELECT kind, typed FROM unsaved_texts', ({ kind, typed }) => {
    return { kind, typed: jsonIn(typed) }
  })
  // Typing does not wait for the disk.
  const put = run<[rows: readonly object[]]>(
    `INSERT OR REPLACE INTO unsaved_texts (profile_id, kind, typed)
      SELECT value ->> 'id', value ->> 'kind', value ->> 'typed' FROM json_each(?)`,
    'unflushed',
  )
  const removeOthers = run<[rows: readonly object[]]>(
    `DELETE FROM unsaved_texts WHERE NOT EXISTS (
      SELECT 1 FROM json_each(?) WHERE value ->> 'id' = profile_id AND value ->> 'kind' = kind)`,
    'unflushed',
  )
  return {
    /** Skips formats that a different version of the program stored. */
    read: (): Unsaved => {
      const stored = rows()
      const form = stored.find(({ kind }) => kind === 'form')?.typed
      return {
        form: unsavedProfile.safeParse(form).data ?? null,
        texts: stored.flatMap(({ kind, typed }) => (kind === 'texts' ? (typedTexts.safeParse(typed).data ?? []) : [])),
      }
    },
    /** Replaces everything that was stored. */
    write: ({ form, texts }: Unsaved): void => {
      const forms = form === null ? [] : [{ id: form.start.id ?? '', kind: 'form', typed: form }]
      const entries = [...forms, ...texts.map((typed) => ({ id: typed.profileId, kind: 'texts', typed }))]
      put(entries)
      removeOthers(entries)
    },
  }
}
