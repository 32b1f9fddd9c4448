import { z } from 'zod'

/** What is told of the program, its runtime and this computer; nothing that names a person, a place or a host. */
export const about = z.strictObject({
  version: z.string(),
  /** Full id of the commit; null in a checkout. */
  commit: z.string().nullable(),
  /** In what it was installed, such as `deb`; null in a checkout. */
  packageKind: z.string().nullable(),
  /** How the packaging obtained the runtime; null in a checkout. */
  runtimeSource: z.string().nullable(),
  isDevelopmentRuntime: z.boolean(),
  electron: z.string(),
  chrome: z.string(),
  node: z.string(),
  v8: z.string(),
  sqlite: z.string(),
  /** Name and version of the operating system. */
  system: z.string(),
  /** As Node names it, such as `x64`. */
  architecture: z.string(),
  /** `test-keyring`: a keyring of Greenroom's own whose password is known. */
  keychainKind: z.enum(['macos', 'windows', 'secret-service', 'test-keyring']),
  keychain: z.enum(['available', 'missing', 'locked']),
  /** Crash dumps kept on this computer. */
  crashDumps: z.int(),
})

export type About = z.output<typeof about>
