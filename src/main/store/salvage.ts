/** What can still be read of a settings file that is damaged, cut, or holds an entry that does not fit. */
import { preferences } from '../../shared/schemas/app.ts'
import type { Preferences } from '../../shared/schemas/app.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import { storedSettings } from '../../shared/schemas/settings.ts'
import type { StoredSettings } from '../../shared/schemas/settings.ts'
import { parseJson } from '../lib/json-text.ts'

/** Settings of a first start: everything as the system has it, no profile. */
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

function profilesAmong(values: readonly unknown[]): Profile[] {
  const byId = new Map<string, Profile>()
  for (const value of values) {
    const one = lenientProfile.safeParse(value).data
    if (one !== undefined && !byId.has(one.id)) byId.set(one.id, one)
  }
  return [...byId.values()]
}

function preferencesAmong(values: readonly unknown[]): Preferences {
  const whole = values.map((value) => lenientPreferences.safeParse(value).data).find((one) => one !== undefined)
  return whole ?? firstSettings.preferences
}

/**
 * The valid profiles in the order of the file, the preferences when they are whole, and the open profile when it is one
 * of them; what is missing comes from `previous`, the text before the last change (null when there is none). No text
 * need be JSON: whole objects are found in the middle of a damaged one.
 */
export function salvage(text: string, previous: string | null): StoredSettings {
  const objects = [text, previous ?? ''].flatMap(objectsIn)
  const profiles = profilesAmong(objects)
  const openProfile = /"openProfileId"\s*:\s*"([^"]*)"/.exec(text + (previous ?? ''))?.[1]
  return {
    preferences: preferencesAmong(objects),
    profiles,
    openProfileId: profiles.find(({ id }) => id === openProfile)?.id ?? null,
  }
}
