/** The settings of the practice service. */

export const practiceSpeeds = ['fast', 'normal', 'real'] as const

export const practiceTrainingMs = { fast: 2_000, normal: 30_000, real: 20 * 60_000 } as const

/** Faults that affect every answer while they are on (docs/practice-service.md, Faults). */
export const practiceFaults = ['slow', 'status', 'reset-before-read', 'expired-token', 'not-json'] as const

/** Path of a sample portrait for an avatar, below the origin of the practice service. */
export const practicePortraitPath = '/model/studio-host.png'
