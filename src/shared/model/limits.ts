/** Bounds of what is typed, chosen and sent. Schemas, main’s checks and the fields of the page take them from here. */

/** Whole numbers from `min` to `max`, both included. */
export interface Range {
  readonly min: number
  readonly max: number
}

export const limits = {
  profileName: 80,
  /** Of any other text in the profile form, right or wrong. */
  profileText: 4_000,
  tokenLifetimeSeconds: { min: 60, max: 86_400 },
  imageBytes: { min: 1_000, max: 1_000_000_000 },
  creationsAtOnce: { min: 1, max: 8 },
  practiceSeed: 60,

  /** Rows of a list that are shown at first, and added by each press of Show more. */
  rowsAtOnce: 300,

  searchedText: 5_000_000,
  searchedFiles: 100,
  /** Known sessions that are listed, added, marked or removed together. */
  sessionsAtOnce: 5_000,
  closedAtOnce: 200,
  sourceName: 400,
  imageAddress: 2 ** 22,
  sessionLabel: 200,
  sessionNote: 5_000,
  activityNote: 1_000,
  /** Of an answer in an unknown form: drawn whole, and a longer one is none that a person reads. */
  shownAnswer: 20_000,

  capacity: { min: 1, max: 1_000_000 },
  alertValue: { min: 1, max: 1_000_000 },
  alertMinutes: { min: 1, max: 1_440 },
  /** 0 is at once. */
  minutesHeld: { min: 0, max: 1_440 },
  minutesToEmpty: { min: 1, max: 100_000 },
  minutesKnown: { min: 1, max: 10_080 },
  /** 0 ends it. */
  snoozeMinutes: { min: 0, max: 10_080 },

  /** Ready trainings, of which the newest are counted; with fewer than the first no usual time is shown. */
  trainingsForUsualTime: 10,
  trainingsCounted: 200,

  conversationId: 128,
  sessionId: 1_024,
  importedConversations: 10_000,
  /** Entries or hits of the library that are listed together. */
  libraryRows: 100_000,
  tags: 40,
  tagLength: 60,
  conversationNote: 20_000,
  searchInConversations: 500,
  /** A name can come from the service as long as a body; the path of such a one leads nowhere. */
  fieldPath: 2_000,

  reportedMessage: 2_000,
  reportedStack: 8_000,
} as const

/**
 * The whole number that was typed, null for none, NaN for anything else: "1.000" and "1,000" are one to some and a
 * thousand to others.
 */
export function wholeNumberOf(typed: string): number | null {
  const digits = typed.normalize('NFKC').trim()
  if (digits === '') return null
  return /^\d+$/.test(digits) ? Number(digits) : NaN
}

export function isWithin(value: number | null, { min, max }: Range): value is number {
  return value !== null && Number.isInteger(value) && value >= min && value <= max
}

/** Such as `22:00`. */
export const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/
