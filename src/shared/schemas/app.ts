import { z } from 'zod'
import { limits } from '../model/limits.ts'
import { shownComparison } from './conversation.ts'
import { appId, exchangeId, profileId, snapshotId } from './ids.ts'
import { policyView } from './policy.ts'
import { profileView } from './profile.ts'
import { shapeChange } from './shape.ts'

/** In the order of the navigation. */
export const section = z.enum(['avatars', 'conversations', 'sessions', 'account', 'activity', 'settings'])

export const preferences = z.strictObject({
  /** The viewer shows the contract's names beside the field labels; off by default. */
  rawNames: z.boolean().exactOptional(),
  theme: z.enum(['system', 'light', 'dark']),
  language: z.enum(['system', 'en', 'zh-CN']),
  density: z.enum(['comfortable', 'compact']),
  /** After the last window closes, Greenroom keeps polling trainings, sending waiting avatars and checking alerts. */
  runsInBackground: z.boolean(),
})

export const backgroundFacts = z.strictObject({
  /** Without a tray, a program without a window cannot be found again. */
  hasTray: z.boolean(),
  opensAtLogin: z.boolean(),
})

/** A number of avatars or alerts. */
const counted = z.int().min(0)

/** Shown until dismissed. */
export const notice = z.discriminatedUnion('kind', [
  z.strictObject({
    id: z.string(),
    kind: z.enum(['settings-set-aside', 'database-set-aside']),
    file: z.string(),
  }),
  /** The copy of `at` (epoch ms) replaced a damaged database. */
  z.strictObject({ id: z.string(), kind: z.literal('database-restored'), file: z.string(), at: z.number() }),
  /** `count` files of a drop were not added before Greenroom ended. */
  z.strictObject({ id: z.string(), kind: z.literal('drop-unfinished'), profileId, count: z.int().min(1) }),
  z.strictObject({ id: z.string(), kind: z.literal('update-available'), version: z.string() }),
  /** Since `since` (epoch ms), the answers of `operations` have a different shape than before, or than documented. */
  z.strictObject({
    id: z.string(),
    kind: z.literal('answers-changed'),
    profileId,
    since: z.number(),
    operations: z.array(z.string()),
    count: z.int().min(1),
    /** The change if there is only one, else null. */
    only: shapeChange.nullable(),
  }),
  /** Counts from the time in the background: avatars by state (`unknown` needs a decision), and alerts. */
  z.strictObject({
    id: z.string(),
    kind: z.literal('background'),
    ready: counted,
    failed: counted,
    rejected: counted,
    unknown: counted,
    alerts: counted,
  }),
  /** The system showed no notification; `title` and `body` are the texts of the last notification. */
  z.strictObject({ id: z.string(), kind: z.literal('not-notified'), title: z.string(), body: z.string() }),
  /** A replaced or removed secret could not be deleted because the keychain is locked. */
  z.strictObject({ id: z.string(), kind: z.literal('secret-left') }),
])

/** The location of a window's page: its section, the selected application, the visible conversation or comparison. */
export const visibleView = z.strictObject({
  section,
  appId: appId.nullable(),
  snapshotId: snapshotId.nullable(),
  comparison: shownComparison.nullable(),
  /** The text in the box for a conversation ID, and in the search of the library. */
  typedId: z.string().max(limits.searchInConversations),
  librarySearch: z.string().max(limits.searchInConversations),
})

export const appState = z.strictObject({
  profiles: z.array(profileView),
  openProfileId: profileId.nullable(),
  keychain: z.enum(['reading', 'available', 'missing', 'locked']),
  /** The keychain is a keyring with a publicly known password (`npm start -- --headless-keyring`). */
  isKeychainPasswordKnown: z.boolean(),
  preferences,
  notices: z.array(notice),
  /** Nothing is fetched or sent for the open profile. */
  isOffline: z.boolean(),
  /** The last view of this window, where its page starts after a reload. null in a new window. */
  shown: visibleView.nullable(),
  /** Profiles whose token the service refuses: polling is suspended for them. */
  refusedTokens: z.array(profileId),
  policy: policyView.nullable(),
  systemLanguage: z.string(),
  version: z.string(),
  /** The version of Electron differs from the version that the program was built for. */
  isDevelopmentRuntime: z.boolean(),
  dataFolder: z.string(),
})

/** A recorded exchange without secrets: headers and bodies are redacted before they are stored. */
export const exchange = z.strictObject({
  id: exchangeId,
  operation: z.string(),
  method: z.string(),
  url: z.string(),
  startedAt: z.number(),
  durationMs: z.number(),
  requestHeaders: z.record(z.string(), z.string()),
  requestBody: z.string().nullable(),
  httpStatus: z.int().nullable(),
  answerHeaders: z.record(z.string(), z.string()),
  /** False for a connection test: only the status and a few headers of its answer are stored. */
  isAnswerStored: z.boolean(),
  /** At most 4,000 characters. */
  answerExcerpt: z.string().nullable(),
  problem: z.string().nullable(),
})

export const exchangeLine = exchange.pick({
  id: true,
  operation: true,
  startedAt: true,
  durationMs: true,
  httpStatus: true,
  problem: true,
})

/** Calls of an operation in the last hour; each attempt counts separately. */
export const operationHealth = z.strictObject({
  operation: z.string(),
  calls: z.int().min(1),
  /** Calls that the service itself answered, refusals included. */
  answered: z.int(),
  /** Median duration of the answered calls; null without an answered call. */
  medianMs: z.number().nullable(),
})

export type OperationHealth = z.output<typeof operationHealth>
export type Section = z.output<typeof section>
export type Preferences = z.output<typeof preferences>
export type Notice = z.output<typeof notice>
export type AppState = z.output<typeof appState>
export type ExchangeLine = z.output<typeof exchangeLine>
export type Exchange = z.output<typeof exchange>
