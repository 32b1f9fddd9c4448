/** What Settings changes of the practice service. */

export const practiceSpeeds = ['fast', 'normal', 'real'] as const

/** What goes wrong with every answer while it is on (docs/practice-service.md, Faults). */
export const practiceFaults = ['slow', 'status', 'reset-before-read', 'expired-token', 'not-json'] as const
