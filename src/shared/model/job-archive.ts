/** The rows of the queue that leave the working list automatically. */
import type { JobState } from '../schemas/avatar.ts'

/** Final states that need no decision. */
export const archivedStates: readonly JobState[] = ['ready', 'failed', 'rejected']

/** How long such a row stays in the working list after it reached its state. */
export const archivedAfterMs = 7 * 24 * 60 * 60 * 1_000
