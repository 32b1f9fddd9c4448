/** Which rows of the queue leave the working list by themselves. */
import type { JobState } from '../schemas/avatar.ts'

/** Nobody has to decide on them, and nothing more becomes of them. */
export const archivedStates: readonly JobState[] = ['ready', 'failed', 'rejected']

/** How long such a row stays in the working list, counted from when it came to its state. */
export const archivedAfterMs = 7 * 24 * 60 * 60 * 1_000
