import { z } from 'zod'
import { command, done, query, savedFile } from './operation.ts'
import type { Operation } from './operation.ts'
import { updates } from './update-feed.ts'

/** The program, its runtime and this computer; nothing that names a person, a place or a host. */
export const about = z.strictObject({
  version: z.string(),
  /** Whole; null in a checkout, as are the next two. */
  commit: z.string().nullable(),
  /** Such as `deb`. */
  packageKind: z.string().nullable(),
  runtimeSource: z.string().nullable(),
  isDevelopmentRuntime: z.boolean(),
  electron: z.string(),
  chrome: z.string(),
  node: z.string(),
  v8: z.string(),
  sqlite: z.string(),
  system: z.string(),
  /** As Node names it, such as `x64`. */
  architecture: z.string(),
  /** `test-keyring`: a keyring of Greenroom's own whose password is known. */
  keychainKind: z.enum(['macos', 'windows', 'secret-service', 'test-keyring']),
  keychain: z.enum(['available', 'missing', 'locked', 'not-asked']),
  crashDumps: z.int(),
})

export type About = z.output<typeof about>

export const supportOperations = {
  'app.about': query({}, about),
  /** Makes the text as it would be saved, and keeps it; the oldest of a few is dropped. Failures: storage. */
  'diagnostics.preview': query({}, { previewId: z.string(), text: z.string() }),
  /**
   * Asks where, and writes exactly the text of the preview; null when cancelled. Failures: not-found for a preview that
   * was dropped, storage, refused (`file-not-written`, `not-confirmed`).
   */
  'diagnostics.save': command({ previewId: z.string().max(64) }, savedFile, 'gesture'),
  'updates.read': query({}, updates),
  'updates.check': command({}, updates, 'gesture'),
  /** Opens the page of the newer version, which is at the feed's own host, in the operator's browser. */
  'updates.openPage': command({}, done, 'gesture'),
} as const satisfies Record<string, Operation>
