/** The feed of newer versions, and its state in the windows; docs/updates.md describes the file. */
import { z } from 'zod'

/** An Ed25519 signature of exactly the bytes of the feed. */
export const updateEnvelope = z.object({ payload: z.base64().max(200_000), signature: z.base64().max(200) })

const releaseVersion = z.string().regex(/^(?:0|[1-9]\d{0,4})(?:\.(?:0|[1-9]\d{0,4})){2}$/)

const webAddress = z.url({ protocol: /^https?$/ }).max(2_000)
// Shown as plain text. A right-to-left mark or a control character could change how the text reads.
const notes = z
  .string()
  .min(1)
  .max(8_000)
  .regex(/^(?:\n|[^\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069])*$/u)

/** Fields of a later format are ignored. */
export const updateFeed = z.object({
  format: z.literal(1),
  issuedAt: z.iso.datetime(),
  version: releaseVersion,
  notes: z.object({ en: notes, 'zh-CN': notes.exactOptional() }),
  page: webAddress,
})

const updateProblem = z.enum([
  'offline',
  'unreachable',
  'insecure',
  'proxy',
  'timeout',
  'http',
  'redirect',
  'too-large',
  'wrong-shape',
  'signature',
  'rollback',
  'clock',
])

export const updates = z.strictObject({
  /** Why checks are off; null where they are on. */
  off: z.enum(['not-set-up', 'development', 'policy']).nullable(),
  isChecking: z.boolean(),
  /** When a feed was last accepted in this run. */
  checkedAt: z.number().nullable(),
  /** Why the last check failed; null after a successful check and before the first. */
  problem: updateProblem.nullable(),
  newer: z
    .strictObject({
      version: z.string(),
      notes: z.strictObject({ en: z.string(), 'zh-CN': z.string().exactOptional() }),
    })
    .nullable(),
  /** How the newer version is installed: by the system's package manager, or by hand. */
  way: z.enum(['package-manager', 'download']),
})

export const seenUpdates = z.object({
  /** The address of the feed. A different feed starts without a history. */
  feed: z.string(),
  /** `issuedAt` of the newest feed that was accepted, in epoch milliseconds. */
  issuedAt: z.number(),
  /** The version that was announced last. */
  announcedVersion: z.string().nullable(),
})

export type UpdateFeed = z.output<typeof updateFeed>
export type UpdateProblem = z.output<typeof updateProblem>
export type Updates = z.output<typeof updates>
export type SeenUpdates = z.output<typeof seenUpdates>
