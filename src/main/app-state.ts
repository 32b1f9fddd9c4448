/** What the shell draws, gathered from settings, profiles and the start, and pushed when any of it changes. */
import { FailureError } from '../shared/failure.ts'
import type { AppState, Notice, Section } from '../shared/schemas/app.ts'
import type { AppId } from '../shared/ids.ts'
import type { Emit, HandlersOf } from './ipc/handlers.ts'
import type { Log } from './log.ts'
import type { Profiles } from './profiles/profiles.ts'
import type { Exchanges } from './service/exchanges.ts'
import type { OpenedDatabase } from './store/database.ts'
import type { Settings } from './store/settings.ts'
import type { UnfinishedDrop, UnfinishedDropsRepository } from './store/unfinished-drops-repository.ts'

/** Facts of this run that never change. */
export interface RunFacts {
  readonly version: string
  readonly runtime: string
  readonly dataFolder: string
  /** Preferred language of the system, such as `zh-CN`. */
  readonly systemLanguage: string
}

/** The state of the shell. */
export interface ShellState {
  readonly read: () => Promise<AppState>
  /** Reads it and pushes `app.changed`; of several at once only the newest is pushed. */
  readonly announce: () => void
  /** Forgets it, for the next start too. Failures: storage; it is then still shown. */
  readonly dismiss: (noticeId: string) => void
}

/** What the state is made of. */
export interface ShellStateDeps {
  readonly profiles: Pick<Profiles, 'view'>
  readonly settings: Pick<Settings, 'read'>
  readonly notices: readonly Notice[]
  readonly unfinishedDrops: Pick<UnfinishedDropsRepository, 'set'>
  readonly facts: RunFacts
  readonly isOffline: () => boolean
  readonly emit: Emit
  readonly log: Log
}

/** Gives the shell's state. */
export function createShellState(deps: ShellStateDeps): ShellState {
  const { profiles, settings, notices, unfinishedDrops, facts, isOffline, emit, log } = deps
  let shown = notices
  let newest = 0
  const read = async (): Promise<AppState> => ({
    ...(await profiles.view()),
    ...facts,
    preferences: settings.read().preferences,
    notices: [...shown],
    isOffline: isOffline(),
  })
  const announce = (): void => {
    newest += 1
    const mine = newest
    read().then(
      (state) => {
        if (mine === newest) emit('app.changed', state)
      },
      (error: unknown) => log.error('the state of the shell could not be read', error),
    )
  }
  return {
    read,
    announce,
    dismiss: (noticeId) => {
      for (const notice of shown) {
        if (notice.id === noticeId && notice.kind === 'drop-unfinished') unfinishedDrops.set(notice.profileId, 0)
      }
      shown = shown.filter(({ id }) => id !== noticeId)
      announce()
    },
  }
}

/** What the shell's handlers need. */
export interface ShellHandlersDeps {
  readonly state: ShellState
  readonly exchanges: Pick<Exchanges, 'read'>
  readonly look: (view: { readonly section: Section; readonly appId: AppId | null }) => void
  readonly setOnline: (online: boolean) => void
  readonly openExternal: (address: string) => Promise<void>
}

/** The handlers of the shell. Failures: refused not-https, not-found for an exchange that gave way to newer ones. */
export function createShellHandlers(
  deps: ShellHandlersDeps,
): HandlersOf<
  'app.state' | 'app.look' | 'app.connectivity' | 'app.dismissNotice' | 'app.openExternal' | 'exchange.read'
> {
  return {
    'app.state': () => deps.state.read(),
    'app.look': (view) => {
      deps.look(view)
      return null
    },
    'app.connectivity': ({ online }) => {
      deps.setOnline(online)
      return null
    },
    'app.dismissNotice': ({ id }) => {
      deps.state.dismiss(id)
      return null
    },
    'app.openExternal': async ({ url }) => {
      await deps.openExternal(url)
      return null
    },
    'exchange.read': ({ exchangeId }) => {
      const exchange = deps.exchanges.read(exchangeId)
      if (exchange === undefined) throw new FailureError({ kind: 'not-found', what: 'exchange' })
      return exchange
    },
  }
}

/** What the start found. */
export interface StartFindings {
  /** Name of the settings file that was set aside. */
  readonly settingsFile: string | null
  readonly database: Omit<OpenedDatabase, 'database'>
  readonly drops: readonly UnfinishedDrop[]
}

/** What the operator is told at the start: files that were damaged and what became of them, drops cut short by the end. */
export function noticesOf({ settingsFile, database, drops }: StartFindings): readonly Notice[] {
  const kind = database.salvaged > 0 ? ('database-salvaged' as const) : ('database-set-aside' as const)
  return [
    ...(settingsFile === null ? [] : [{ id: 'settings', kind: 'settings-set-aside', file: settingsFile } as const]),
    ...(database.setAside === null ? [] : [{ id: 'database', kind, file: database.setAside }]),
    ...drops.map(({ profileId, files }) => {
      const id = `drop-${profileId}`
      return { id, kind: 'drop-unfinished' as const, profileId, count: files }
    }),
  ]
}
