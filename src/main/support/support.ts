/** Help for operators and their support: About, and the diagnostics. */
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
import type { DiagnosticsContext, DiagnosticsHandlers, DiagnosticsSources } from './diagnostics.ts'

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
