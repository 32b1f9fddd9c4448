/** Help for operators and their support: About, the diagnostics, and crash dumps. */
import { chmodSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { HandlersOf } from '../ipc/handlers.ts'
import { logged } from '../lib/log.ts'
import type { Log } from '../lib/log.ts'
import { storing } from '../store/storage-failure.ts'
import type { Vault } from '../vault/vault.ts'
import { readAbout } from './about.ts'
import type { BuildInfo, RunFacts } from './about.ts'
import { createDiagnostics } from './diagnostics.ts'
import type { DiagnosticsContext, DiagnosticsSources } from './diagnostics.ts'

interface SupportParts extends Pick<DiagnosticsSources, 'data'> {
  readonly facts: RunFacts
  readonly build: BuildInfo
  /** null where main could not start; the keychain is then not used. */
  readonly vault: Pick<Vault, 'state'> | null
  /** The folder where Crashpad writes its dumps. */
  readonly crashFolder: string
}

export interface Support {
  readonly handlers: HandlersOf<'app.about' | 'diagnostics.preview' | 'diagnostics.save'>
  /** Removes every crash dump: pieces of memory might contain the secret of a deleted profile. Failures: storage. */
  readonly removeCrashDumps: () => void
}

/** Removes old crash dumps first. */
export function createSupport(
  context: DiagnosticsContext & { readonly log: Log },
  { facts, build, vault, crashFolder, data }: SupportParts,
): Support {
  logged(context.log, 'old crash dumps could not be removed', () => pruneCrashDumps(crashFolder))
  const about = () => readAbout(facts, build, { vault, crashDumps: countCrashDumps(crashFolder) })
  const diagnostics = createDiagnostics(context, { dataFolder: facts.dataFolder, data, about })
  return {
    handlers: { 'app.about': about, ...diagnostics },
    removeCrashDumps: () => storing(() => pruneCrashDumps(crashFolder, 0)),
  }
}

const MAX_DUMPS = 10

// On Linux and macOS in `new`, `pending` and `completed`, on Windows in `reports`; none until the first crash.
function filesIn(folder: string): readonly string[] {
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : []
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** Newest first. Crashpad moves a dump when it is complete. */
function dumpsIn(folder: string): readonly string[] {
  return filesIn(folder)
    .filter((file) => file.endsWith('.dmp'))
    .map((file) => ({ file, at: statSync(file, { throwIfNoEntry: false })?.mtimeMs }))
    .filter(({ at }) => at !== undefined)
    .sort((one, other) => (other.at ?? 0) - (one.at ?? 0))
    .map(({ file }) => file)
}

export const countCrashDumps = (folder: string): number => dumpsIn(folder).length

/**
 * Removes all but the newest ten dumps, with their companion files, and denies other accounts access to the rest:
 * pieces of memory might contain secrets, so no export includes them. Throws the file system's errors.
 */
export function pruneCrashDumps(folder: string, keep = MAX_DUMPS): void {
  const dumps = dumpsIn(folder)
  for (const dump of dumps.slice(keep)) {
    const prefix = `${basename(dump, '.dmp')}.`
    for (const file of filesIn(folder)) if (basename(file).startsWith(prefix)) rmSync(file, { force: true })
  }
  if (process.platform === 'win32') return
  for (const file of dumps.slice(0, keep)) chmodSync(file, 0o600)
}
