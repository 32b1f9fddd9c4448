import { z } from 'zod'
import { command, done, query, savedFile } from './operation.ts'
import type { Operation } from './operation.ts'
import { updates } from './update-feed.ts'

/** The program, its runtime and this computer; nothing that names a person, a place or a host. */
export const about = z.strictObject({
  version: z.string(),
  /** The full hash; null in a checkout, like the next two fields. */
  commit: z.string().nullable(),
  /** For example `deb`. */
  packageKind: z.string().nullable(),
  runtimeSource: z.string().nullable(),
  isDevelopmentRuntime: z.boolean(),
  electron: z.string(),
  chrome: z.string(),
  node: z.string(),
  v8: z.string(),
  sqlite: z.string(),
  system: z.string(),
  /** Node's name for it, such as `x64`. */
  architecture: z.string(),
  /** `test-keyring`: Greenroom's own keyring, whose password is publicly known. */
  keychainKind: z.enum(['macos', 'windows', 'secret-service', 'test-keyring']),
  keychain: z.enum(['available', 'missing', 'locked', 'not-asked']),
  crashDumps: z.int(),
})

export type About = z.output<typeof about>

export const supportOperations = {
  'app.about': query({}, about),
  /**
   * Creates the text that would be saved and keeps it; only a few previews are kept, and the oldest is dropped first.
   * Failures: storage.
   */
  'diagnostics.preview': query({}, { previewId: z.string(), text: z.string() }),
  /**
   * Shows a save dialog and writes exactly the text of the preview; null when cancelled. Failures: not-found for a
   * preview that was dropped, storage, refused (`file-not-written`, `not-confirmed`).
   */
  'diagnostics.save': command({ previewId: z.string().max(64) }, savedFile, 'gesture'),
  'updates.read': query({}, updates),
  'updates.check': command({}, updates, 'gesture'),
  /** Opens the page of the newer version, which is on the feed's own host, in the operator's browser. */
  'updates.openPage': command({}, done, 'gesture'),
} as const satisfies Record<string, Operation>
