/** What Settings changes of the practice service. */

export const practiceSpeeds = ['fast', 'normal', 'real'] as const

export const practiceTrainingMs = { fast: 2_000, normal: 30_000, real: 20 * 60_000 } as const

/** What goes wrong with every answer while it is on (docs/practice-service.md, Faults). */
export const practiceFaults = ['slow', 'status', 'reset-before-read', 'expired-token', 'not-json'] as const

/** Where the practice service has a portrait that an avatar can be made of; below its origin. */
export const practicePortraitPath = '/model/studio-host.png'
