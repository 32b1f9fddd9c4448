import { z } from 'zod'
import { alertRule, alertSettings } from './alert.ts'
import { preferences } from './app.ts'
import { failure } from './failure.ts'
import { command, query, savedFile } from './operation.ts'
import { preset } from './preset.ts'
import { profile } from './profile.ts'

export const profileBundle = z.strictObject({
  profile,
  alertRules: z.array(alertRule).max(500),
  alertSettings,
  presets: z.array(preset).max(500),
})

export const portableSettings = z.strictObject({ preferences, profiles: z.array(profileBundle).max(200) })

/** The file of an export. */
export const settingsFile = portableSettings.extend({
  format: z.literal('greenroom-settings'),
  version: z.literal(1),
  exportedAt: z.number(),
  program: z.string().max(60),
})

export const importEntry = z.strictObject({
  kind: z.enum(['preferences', 'profile', 'alert-rule', 'alert-settings', 'preset']),
  /** Of the profile that it belongs to; "" for preferences. */
  profileName: z.string(),
  /** The kind of an alert rule, or the name of a preset; "" for all other entries. */
  name: z.string(),
  change: z.enum(['added', 'changed', 'unchanged']),
  /** Field by field, as text; `before` null where there was none. */
  fields: z.array(z.strictObject({ field: z.string(), before: z.string().nullable(), after: z.string() })),
})

export const importPreview = z.strictObject({
  importId: z.string(),
  fileName: z.string(),
  exportedAt: z.number(),
  entries: z.array(importEntry),
})

/** How the import of each changed profile ended, with its rules and presets; `failure` null where it succeeded. */
const importResult = z.strictObject({
  profiles: z.array(z.strictObject({ name: z.string(), failure: failure.nullable() })),
})

export const dataOperations = {
  /** The daily copies, newest first, and why the last one could not be made. */
  'data.read': query(
    {},
    {
      copies: z.array(z.strictObject({ at: z.number(), bytes: z.number() })),
      failure: failure.nullable(),
    },
  ),
  /** Asks where, and writes preferences, profiles and rules there. */
  'settings.export': command({}, savedFile, 'gesture'),
  /** Opens the system's dialog and answers what the file would change; null when none was chosen. Changes nothing. */
  'settings.chooseImport': command({}, importPreview.nullable(), 'gesture'),
  /**
   * Writes what the preview showed, profile by profile, and tells for each how that ended: `confirmation-expired` where it
   * was changed since the preview. Failures: refused (`confirmation-expired` for a preview that is gone, `not-confirmed`),
   * storage for the preferences, before any profile is written.
   */
  'settings.import': command({ importId: z.string().max(64) }, importResult, 'native'),
}

export type ProfileBundle = z.output<typeof profileBundle>
export type PortableSettings = z.output<typeof portableSettings>
export type SettingsFile = z.output<typeof settingsFile>
export type ImportEntry = z.output<typeof importEntry>
export type ImportPreview = z.output<typeof importPreview>
