/**
 * Preferences and profiles in one small JSON file, with its previous version beside it;
 * docs/decisions/009-settings-previous.md.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import PQueue from 'p-queue'
import { storedSettings } from '../../shared/schemas/settings.ts'
import type { StoredSettings } from '../../shared/schemas/settings.ts'
import { withProtection } from '../../shared/model/protection.ts'
import type { Protection } from '../../shared/model/protection.ts'
import type { Clock } from '../lib/clock.ts'
import { codeOf, ifMissing } from '../lib/files.ts'
import { parseJson } from '../../shared/model/json-text.ts'
import type { Log } from '../lib/log.ts'
import { quarantineFile, writeAtomic, writeAtomicSync } from './data-files.ts'
import { storing } from './storage-failure.ts'

interface SettingsOptions {
  readonly folder: string
  readonly clock: Clock
  readonly log: Log
  /** Raises stored profiles with less protection to this protection from the start; stored with the next change. */
  readonly leastProtection?: Protection
}

/** New values of some parts, or a function that computes them from the stored settings. */
type SettingsChange = Partial<StoredSettings> | ((stored: StoredSettings) => Partial<StoredSettings>)

export interface Settings {
  /** The new name of a damaged file that was quarantined at start; null when none was. */
  readonly quarantinedAs: string | null
  readonly read: () => StoredSettings
  /** Writes to disk first (atomic, flushed). A failed write changes nothing. Failures: storage. */
  readonly write: (changed: SettingsChange) => Promise<void>
  /** Resolves when every started write has ended. */
  readonly ended: () => Promise<void>
}

export const firstSettings: StoredSettings = {
  preferences: { theme: 'system', language: 'system', density: 'comfortable', runsInBackground: true },
  profiles: [],
  openProfileId: null,
}

const fileName = 'settings.json'

const textOf = (settings: StoredSettings): string => JSON.stringify(settings, null, 2)

function contentsOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    // A folder in the file's place has nothing to read, and is quarantined like a damaged file.
    return codeOf(error) === 'EISDIR' ? '' : ifMissing(error, null)
  }
}

function settingsIn(text: string | null, leastProtection: Protection): StoredSettings | null {
  const settings = text === null ? undefined : storedSettings.safeParse(parseJson(text)).data
  if (settings === undefined) return null
  return { ...settings, profiles: settings.profiles.map((profile) => withProtection(profile, leastProtection)) }
}

function createSettings(folder: string, first: StoredSettings, quarantinedAs: string | null): Settings {
  const file = join(folder, fileName)
  let current = first
  const turns = new PQueue({ concurrency: 1 })

  return {
    quarantinedAs,
    read: () => current,
    write: (changed) =>
      turns.add(async () => {
        await writeAtomic(`${file}.previous`, textOf(current))
        // Nothing else runs from here to the end: side effects of `changed`, for example pausing a queue for a
        // different account, and the settings that readers see change together. The second of two simultaneous writes
        // builds on the first.
        const next = { ...current, ...(typeof changed === 'function' ? changed(current) : changed) }
        writeAtomicSync(file, textOf(next))
        current = next
      }),
    ended: turns.onIdle.bind(turns),
  }
}

/**
 * Replaces a damaged or missing file with its previous version, where there is one. A file that can't be read is
 * quarantined, and the caller informs the operator.
 */
export async function openSettings(options: SettingsOptions): Promise<Settings> {
  const { folder, clock, log, leastProtection = 'open' } = options
  const file = join(folder, fileName)
  const text = storing(() => contentsOf(file))
  const found = settingsIn(text, leastProtection)
  if (found !== null) return createSettings(folder, found, null)
  const previousText = storing(() => contentsOf(`${file}.previous`))
  const previous = settingsIn(previousText, leastProtection)
  const replacement = previous ?? firstSettings
  if (text === null && previousText === null) return createSettings(folder, replacement, null)

  const setAside = (name: string): string => storing(() => quarantineFile(name, clock))
  // The previous version stays until a new one is written, so that a start that ends here loses nothing.
  const quarantined = text === null ? null : setAside(file)
  const quarantinedPrevious = previousText === null || previous !== null ? null : setAside(`${file}.previous`)
  log.warn(`settings could not be used; ${previous === null ? 'new ones' : 'their last version'} in their place`)
  const settings = createSettings(folder, replacement, quarantined ?? quarantinedPrevious)
  try {
    await settings.write({})
  } catch (error) {
    log.warn('the replacement settings are in memory only', error)
  }
  return settings
}
