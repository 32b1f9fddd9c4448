/** Limits of input and requests. Schemas, main’s checks and the page's fields use them. */

/** Whole numbers from `min` to `max`, both included. */
export interface Range {
  readonly min: number
  readonly max: number
}

export const limits = {
  profileName: 80,
  /** Any other text in the profile form, valid or not. */
  profileText: 4_000,
  tokenLifetimeSeconds: { min: 60, max: 86_400 },
  imageBytes: { min: 1_000, max: 1_000_000_000 },
  creationsAtOnce: { min: 1, max: 8 },
  practiceSeed: 60,

  /** Number of list rows that are shown first, and that each press of Show more adds. */
  rowsAtOnce: 300,

  searchedText: 5_000_000,
  searchedFiles: 100,
  /** Maximum number of sessions that are listed, added, marked or removed together. */
  sessionsAtOnce: 5_000,
  closedAtOnce: 200,
  sourceName: 400,
  imageAddress: 2 ** 22,
  sessionLabel: 200,
  sessionNote: 5_000,
  activityNote: 1_000,
  /** An answer in an unknown form is shown completely up to this length; nobody reads a longer answer. */
  shownAnswer: 20_000,

  capacity: { min: 1, max: 1_000_000 },
  alertValue: { min: 1, max: 1_000_000 },
  alertMinutes: { min: 1, max: 1_440 },
  /** 0 means immediately. */
  minutesHeld: { min: 0, max: 1_440 },
  minutesToEmpty: { min: 1, max: 100_000 },
  minutesKnown: { min: 1, max: 10_080 },
  /** 0 ends the snooze. */
  snoozeMinutes: { min: 0, max: 10_080 },

  /** Minimum number of ready trainings for a usual time; the newest `trainingsCounted` are counted. */
  trainingsForUsualTime: 10,
  trainingsCounted: 200,

  conversationId: 128,
  sessionId: 1_024,
  importedConversations: 10_000,
  /** Maximum number of listed library entries or hits. */
  libraryRows: 100_000,
  tags: 40,
  tagLength: 60,
  conversationNote: 20_000,
  searchInConversations: 500,
  /** A name from the service can be as long as a body; a path with such a name is rejected. */
  fieldPath: 2_000,

  reportedMessage: 2_000,
  reportedStack: 8_000,
} as const

/**
 * The typed whole number; null for an empty text, NaN for any other text. "1.000" and "1,000" are NaN because they mean
 * one to some people and a thousand to others.
 */
export function wholeNumberOf(typed: string): number | null {
  const digits = typed.normalize('NFKC').trim()
  if (digits === '') return null
  return /^\d+$/.test(digits) ? Number(digits) : NaN
}

export function isWithin(value: number | null, { min, max }: Range): value is number {
  return value !== null && Number.isInteger(value) && value >= min && value <= max
}

/** Matches times such as `22:00`. */
export const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/
