import { userInfo } from 'node:os'

/** The system user's name for the journal; "unknown" when the system has none: no reason not to start. */
export function operatorName(systemUser = () => userInfo().username, env = process.env): string {
  try {
    return systemUser()
  } catch (error) {
    // On Linux a user id without an entry in the passwd file (containers, directory services that are away).
    if (error instanceof Error) return env['USER'] ?? env['LOGNAME'] ?? env['USERNAME'] ?? 'unknown'
    throw error
  }
}
