import { userInfo } from 'node:os'

/**
 * The system user's name for the journal; "unknown" without a name, because a missing name must not prevent the start.
 */
export function operatorName(systemUser = () => userInfo().username, env = process.env): string {
  try {
    return systemUser()
  } catch (error) {
    // On Linux, the user id can lack an entry in the passwd file (containers, unreachable directory services).
    if (error instanceof Error) return env['USER'] ?? env['LOGNAME'] ?? env['USERNAME'] ?? 'unknown'
    throw error
  }
}
