/** What is typed into the page and not saved. */
import type { DatabaseSync } from 'node:sqlite'
import { unsavedProfile } from '../../shared/schemas/profile.ts'
import { typedTexts } from '../../shared/schemas/unsaved.ts'
import type { Unsaved } from '../../shared/schemas/unsaved.ts'
import { jsonIn, statementsIn } from './statements.ts'
import { inTransaction } from './storage-failure.ts'

export function createUnsavedRepository(database: DatabaseSync) {
  const { run, all } = statementsIn(database)
  const rows = all('SELECT kind, typed FROM unsaved_texts', ({ kind, typed }) => {
    return { kind, typed: jsonIn(typed) }
  })
  const clear = run('DELETE FROM unsaved_texts')
  const add = run('INSERT INTO unsaved_texts (profile_id, kind, typed) VALUES (?, ?, ?)')
  return {
    /** Without what another version of the program stored in another form. */
    read: (): Unsaved => {
      const stored = rows()
      const form = stored.find(({ kind }) => kind === 'form')?.typed
      return {
        form: unsavedProfile.safeParse(form).data ?? null,
        texts: stored.flatMap(({ kind, typed }) => (kind === 'texts' ? (typedTexts.safeParse(typed).data ?? []) : [])),
      }
    },
    /** In place of all that was stored. */
    write: ({ form, texts }: Unsaved): void =>
      inTransaction(database, () => {
        clear()
        if (form !== null) add(form.start.id ?? '', 'form', form)
        for (const typed of texts) add(typed.profileId, 'texts', typed)
      }),
  }
}
