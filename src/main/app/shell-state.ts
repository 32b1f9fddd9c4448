/** The shell's state, gathered from settings, profiles and the start, and pushed when any of it changes. */
import { orNotFound } from '../../shared/failure.ts'
import type { InputOf } from '../../shared/contract.ts'
import { exchangeLine } from '../../shared/schemas/app.ts'
import type { AppState, Notice } from '../../shared/schemas/app.ts'
import type { ProfileId } from '../../shared/ids.ts'
import type { HandlersUnder } from '../ipc/handlers.ts'
import type { DropCount } from '../portraits/intake.ts'
import type { PersonCheck } from '../ipc/user-gesture.ts'
import { limitErrors } from '../lib/log.ts'
import type { Profiles } from '../profiles/profiles.ts'
import type { Exchanges } from '../service/exchanges.ts'
import type { VisibleView } from '../sessions/concurrency/poll-interval.ts'
import type { LastHour } from '../service/last-hour.ts'
import type { ShapesRepository } from '../store/shapes-repository.ts'
import type { Windows } from '../desktop/windows.ts'
import type { WindowProfiles } from '../workspaces/registry.ts'
import type { ProgramContext } from './app-context.ts'
import type { AnswerNotices } from './answer-notices.ts'
import { commonState, dropNoticeId } from './stored.ts'
import type { CommonParts } from './stored.ts'
import type { UnsavedTexts } from './unsaved.ts'

interface ShellContext extends Pick<ProgramContext, 'emitTo' | 'log'>, CommonParts {
  readonly windows: Pick<Windows, 'ids'>
  readonly windowProfiles: Pick<WindowProfiles, 'profileOf'>
}

interface ShellStateParts {
  readonly profiles: Pick<Profiles, 'view'>
  readonly notices: readonly Notice[]
  readonly unfinishedDrops: Pick<DropCount, 'list' | 'forget'>
  readonly answers: Pick<AnswerNotices, 'list' | 'dismiss'>
}

/** What is suspended for a profile: everything without a network; polling when the service refused its token. */
type Suspended = Readonly<Record<'isOffline' | 'isTokenRefused', (id: ProfileId | null) => boolean>>

const secretLeftId = 'secret-left'

type View = NonNullable<AppState['shown']>

const blankView: View = {
  section: 'avatars',
  appId: null,
  snapshotId: null,
  comparison: null,
  typedId: '',
  librarySearch: '',
}

export type ShellState = ReturnType<typeof createShellState>

export function createShellState(
  context: ShellContext,
  { profiles, notices, unfinishedDrops, answers }: ShellStateParts,
  suspended: Suspended,
) {
  const { windows, windowProfiles, emitTo, log } = context
  let shownNotices = notices
  const writePageError = limitErrors(log)
  const views = new Map<number, View>()
  let isSecretLeftShown = true
  const secretLeft = (keychain: AppState['keychain']): Notice[] => {
    const isLeft = Object.keys(context.settings.read().unfinishedSecrets ?? {}).length > 0
    return isLeft && keychain === 'locked' && isSecretLeftShown ? [{ id: secretLeftId, kind: 'secret-left' }] : []
  }
  const shared = () => {
    const view = profiles.view()
    const refusedTokens = view.profiles.map(({ profile }) => profile.id).filter(suspended.isTokenRefused)
    const allNotices = [...shownNotices, ...answers.list(), ...secretLeft(view.keychain)]
    return { ...view, ...commonState(context), refusedTokens, notices: allNotices }
  }
  const stateOfWindow = (windowId: number, state: ReturnType<typeof shared>): AppState => {
    const id = windowProfiles.profileOf(windowId)
    return { ...state, openProfileId: id, isOffline: suspended.isOffline(id), shown: views.get(windowId) ?? null }
  }
  const announce = (): void => {
    const state = shared()
    for (const windowId of windows.ids()) emitTo(windowId)('app.changed', stateOfWindow(windowId, state))
  }
  return {
    read: (windowId: number): AppState => stateOfWindow(windowId, shared()),
    /** Logs an error of a window's page; at most 100 a minute, of all pages. */
    pageFailed: (windowId: number, { message, stack, section }: InputOf<'app.reportError'>): void =>
      writePageError(`page of window ${String(windowId)}, ${section}`, stack ?? message),
    /** Stores what a window shows, for when its page is loaded again. */
    showing: (windowId: number, view: View): void => {
      views.set(windowId, view)
      for (const id of views.keys()) if (!windows.ids().includes(id)) views.delete(id)
    },
    /** The window begins with the view of a closed window. */
    continueIn: (windowId: number, closedId: number): void => {
      const view = views.get(closedId)
      views.delete(closedId)
      if (view !== undefined) views.set(windowId, view)
    },
    /** The window begins at this place, if its page is not loaded yet. */
    beginAt: (windowId: number, { section, appId }: Pick<View, 'section' | 'appId'>): void => {
      const before = views.get(windowId) ?? blankView
      views.set(windowId, { ...before, section, appId: appId ?? before.appId })
    },
    /** Pushes `app.changed` to each window. */
    announce,
    /** Shows a further line in all windows, or replaces the line with the same id. */
    notify: (notice: Notice): void => {
      shownNotices = [...shownNotices.filter(({ id }) => id !== notice.id), notice]
      announce()
    },
    /** Removes the line, also for the next start. Failures: storage; the line is then still shown. */
    dismiss: (noticeId: string): void => {
      for (const { profileId } of unfinishedDrops.list()) {
        if (dropNoticeId(profileId) === noticeId) unfinishedDrops.forget(profileId)
      }
      answers.dismiss(noticeId)
      shownNotices = shownNotices.filter(({ id }) => id !== noticeId)
      if (noticeId === secretLeftId) isSecretLeftShown = false
      announce()
    },
  }
}

