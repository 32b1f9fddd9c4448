/** The operations that are not about the open profile: profiles, preferences, settings files, support, updates, the shell. */
import { choosePath } from '../desktop/file-dialogs.ts'
import type { ProfileRules } from '../policy/profile-rules.ts'
import { createProfileHandlers } from '../profiles/handlers.ts'
import type { Exchanges } from '../service/exchanges.ts'
import { createDataHandlers } from '../settings-file/handlers.ts'
import type { Support } from '../support/support.ts'
import type { ProgramHandlers } from '../workspaces/workspace.ts'
import type { ProgramContext } from './app-context.ts'
import type { createOpenProfiles } from './open-profiles.ts'
import type { createShell } from './shell.ts'
import { createShellHandlers } from './shell-state.ts'
import type { Suspension } from './suspension.ts'

interface ProgramParts extends ReturnType<typeof createOpenProfiles> {
  readonly rules: ProfileRules
  readonly support: Pick<Support, 'handlers'>
  readonly exchanges: Exchanges
  readonly shell: ReturnType<typeof createShell>
  readonly suspension: Suspension
}

/** For a workspace, whose monitor is told what its windows show. */
export function createProgramHandlers(context: ProgramContext, parts: ProgramParts): ProgramHandlers {
  const { profiles, beforeMove, onSaved, rules, support, exchanges, shell, suspension } = parts
  const onChanged = (): void => {
    shell.applyPreferences()
    shell.state.announce()
  }
  const handlers = {
    ...createProfileHandlers(context, profiles, onChanged),
    ...createDataHandlers(
      context,
      { backups: context.backups, rules, choosePath, version: context.facts.version },
      { beforeMove, onSaved, refresh: profiles.refresh, onChanged },
    ),
    ...support.handlers,
    ...shell.updating.handlers,
  }
  return (setView) => ({
    ...handlers,
    ...createShellHandlers(context, shell, { exchanges, setView, setOnline: suspension.setOnline }),
  })
}
