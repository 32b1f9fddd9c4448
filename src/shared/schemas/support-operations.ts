/** The operations for those who help operators; part of `contract.ts`. */
import { z } from 'zod'
import { command, done, nothing, query } from './operation.ts'
import type { Operation } from './operation.ts'
import { about, diagnosticsPreview, diagnosticsSelection } from './support.ts'
import { updates } from './update-feed.ts'

/** The rows of Help, merged into the contract. */
export const supportOperations = {
  'app.about': query(nothing, about),
  /** Makes the files as they would be saved, and holds them; the oldest of a few gives way. Failures: storage. */
  'diagnostics.preview': query(diagnosticsSelection, diagnosticsPreview),
  /**
   * Asks where, and writes exactly the files of the preview as a zip; null when cancelled. Failures: not-found for a
   * preview that gave way, storage, refused (`file-not-written`, `not-confirmed`).
   */
  'diagnostics.save': command(
    'gesture',
    z.strictObject({ previewId: z.string().max(64) }),
    z.strictObject({ fileName: z.string().nullable() }),
  ),
  'updates.read': query(nothing, updates),
  /** Checks for a newer version now; answers the result. */
  'updates.check': command('gesture', nothing, updates),
  /** Opens the page of the newer version, which is at the feed's own host, in the operator's browser. */
  'updates.openPage': command('gesture', nothing, done),
  /** Downloads the newer version and restarts with it, once nothing is being created or closed. */
  'updates.install': command('gesture', nothing, updates),
} as const satisfies Record<string, Operation>
