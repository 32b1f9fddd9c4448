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
  /** Name of the profile that the entry belongs to; "" for preferences. */
  profileName: z.string(),
  /** The kind of an alert rule, or the name of a preset; "" for all other entries. */
  name: z.string(),
  change: z.enum(['added', 'changed', 'unchanged']),
  /** The values of each field as text; `before` is null without a previous value. */
  fields: z.array(z.strictObject({ field: z.string(), before: z.string().nullable(), after: z.string() })),
})

export const importPreview = z.strictObject({
  importId: z.string(),
  fileName: z.string(),
  exportedAt: z.number(),
  entries: z.array(importEntry),
})

/** Result of the import for each changed profile with its rules and presets; `failure` is null on success. */
const importResult = z.strictObject({
  profiles: z.array(z.strictObject({ name: z.string(), failure: failure.nullable() })),
})

export const dataOperations = {
  /** The daily copies, newest first, and the failure of the last copy. */
  'data.read': query(
    {},
    {
      copies: z.array(z.strictObject({ at: z.number(), bytes: z.number() })),
      failure: failure.nullable(),
    },
  ),
  /** Shows a save dialog and writes preferences, profiles and rules. */
  'settings.export': command({}, savedFile, 'gesture'),
  /** Shows a file dialog and returns the changes that the file would make; null when cancelled. Changes nothing. */
  'settings.chooseImport': command({}, importPreview.nullable(), 'gesture'),
  /**
   * Writes the changes of the preview, profile by profile, and returns the result of each: `confirmation-expired` where
   * the profile changed since the preview. Failures: refused (`confirmation-expired` for a preview that no longer
   * exists, `not-confirmed`), storage for the preferences, before any profile is written.
   */
  'settings.import': command({ importId: z.string().max(64) }, importResult, 'native'),
}

export type ProfileBundle = z.output<typeof profileBundle>
export type PortableSettings = z.output<typeof portableSettings>
export type SettingsFile = z.output<typeof settingsFile>
export type ImportEntry = z.output<typeof importEntry>
export type ImportPreview = z.output<typeof importPreview>
