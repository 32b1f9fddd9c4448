import { userInfo } from 'node:os'

/** Where the name can be read; replaced in tests. */
export interface OperatorSources {
  /** Throws on Linux for a user id without an entry in the passwd file (containers, directory services that are away). */
  readonly systemUser: () => string
  readonly environment: Readonly<Record<string, string | undefined>>
}

const machine: OperatorSources = { systemUser: () => userInfo().username, environment: process.env }

/** The system user's name for the journal; "unknown" when the system has none: no reason not to start. */
export function operatorName({ systemUser, environment }: OperatorSources = machine): string {
  const named = environment['USER'] ?? environment['LOGNAME'] ?? environment['USERNAME'] ?? 'unknown'
  try {
    return systemUser()
  } catch (error) {
    if (error instanceof Error) return named
    throw error
  }
}
