/** Help for operators and for who helps them: what About tells, and the diagnostics. */
import { homedir, hostname } from 'node:os'
import { operatorName } from '../lib/operator.ts'
import type { RunFacts } from './about.ts'
import type { BuildInfo } from './build-info.ts'
import type { HandlersOf } from '../ipc/handlers.ts'
import type { Log } from '../lib/log.ts'
import type { Vault } from '../vault/vault.ts'
import { storing } from '../store/storage-failure.ts'
import { readAbout } from './about.ts'
import { countCrashDumps, pruneCrashDumps } from './crash-dumps.ts'
import { createDiagnostics } from './diagnostics.ts'
import type { DiagnosticsDeps, DiagnosticsHandlers } from './diagnostics.ts'

/** Folders of the program, absolute. */
export interface ProgramPlaces {
  /** Where it is installed. */
  readonly programFolder: string
  /** Where Crashpad leaves its dumps. */
  readonly crashFolder: string
}

export interface SupportDeps extends Omit<
  DiagnosticsDeps,
  'about' | 'dataFolder' | 'programFolder' | 'startedAt' | 'machine'
> {
  readonly facts: RunFacts
  readonly build: BuildInfo
  /** null where main could not start: the keychain is not asked then. */
  readonly vault: Pick<Vault, 'state'> | null
  readonly places: ProgramPlaces
  readonly log: Log
}

/** The operations of Help. */
export type SupportHandlers = DiagnosticsHandlers & HandlersOf<'app.about'>

/** Help. */
export interface Support {
  readonly handlers: SupportHandlers
  /** Failures: storage. */
  readonly removeCrashDumps: () => void
}

/** Gives help; begins by removing old crash dumps. */
export function createSupport(deps: SupportDeps): Support {
  const { facts, log } = deps
  const { programFolder, crashFolder } = deps.places
  try {
    pruneCrashDumps(crashFolder)
  } catch (error) {
    log.error('crash dumps could not be looked through', error)
  }
  const about = () => readAbout({ ...deps, countCrashDumps: () => countCrashDumps(crashFolder) })
  const startedAt = Date.now() - process.uptime() * 1_000
  const computer = hostname()
  const diagnostics = createDiagnostics({
    ...deps,
    ...{ dataFolder: facts.dataFolder, programFolder, startedAt, about },
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
