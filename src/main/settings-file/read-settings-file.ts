/** Reads a file that an operator chose as settings, and says what is wrong with one that is none. */
import { basename } from 'node:path'
import { refusal } from '../../shared/failure.ts'
import { settingsFile } from '../../shared/schemas/settings-file.ts'
import type { SettingsFile } from '../../shared/schemas/settings-file.ts'
import { parseJson } from '../lib/json-text.ts'
import { readFileUpTo } from '../files/open-file.ts'
import { isManaged } from '../policy/managed-settings.ts'

const maxBytes = 5_000_000

export interface ChosenSettings {
  readonly fileName: string
  readonly file: SettingsFile
}

function keyOf(json: unknown, key: string): unknown {
  return typeof json === 'object' && json !== null
    ? (Object.entries(json).find(([name]) => name === key)?.[1] as unknown)
    : undefined
}

/** What a text says as a settings file. Failures: refused (`not-settings` with the place, `newer-settings`). */
function parseSettingsFile(text: string, fileName: string): SettingsFile {
  const json = parseJson(text)
  const version = keyOf(json, 'version')
  if (keyOf(json, 'format') !== 'greenroom-settings') throw refusal('not-settings', fileName)
  if (typeof version === 'number' && version > 1) throw refusal('newer-settings', fileName)
  const parsed = settingsFile.safeParse(json)
  if (parsed.success) {
    const ids = new Set(parsed.data.profiles.map(({ profile }) => profile.id))
    // Neither is ever exported; an id that stands twice would be one profile that is two.
    const isOwn = parsed.data.profiles.every(({ profile }) => profile.kind === 'service' && !isManaged(profile))
    if (isOwn && ids.size === parsed.data.profiles.length) return parsed.data
    throw refusal('not-settings', fileName)
  }
  const place = parsed.error.issues[0]?.path.map(String).join('.') ?? ''
  throw refusal('not-settings', `${fileName}: ${place}`)
}

/** Failures: those of opening the file and of `parseSettingsFile`. */
export async function readSettingsFile(path: string): Promise<ChosenSettings> {
  const fileName = basename(path)
  const bytes = await readFileUpTo(path, maxBytes)
  if (bytes === null) throw refusal('not-settings', fileName)
  return { fileName, file: parseSettingsFile(Buffer.from(bytes).toString('utf8'), fileName) }
}
