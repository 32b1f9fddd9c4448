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
  /** The viewer shows the contract's own names beside the labels of fields; off until it is chosen. */
  rawNames: z.boolean().exactOptional(),
  theme: z.enum(['system', 'light', 'dark']),
  language: z.enum(['system', 'en', 'zh-CN']),
  density: z.enum(['comfortable', 'compact']),
  /** Closing the last window ends neither trainings, nor waiting avatars, nor alerts. */
  runsInBackground: z.boolean(),
})

export const backgroundFacts = z.strictObject({
  /** Without one, the program cannot be found again without a window. */
  hasTray: z.boolean(),
  opensAtLogin: z.boolean(),
})

/** How many, by what became of them. */
const counted = z.int().min(0)

/** Shown until dismissed. */
export const notice = z.discriminatedUnion('kind', [
  z.strictObject({
    id: z.string(),
    kind: z.enum(['settings-set-aside', 'database-set-aside']),
    file: z.string(),
  }),
  /** The copy of `at` (epoch ms) took the place of a damaged database. */
  z.strictObject({ id: z.string(), kind: z.literal('database-restored'), file: z.string(), at: z.number() }),
  /** `count` files of a drop were not added when Greenroom ended. */
  z.strictObject({ id: z.string(), kind: z.literal('drop-unfinished'), profileId, count: z.int().min(1) }),
  z.strictObject({ id: z.string(), kind: z.literal('update-available'), version: z.string() }),
  /** Answers of `operations` are made of something else than they were, or than is documented, since then (epoch ms). */
  z.strictObject({
    id: z.string(),
    kind: z.literal('answers-changed'),
    profileId,
    since: z.number(),
    operations: z.array(z.string()),
    count: z.int().min(1),
    /** The change, where it is one. */
    only: shapeChange.nullable(),
  }),
  /** What happened while Greenroom ran without a window: avatars by state, `unknown` for a decision, and alerts. */
  z.strictObject({
    id: z.string(),
    kind: z.literal('background'),
    ready: counted,
    failed: counted,
    rejected: counted,
    unknown: counted,
    alerts: counted,
  }),
  /** The system showed no notification; these are the words of the last one. */
  z.strictObject({ id: z.string(), kind: z.literal('not-notified'), title: z.string(), body: z.string() }),
  /** A keychain that is locked could not be rid of a secret that was replaced or removed. */
  z.strictObject({ id: z.string(), kind: z.literal('secret-left') }),
])

/** Where the page of a window is: its section, the selected application, the conversation or comparison on screen. */
export const visibleView = z.strictObject({
  section,
  appId: appId.nullable(),
  snapshotId: snapshotId.nullable(),
  comparison: shownComparison.nullable(),
  /** What stands in the box for a conversation's ID, and in the search of the library. */
  typedId: z.string().max(limits.searchInConversations),
  librarySearch: z.string().max(limits.searchInConversations),
})

export const appState = z.strictObject({
  profiles: z.array(profileView),
  openProfileId: profileId.nullable(),
  keychain: z.enum(['reading', 'available', 'missing', 'locked']),
  /** The keychain is a keyring whose password is known (`npm start -- --headless-keyring`). */
  isKeychainPasswordKnown: z.boolean(),
  preferences,
  notices: z.array(notice),
  /** Nothing of the open profile is fetched or sent. */
  isOffline: z.boolean(),
  /** What this window showed last: where its page begins when it is loaded again. null in a new window. */
  shown: visibleView.nullable(),
  /** Profiles whose token the service refuses: nothing of them is polled. */
  refusedTokens: z.array(profileId),
  policy: policyView.nullable(),
  systemLanguage: z.string(),
  version: z.string(),
  /** No build of the Electron project, or an older one than the program is made for. */
  isDevelopmentRuntime: z.boolean(),
  dataFolder: z.string(),
})

/** A recorded exchange without any secret: headers and bodies are redacted where they are recorded. */
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
  /** False for a connection test: of its answer, status and a few headers are kept. */
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

/** Calls of an operation in the last hour, each attempt for itself. */
export const operationHealth = z.strictObject({
  operation: z.string(),
  calls: z.int().min(1),
  /** By the service itself, refusals included. */
  answered: z.int(),
  /** Of the answered calls; null without any. */
  medianMs: z.number().nullable(),
})

export type OperationHealth = z.output<typeof operationHealth>
export type Section = z.output<typeof section>
export type Preferences = z.output<typeof preferences>
export type Notice = z.output<typeof notice>
export type AppState = z.output<typeof appState>
export type ExchangeLine = z.output<typeof exchangeLine>
export type Exchange = z.output<typeof exchange>
