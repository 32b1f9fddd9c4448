/**
 * Preferences and profiles in one small JSON file, never a secret. The file is read here and not by electron-store,
 * which throws on a damaged file or, when told so, wipes it; electron-store does the writing, and because loading it
 * takes about a tenth of a second, it is loaded at the first write and not at start. On a full disk electron-store
 * replaces the file by a cut one without a word, so the file before is held by a second name until it is read back.
 */
import { copyFileSync, existsSync, linkSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type ElectronStore from 'electron-store'
import { FailureError } from '../../shared/failure.ts'
import { storedSettings } from '../../shared/schemas/settings.ts'
import type { StoredSettings } from '../../shared/schemas/settings.ts'
import type { Clock } from '../lib/clock.ts'
import { parseJson } from '../lib/json-text.ts'
import type { Log } from '../lib/log.ts'
import { firstSettings, salvage } from './salvage.ts'
import { quarantineFile } from './quarantine.ts'
import { asStorageFailure, storing } from './storage-failure.ts'
import { unknownKeys, withUnknownKeys } from './unknown-keys.ts'
import type { UnknownKeys } from './unknown-keys.ts'

/** What `openSettings` takes: the folder of the file (made when there is none), time and log. */
export interface SettingsOptions {
  readonly folder: string
  readonly clock: Clock
  readonly log: Log
}

/** The operator's settings. */
export interface Settings {
  /** Name of the file that was set aside at start because it was damaged; null when none was. */
  readonly quarantinedAs: string | null
  readonly read: () => StoredSettings
  /**
   * Replaces the given parts, or those made of what is kept by then; on disk first (atomic, flushed). A failed write
   * changes nothing. Failures: storage.
   */
  readonly write: (changed: SettingsChange) => Promise<void>
}

/** Some parts as they are to be, or what makes them of those that are kept. */
export type SettingsChange = Partial<StoredSettings> | ((stored: StoredSettings) => Partial<StoredSettings>)

const fileName = 'settings.json'

type Store = ElectronStore

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT') return null
    // A folder in the file's place holds nothing to read, but goes out of the way like a damaged file.
    if (code === 'EISDIR') return ''
    throw error
  }
}

interface ReadSettings {
  readonly known: StoredSettings
  readonly unknown: UnknownKeys
}

function whole(text: string): ReadSettings | null {
  const json = parseJson(text)
  const known = storedSettings.safeParse(json).data
  return known === undefined ? null : { known, unknown: unknownKeys(json, known) }
}

async function openStore(folder: string): Promise<Store> {
  const { default: Store } = await import('electron-store')
  return new Store({
    cwd: folder,
    name: 'settings',
    configFileMode: 0o600,
    clearInvalidConfig: false,
    accessPropertiesByDotNotation: false,
  })
}

function holdPrevious(file: string): void {
  if (!existsSync(file)) return
  rmSync(`${file}.previous`, { force: true })
  try {
    linkSync(file, `${file}.previous`)
  } catch (error) {
    // Not every file system has links; a copy fails loudly when the disk is full.
    if (!(error instanceof Error)) throw error
    copyFileSync(file, `${file}.previous`)
  }
}

function assertWritten(file: string, wanted: unknown): void {
  if (isDeepStrictEqual(parseJson(textOf(file) ?? ''), wanted)) return
  if (existsSync(`${file}.previous`)) renameSync(`${file}.previous`, file)
  else rmSync(file, { force: true })
  throw new FailureError({ kind: 'storage', reason: 'full', detail: 'settings.json was not written whole' })
}

function createSettings(options: SettingsOptions, first: ReadSettings, quarantined: string | null): Settings {
  const file = join(options.folder, fileName)
  const { unknown } = first
  let current = first.known
  let store: Promise<Store> | null = null

  async function write(changed: SettingsChange): Promise<void> {
    try {
      const opened = await (store ??= openStore(options.folder))
      // Merged after the wait: of two writes at once, the second builds on the first.
      const next = { ...current, ...(typeof changed === 'function' ? changed(current) : changed) }
      const written = { ...next, ...(withUnknownKeys(next, unknown) as object) }
      holdPrevious(file)
      opened.store = written
      assertWritten(file, written)
      current = next
    } catch (error) {
      store = null
      throw asStorageFailure(error)
    }
  }

  return { quarantinedAs: quarantined, read: () => current, write }
}

/**
 * Reads `settings.json` in the folder. A file that is damaged or does not fit is renamed to
 * `settings.json.corrupt-<time>` and a new one made of what could be salvaged from it and from the one before the last
 * change (`settings.json.previous`); the caller tells the operator.
 */
export async function openSettings(options: SettingsOptions): Promise<Settings> {
  const file = join(options.folder, fileName)
  const text = storing(() => textOf(file))
  if (text === null) return createSettings(options, { known: firstSettings, unknown: {} }, null)
  const fitting = whole(text)
  if (fitting !== null) return createSettings(options, fitting, null)

  const salvaged = salvage(
    text,
    storing(() => textOf(`${file}.previous`)),
  )
  const quarantined = storing(() => quarantineFile(file, options.clock))
  options.log.warn(`settings set aside as ${quarantined}; ${String(salvaged.profiles.length)} profiles salvaged`)
  const settings = createSettings(options, { known: salvaged, unknown: {} }, quarantined)
  try {
    await settings.write(salvaged)
  } catch (error) {
    options.log.warn(`salvaged settings are in memory only: ${String(error)}`)
  }
  return settings
}