const maxRecentExchanges = 50

interface ShellParts {
  readonly exchanges: Pick<Exchanges, 'read' | 'of'>
  readonly lastHour: Pick<LastHour, 'read'>
  readonly shapes: Pick<ShapesRepository, 'changes'>
  readonly unsaved: Pick<UnsavedTexts, 'read' | 'set'>
  readonly setView: (view: VisibleView) => void
  readonly setOnline: (online: boolean) => void
}

/** Failures: not-found for an exchange that newer ones replaced. */
export function createShellHandlers(
  { person }: { readonly person: Pick<PersonCheck, 'redeem'> },
  /** Opens a further window on a profile, or on none. Failures: the failures of opening a profile. */
  { state, openWindow }: { readonly state: ShellState; readonly openWindow: (id: ProfileId | null) => Promise<void> },
  { exchanges, lastHour, shapes, unsaved, setView, setOnline }: ShellParts,
): Omit<
  HandlersUnder<'app' | 'exchange' | 'shape' | 'window'>,
  'app.about' | 'app.background' | 'app.setOpensAtLogin'
> {
  return {
    'app.state': (_input, { windowId }) => state.read(windowId),
    'app.setVisibleView': ({ isVisible, ...view }, { windowId }) => {
      state.showing(windowId, view)
      setView({ ...view, isVisible, windowId })
    },
    'app.unsaved': (_input, { windowId }) => unsaved.read(windowId),
    'app.setUnsaved': (typed, { windowId }) => unsaved.set(windowId, typed),
    'app.connectivity': ({ online }) => setOnline(online),
    'app.reportError': (error, { windowId }) => state.pageFailed(windowId, error),
    'app.dismissNotice': ({ id }) => state.dismiss(id),
    'window.open': async ({ profileId }, { windowId }) => {
      // One press opens one window: a script that waits for a click must not fill the screen.
      await person.redeem(windowId, { kind: 'open-window' })
      await openWindow(profileId)
    },
    'exchange.read': ({ exchangeId }) => orNotFound(exchanges.read(exchangeId), 'exchange'),
    'exchange.lastHour': ({ profileId }) => [...lastHour.read(profileId)],
    'shape.changes': ({ profileId }) => [...shapes.changes(profileId)],
    'exchange.recent': ({ profileId }) =>
      exchanges
        .of(profileId)
        .slice(-maxRecentExchanges)
        .toReversed()
        .map((exchange) => exchangeLine.strip().parse(exchange)),
  }
}
