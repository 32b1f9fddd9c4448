import { z } from 'zod'

/** An entry of the OS keychain, as JSON: a secret, and the one origin and way of signing in that it belongs to. */
export const secretEntry = z.strictObject({
  version: z.literal(1),
  /** Scheme, host and port of the base URL. */
  origin: z.string(),
  kind: z.enum(['access-token', 'api-keys']),
  secret: z.string(),
})
