/** Preferences and profiles in one small JSON file; docs/decisions/009-settings-previous.md. */
import { copyFileSync, existsSync, linkSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type ElectronStore from 'electron-store'
import { FailureError } from '../../shared/failure.ts'
import { storedSettings } from '../../shared/schemas/settings.ts'
import type { StoredSettings } from '../../shared/schemas/settings.ts'
import type { Clock } from '../lib/clock.ts'
import { codeOf, ifMissing } from '../lib/files.ts'
import { parseJson } from '../lib/json-text.ts'
import type { Log } from '../lib/log.ts'
import { replaceFileSync } from '../lib/replace-file.ts'
import { quarantineFile } from './data-files.ts'
import { asStorageFailure, storing } from './storage-failure.ts'
import { preferences } from '../../shared/schemas/app.ts'

interface SettingsOptions {
  readonly folder: string
  readonly clock: Clock
  readonly log: Log
}

export type Settings = ReturnType<typeof createSettings>

/** Some parts as they are to be, or what makes them of those that are kept. */
type SettingsChange = Partial<StoredSettings> | ((stored: StoredSettings) => Partial<StoredSettings>)

const fileName = 'settings.json'

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    // A folder in the file's place holds nothing to read, but goes out of the way like a damaged file.
    return codeOf(error) === 'EISDIR' ? '' : ifMissing(error, null)
  }
}

interface ReadSettings {
  readonly known: StoredSettings
  readonly read: unknown
}

function whole(text: string): ReadSettings | undefined {
  const read = parseJson(text)
  const known = storedSettings.safeParse(read).data
  return known && { known, read }
}

async function openStore(folder: string): Promise<ElectronStore> {
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
  if (existsSync(`${file}.previous`)) replaceFileSync(`${file}.previous`, file)
  else rmSync(file, { force: true })
  throw new FailureError({ kind: 'storage', reason: 'full', detail: 'settings.json was not written whole' })
}

function createSettings(options: SettingsOptions, first: ReadSettings, quarantinedAs: string | null) {
  const file = join(options.folder, fileName)
  let current = first.known
  let store: Promise<ElectronStore> | null = null

  async function write(changed: SettingsChange): Promise<void> {
    try {
      const opened = await (store ??= openStore(options.folder))
      // Merged after the wait: of two writes at once, the second builds on the first.
      const next = { ...current, ...(typeof changed === 'function' ? changed(current) : changed) }
      // The boundary: an object with more keys is one.
      const written = withUnknownKeys(next, first.read, first.known) as StoredSettings
      holdPrevious(file)
      opened.store = written
      assertWritten(file, written)
      current = next
    } catch (error) {
      store = null
      throw asStorageFailure(error)
    }
  }

  return {
    /** Name of the file that was set aside at start because it was damaged; null when none was. */
    quarantinedAs,
    read: (): StoredSettings => current,
    /** On disk first (atomic, flushed). A failed write changes nothing. Failures: storage. */
    write,
  }
}

/** A file that is damaged is quarantined and what can be read of it salvaged; the caller tells the operator. */
export async function openSettings(options: SettingsOptions): Promise<Settings> {
  const file = join(options.folder, fileName)
  const text = storing(() => textOf(file))
  if (text === null) return createSettings(options, { known: firstSettings, read: null }, null)
  const fitting = whole(text)
  if (fitting !== undefined) return createSettings(options, fitting, null)

  const previous = storing(() => textOf(`${file}.previous`))
  const salvaged = salvage(text, previous)
  const quarantined = storing(() => quarantineFile(file, options.clock))
  options.log.warn(`settings set aside as ${quarantined}; ${String(salvaged.profiles.length)} profiles salvaged`)
  const settings = createSettings(options, { known: salvaged, read: null }, quarantined)
  try {
    await settings.write(salvaged)
  } catch (error) {
    options.log.warn(`salvaged settings are in memory only: ${String(error)}`)
  }
  return settings
}

export const firstSettings: StoredSettings = {
  preferences: { theme: 'system', language: 'system', density: 'comfortable' },
  profiles: [],
  openProfileId: null,
}

const lenientProfile = storedSettings.shape.profiles.element
const lenientPreferences = preferences.strip()

/** Every object inside a text, inner ones before outer ones, found by its braces; strings are skipped over. */
function objectsIn(text: string): unknown[] {
  const found: unknown[] = []
  const open: number[] = []
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\\n]|\\.)*"|[{}]/g)) {
    if (token === '{') open.push(index)
    if (token !== '}') continue
    const start = open.pop()
    const value = start === undefined ? undefined : parseJson(text.slice(start, index + 1))
    if (value !== undefined) found.push(value)
  }
  return found
}

/** Whole objects are found in the middle of a damaged text; what is missing comes from `previous`. */
function salvage(text: string, previous: string | null): StoredSettings {
  const objects = [text, previous ?? ''].flatMap(objectsIn)
  const found = objects.flatMap((value) => lenientProfile.safeParse(value).data ?? [])
  // Of two with one id the first counts, which is the newer.
  const profiles = found.filter(({ id }, place) => found.findIndex((one) => one.id === id) === place)
  const wholePreferences = objects.flatMap((value) => lenientPreferences.safeParse(value).data ?? [])
  const openProfile = /"openProfileId"\s*:\s*"([^"]*)"/.exec(text + (previous ?? ''))?.[1]
  return {
    preferences: wholePreferences[0] ?? firstSettings.preferences,
    profiles,
    openProfileId: profiles.find(({ id }) => id === openProfile)?.id ?? null,
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function idOf(value: unknown): string {
  const id = isObject(value) ? (value['id'] ?? value['appId']) : null
  return typeof id === 'string' ? id : ''
}

function counterpart(list: unknown, one: unknown): unknown {
  return Array.isArray(list) && isObject(one) ? list.find((other) => idOf(other) === idOf(one)) : undefined
}

/** With the keys of another version: those in `read`, the file, and not in `known`, what the schema took of it. */
function withUnknownKeys(value: unknown, read: unknown, known: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((one: unknown) => withUnknownKeys(one, counterpart(read, one), counterpart(known, one)))
  }
  if (!isObject(value) || !isObject(read) || !isObject(known)) return value
  const unknown = Object.entries(read).filter(([key]) => !Object.hasOwn(known, key))
  const own = Object.entries(value).map(([key, part]) => [key, withUnknownKeys(part, read[key], known[key])] as const)
  return Object.fromEntries([...unknown, ...own])
}
