/** The table of presets: the shared fields of a profile under names. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { ProfileId } from '../../shared/ids.ts'
import type { Preset, PresetInput } from '../../shared/schemas/preset.ts'
import { preset } from '../../shared/schemas/preset.ts'
import { storing, inTransaction } from './storage-failure.ts'

/** The rows of presets. Every function throws a `storage` failure when the database refuses. */
export interface PresetsRepository {
  /** In the order of their names, as people sort them. */
  readonly list: (profileId: ProfileId) => Preset[]
  /** Writes the preset over one of its name, and takes the one of the former name away: both or neither. */
  readonly save: (profileId: ProfileId, input: PresetInput) => void
  /** Takes it away; one that is not there is no failure. */
  readonly remove: (profileId: ProfileId, name: string) => void
}

function presetOf({ name, fields }: Readonly<Record<string, SQLOutputValue>>): Preset {
  const stored: unknown = JSON.parse(String(fields))
  return preset.parse({ name, fields: stored })
}

export function createPresetsRepository(database: DatabaseSync): PresetsRepository {
  const byProfile = database.prepare('SELECT name, fields FROM presets WHERE profile_id = ?')
  const remove = database.prepare('DELETE FROM presets WHERE profile_id = ? AND name = ?')
  const write = database.prepare(`
    INSERT INTO presets (profile_id, name, fields) VALUES (?, ?, ?)
    ON CONFLICT (profile_id, name) DO UPDATE SET fields = excluded.fields`)

  return {
    list: (profileId) =>
      storing(() =>
        byProfile
          .all(profileId)
          .map(presetOf)
          .sort((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true })),
      ),
    save: (profileId, { name, fields, formerName }) => {
      const writeIt = (): void => {
        write.run(profileId, name, JSON.stringify(fields))
      }
      if (formerName === null) {
        storing(writeIt)
        return
      }
      inTransaction(database, () => {
        remove.run(profileId, formerName)
        writeIt()
      })
    },
    remove: (profileId, name) => {
      storing(() => remove.run(profileId, name))
    },
  }
}
