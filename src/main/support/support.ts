/** Help for operators and their support: About, and the diagnostics. */
import { homedir, hostname } from 'node:os'
import { operatorName } from '../lib/operator.ts'
import type { RunFacts, BuildInfo } from './about.ts'
import type { HandlersOf } from '../ipc/handlers.ts'
import type { Log } from '../lib/log.ts'
import type { Vault } from '../vault/vault.ts'
import { storing } from '../store/storage-failure.ts'
import { readAbout } from './about.ts'
import { createDiagnostics } from './diagnostics.ts'
import type { DiagnosticsContext, DiagnosticsHandlers, DiagnosticsSources } from './diagnostics.ts'
import { chmodSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Folders of the program, absolute. */
export interface ProgramPlaces {
  /** Where it is installed. */
  readonly programFolder: string
  /** Where Crashpad leaves its dumps. */
  readonly crashFolder: string
}

interface SupportParts extends Pick<DiagnosticsSources, 'data' | 'findImage'> {
  readonly facts: RunFacts
  readonly build: BuildInfo
  /** null where main could not start: the keychain is not asked then. */
  readonly vault: Pick<Vault, 'state'> | null
  readonly places: ProgramPlaces
}

export type SupportHandlers = DiagnosticsHandlers & HandlersOf<'app.about'>

export interface Support {
  readonly handlers: SupportHandlers
  /** Failures: storage. */
  readonly removeCrashDumps: () => void
}

/** Begins by removing old crash dumps. */
export function createSupport(
  context: DiagnosticsContext & { readonly log: Log },
  { facts, build, vault, places, data, findImage }: SupportParts,
): Support {
  const { programFolder, crashFolder } = places
  try {
    pruneCrashDumps(crashFolder)
  } catch (error) {
    context.log.error('crash dumps could not be looked through', error)
  }
  const about = () => readAbout(facts, build, { vault, crashDumps: countCrashDumps(crashFolder) })
  const computer = hostname()
  const diagnostics = createDiagnostics(context, {
    ...{ dataFolder: facts.dataFolder, programFolder, data, findImage, about },
    startedAt: Date.now() - process.uptime() * 1_000,
    machine: { home: homedir(), user: operatorName(), computers: [computer, computer.split('.')[0] ?? ''] },
  })
  return {
    handlers: { 'app.about': about, ...diagnostics },
    removeCrashDumps: () => {
      storing(() => {
        pruneCrashDumps(crashFolder, 0)
      })
    },
  }
}

interface Dump {
  readonly file: string
  readonly writtenAt: number
}

const MAX_DUMPS = 10

// On Linux and macOS in `new`, `pending` and `completed`, on Windows in `reports`; none until the first crash.
function dumpsIn(folder: string): readonly Dump[] {
  const options = { recursive: true, withFileTypes: true } as const
  const entries = statSync(folder, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(folder, options)
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.dmp'))
    .map((entry) => join(entry.parentPath, entry.name))
    .flatMap((file) => {
      // Crashpad moves a dump when it is whole.
      const stats = statSync(file, { throwIfNoEntry: false })
      return stats === undefined ? [] : [{ file, writtenAt: stats.mtimeMs }]
    })
}

function remove(dump: Dump, folder: string): void {
  const name = basename(dump.file, '.dmp')
  const belonging = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => {
    return entry.isFile() && basename(entry.name).startsWith(`${name}.`)
  })
  for (const entry of belonging) rmSync(join(entry.parentPath, entry.name), { force: true })
}

export const countCrashDumps = (folder: string): number => dumpsIn(folder).length

/** Removes all but the newest ten, and withholds those from other accounts. Throws what the file system does. */
export function pruneCrashDumps(folder: string, keep = MAX_DUMPS): void {
  const newestFirst = [...dumpsIn(folder)].sort((one, other) => other.writtenAt - one.writtenAt)
  for (const dump of newestFirst.slice(keep)) remove(dump, folder)
  if (process.platform === 'win32') return
  for (const { file } of newestFirst.slice(0, keep)) chmodSync(file, 0o600)
}
