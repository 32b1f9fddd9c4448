import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** An empty folder that is removed when the test ends. */
export function scratchFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-scripts-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
