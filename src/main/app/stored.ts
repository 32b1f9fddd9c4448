/** The data for the page's first answer, opened before the rest of main is loaded: policy, database, settings. */
import { join } from 'node:path'
import { app } from 'electron'
import type { AppState, Notice } from '../../shared/schemas/app.ts'
import { runFacts } from '../desktop/run-facts.ts'
import { systemClock as clock } from '../lib/clock.ts'
import { logged } from '../lib/log.ts'
import type { MainLog } from '../lib/log.ts'
import { hostRule, policyFilesOf, policyView, readPolicy } from '../policy/read-policy.ts'
import { removeUnfinished } from '../store/data-files.ts'
import { openDatabase, pauseRestoredQueues } from '../store/database.ts'
import type { OpenedDatabase } from '../store/database.ts'
import type { UnfinishedDrop } from '../store/drafts-repository.ts'
import { migrations } from '../store/migrations.ts'
import { openSettings } from '../store/settings.ts'
import type { Settings } from '../store/settings.ts'

export type Stored = Awaited<ReturnType<typeof openStored>>

/** `built` closes the database. Failures: storage; policy-unusable, before anything is opened. */
export async function openStored(log: MainLog, built: AsyncDisposableStack) {
  const policy = readPolicy(policyFilesOf({ platform: process.platform, env: process.env, isPackaged: app.isPackaged }))
  const dataFolder = app.getPath('userData')

  // The database comes first: when it is refused as a newer program's, the settings must stay unchanged too.
  const databaseFile = join(dataFolder, 'greenroom.db')
  const opened = openDatabase({
    file: databaseFile,
    migrations,
    clock,
    log,
    version: app.getVersion(),
    afterRestore: pauseRestoredQueues,
  })
  built.defer(() => opened.database.close())
  logged(log, 'unfinished files of a crash could not be removed', () =>
    removeUnfinished(dataFolder, ['settings.json', 'submissions.jsonl', 'window-state.json']),
  )
  if (policy.file !== null) log.info('a policy is in force', policy.file)
  const { leastProtection } = policy
  const settings = await openSettings({ folder: dataFolder, clock, log, leastProtection })
  built.defer(settings.ended)
  return { policy, dataFolder, databaseFile, opened, settings, facts: runFacts() }
}

interface StartFindings {
  /** The new name of the quarantined settings file. */
  readonly settingsFile: string | null
  readonly database: Omit<OpenedDatabase, 'database'>
  readonly drops: readonly UnfinishedDrop[]
}

// The page reports an interrupted drop under this id too, when the profile was switched.
export const dropNoticeId = (profileId: string): string => `drop-${profileId}`

/**
 * The notices at the start: damaged files and what became of them, and drops that the end of the program interrupted.
 */
export function noticesOf({ settingsFile, database, drops }: StartFindings): readonly Notice[] {
  const notices: Notice[] = drops.map(({ profileId, files }) => {
    return { id: dropNoticeId(profileId), kind: 'drop-unfinished', profileId, count: files }
  })
  const { quarantinedAs: file, restoredFrom: at } = database
  if (file !== null && at === null) notices.unshift({ id: 'database', kind: 'database-set-aside', file })
  else if (file !== null && at !== null) notices.unshift({ id: 'database', kind: 'database-restored', file, at })
  if (settingsFile !== null) notices.unshift({ id: 'settings', kind: 'settings-set-aside', file: settingsFile })
  return notices
}

export interface CommonParts extends Pick<Stored, 'policy' | 'facts'> {
  readonly settings: Pick<Settings, 'read'>
}

/** The part of the state that is the same in all windows and needs only stored data. */
export const commonState = ({ policy, facts, settings }: CommonParts) => ({
  ...facts,
  policy: policyView(policy),
  preferences: settings.read().preferences,
})

/**
 * The page's first state while the rest of main is loaded, which then adds more. null when the rest of main decides
 * what is open, because the practice service might not start.
 */
export function firstState(stored: Stored, practice: boolean): AppState | null {
  const { settings, opened, policy } = stored
  const { profiles, openProfileId } = settings.read()
  const last = profiles.find(({ id }) => id === openProfileId)
  if (practice || last?.kind === 'practice') return null
  const mayOpen = last !== undefined && hostRule(policy.allowedHosts)(new URL(last.baseUrl))
  return {
    ...commonState(stored),
    profiles: profiles.map((profile) => ({ profile, secret: 'reading', tokenExpiresAt: null })),
    openProfileId: mayOpen ? last.id : null,
    keychain: 'reading',
    notices: [...noticesOf({ settingsFile: settings.quarantinedAs, database: opened, drops: [] })],
    isOffline: false,
    refusedTokens: [],
    shown: null,
  }
}
