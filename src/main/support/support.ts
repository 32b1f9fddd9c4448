/** Help for operators and for who helps them: what About tells. */
import type { RunFacts } from '../app-state.ts'
import type { BuildInfo } from '../build-info.ts'
import type { HandlersOf } from '../ipc/handlers.ts'
import type { Log } from '../log.ts'
import type { Vault } from '../vault/vault.ts'
import { readAbout } from './about.ts'
import { countCrashDumps, pruneCrashDumps } from './crash-dumps.ts'

/** What helping needs. */
export interface SupportDeps {
  readonly facts: RunFacts
  readonly build: BuildInfo
  readonly vault: Pick<Vault, 'state'>
  /** Where Crashpad leaves its dumps. */
  readonly crashFolder: string
}

/** The operations of Help. */
export type SupportHandlers = HandlersOf<'app.about'>

/** The handlers of Help; begins by removing old crash dumps. */
export function createSupport(deps: SupportDeps, log: Log): { readonly handlers: SupportHandlers } {
  const { crashFolder } = deps
  try {
    pruneCrashDumps(crashFolder)
  } catch (error) {
    log.error('crash dumps could not be looked through', error)
  }
  const parts = { ...deps, countCrashDumps: () => countCrashDumps(crashFolder) }
  return { handlers: { 'app.about': () => readAbout(parts) } }
}
