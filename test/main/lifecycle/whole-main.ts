/**
 * The complete main process, built as the program builds it, with calls like those of its windows. Electron, the
 * keychain and the clock are fakes; services answer over HTTP, by the same clock.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, onTestFinished, vi } from 'vitest'
import type { InputOf, OperationName, OutputOf } from '../../../src/shared/contract.ts'
import type { EventMessage, EventName, Events } from '../../../src/shared/events.ts'
import type { Result } from '../../../src/shared/failure.ts'
import type { AppId, ProfileId } from '../../../src/shared/ids.ts'
import type { CreationFields } from '../../../src/shared/schemas/avatar.ts'
import { appId as appIdSchema, sessionId } from '../../../src/shared/schemas/ids.ts'
import { profileInput } from '../../../src/shared/schemas/profile.ts'
import type { ProfileView } from '../../../src/shared/schemas/profile.ts'
import type { ActivityEntry } from '../../../src/shared/schemas/activity.ts'
import type { OperationName as ServiceOperation } from '../../../src/practice/operations.ts'
import type { LaunchRequests } from '../../../src/main/desktop/launch-arguments.ts'
import { createPracticeService } from '../../../src/practice/service.ts'
import type { PracticeOptions, PracticeService } from '../../../src/practice/service.ts'
import { copyFile } from '../../../src/main/store/backup/daily-copies.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import type { ManualClock } from '../../support/manual-clock.ts'
import { testKeychain } from '../vault/test-keychain.ts'
import { fakeElectron, FakeNotification, FakeWindow } from './fake-electron.ts'
import { scratchFolder } from '../../support/scratch-folder.ts'

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs

// Resources of pending work on files and connections; excludes merely open sockets.
const atWork = /req|^TCPConnectWrap$|^WriteWrap$|^ShutdownWrap$|^zlib$/i

function isAtWork(): boolean {
  return process.getActiveResourcesInfo().some((name) => atWork.test(name))
}

/** Waits until all work on files, connections and answers that no clock delays has settled. */
export async function rest(): Promise<void> {
  for (let turns = 0; turns < 40; turns = isAtWork() ? 0 : turns + 1)
    await new Promise((resolve) => setImmediate(resolve))
}

const paths = { dataFolder: '', proxy: 'DIRECT' }

async function loadProgram() {
  const modules = await Promise.all([
    import('../../../src/main/app/build-main.ts'),
    import('../../../src/main/desktop/windows.ts'),
    import('../../../src/main/desktop/crash-recovery.ts'),
    import('../../../src/main/lib/clock.ts'),
    import('../../../src/main/lib/log.ts'),
    // Main imports these late: loaded here so that no test waits for the files.
    import('../../../src/main/app/compose.ts'),
    import('../../../src/main/service/dispatchers.ts'),
    import('keytar'),
  ])
  const [{ buildMain }, { createWindows }, { createCrashRecovery }, { systemClock }, { createLog }] = modules
  return { buildMain, createWindows, createCrashRecovery, systemClock, createLog }
}

let program: Awaited<ReturnType<typeof loadProgram>>
const electron = fakeElectron(
  () => paths.proxy,
  () => path.join(paths.dataFolder, 'chosen.json'),
)
electron.app.getPath = () => paths.dataFolder
electron.app.getAppPath = () => paths.dataFolder

/**
 * Must be called once in each file. Other files of this process load main with a different Electron, or without one.
 */
export function useWholeMain(): void {
  beforeAll(async () => {
    vi.resetModules()
    vi.stubGlobal('VITE_SERVER', null)
    vi.doMock('electron', () => electron)
    vi.doMock('keytar', () => ({ default: testKeychain().native }))
    vi.doMock('../../../src/main/desktop/tray-host.ts', () => ({ hasTray: () => Promise.resolve(true) }))
    program = await loadProgram()
  })
  afterAll(() => {
    vi.doUnmock('electron')
    vi.doUnmock('keytar')
    vi.doUnmock('../../../src/main/desktop/tray-host.ts')
    vi.resetModules()
  })
}

interface ReceivedEvent {
  readonly windowId: number
  readonly message: EventMessage
}

/** A started main, with one window and no profile. */
export interface WholeMain {
  readonly clock: ManualClock
  /** The file that the operator chooses in every dialog. */
  readonly chosenFile: string
  /** The window that was opened first. */
  readonly first: number
  readonly openWindow: () => number
  /** Closes without a question; after the last one, the program continues in a window without a profile. */
  readonly closeWindow: (windowId: number) => void
  /** The operator closes the window, and main decides on the consequences. */
  readonly askToClose: (windowId: number) => Promise<void>
  /** The operator closes all windows at once: the system asks every window before any of them is gone. */
  readonly closeAllAtOnce: () => Promise<void>
  /** Gives the focus to a window; without a window, no window of the program has it. */
  readonly focus: (windowId: number | null) => void
  /** The notifications that the system showed, oldest first. */
  readonly notifications: () => readonly { readonly title: string; readonly body: string }[]
  readonly windows: () => readonly number[]
  readonly isInBackground: () => boolean
  /** How often the program tried to end. */
  readonly quits: () => number
  /** Starts the program a second time. */
  readonly startAgain: (wanted?: Partial<LaunchRequests>) => void
  readonly sleep: () => Promise<void>
  readonly wake: () => Promise<void>
  /** Reports as the page does whether the computer has a network. */
  readonly setOnline: (online: boolean) => Promise<void>
  /** Calls main as the page of that window does; returns the answer, including failures. */
  readonly ask: <Name extends OperationName>(
    windowId: number,
    name: Name,
    input: InputOf<Name>,
  ) => Promise<Result<OutputOf<Name>>>
  /** The same, but throws if the answer is a failure. */
  readonly call: <Name extends OperationName>(
    windowId: number,
    name: Name,
    input: InputOf<Name>,
  ) => Promise<OutputOf<Name>>
  /** The events of one name that a window received, oldest first. */
  readonly received: <Name extends EventName>(windowId: number, name: Name) => readonly Events[Name][]
  /** Entries of the journal, newest first. */
  readonly journal: (windowId: number) => Promise<readonly ActivityEntry[]>
}

/** Starts main on a new folder; main has ended when the test is over. */
export async function startMain(): Promise<WholeMain> {
  vi.stubGlobal('PINNED_ELECTRON', process.versions.electron)
  vi.stubGlobal('UPDATE_KEY', null)
  paths.dataFolder = scratchFolder()
  const folder = paths.dataFolder
  vi.stubEnv('GREENROOM_POLICY_FILE', path.join(folder, 'no-policy.json'))
  const clock = createManualClock(undefined, rest)
  vi.spyOn(program.systemClock, 'now').mockImplementation(clock.now)
  vi.spyOn(program.systemClock, 'after').mockImplementation(clock.after)
  // Delays are randomised; here each has its mean.
  vi.spyOn(Math, 'random').mockReturnValue(0.5)

  const log = program.createLog()
  const windows = program.createWindows({ preload: '', session: {} as never, userData: folder }, log)
  const recovery = program.createCrashRecovery(log)
  const received: ReceivedEvent[] = []
  let quits = 0
  electron.app.quit = () => {
    quits += 1
  }
  let launched: (wanted: LaunchRequests) => void = () => undefined
  const shown = new Map<number, ProfileId | null>()
  const first = windows.open()
  const main = await program.buildMain({
    windows,
    recovery,
    first,
    practice: false,
    log,
    launches: {
      follow: (next) => {
        launched = next
      },
    },
    setEarly: () => undefined,
    emitTo: (audience) => (name, payload) => {
      for (const windowId of windows.ids().filter(audience)) {
        const message = { name, payload } as EventMessage
        received.push({ windowId, message })
        if (message.name === 'profile.switched') shown.set(windowId, message.payload.profileId)
      }
    },
  })
  onTestFinished(async () => {
    const ended = main.dispose()
    // Commands that the service delays end at their time limits.
    await clock.pass(5 * 60_000)
    await ended
    for (const window of FakeWindow.getAllWindows()) window.removeAllListeners()
    FakeWindow.all = []
    FakeWindow.focused = null
    FakeNotification.shown = []
    electron.app.removeAllListeners()
  })
  // Prevents a copy of the database by a thread, which would take longer than a test.
  const copy = copyFile(path.join(folder, 'greenroom.db'), clock.now())
  mkdirSync(path.dirname(copy))
  writeFileSync(copy, '')
  main.begin()
  await rest()

  const ask: WholeMain['ask'] = async (windowId, name, input) => {
    const answer = await main.dispatch(name, input, { windowId, profileId: shown.get(windowId) ?? null })
    // The boundary: the contract defines the output of this operation.
    return answer as Result<OutputOf<typeof name>>
  }
  const call: WholeMain['call'] = async (windowId, name, input) => {
    const answer = await ask(windowId, name, input)
    if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.failure)}`)
    return answer.value
  }
  const filter = { search: '', actions: [], outcomes: [], scope: 'all' as const, from: null, to: null }
  return {
    clock,
    chosenFile: path.join(folder, 'chosen.json'),
    first,
    openWindow: windows.open,
    closeWindow: (windowId) => {
      const window = FakeWindow.getAllWindows().find(({ id }) => id === windowId)
      if (window === undefined) throw new Error(`there is no window ${String(windowId)}`)
      if (windows.ids().length === 1) windows.open()
      window.close()
    },
    askToClose: async (windowId) => {
      FakeWindow.getAllWindows()
        .find(({ id }) => id === windowId)
        ?.emit('close', { preventDefault: () => undefined })
      await rest()
    },
    closeAllAtOnce: async () => {
      const closing = FakeWindow.getAllWindows().filter((window) => {
        const close = new Event('close', { cancelable: true })
        window.emit('close', close)
        return !close.defaultPrevented
      })
      for (const window of closing) window.close()
      await rest()
    },
    focus: (windowId) => {
      FakeWindow.focused = FakeWindow.getAllWindows().find(({ id }) => id === windowId) ?? null
    },
    notifications: () => FakeNotification.shown,
    windows: windows.ids,
    isInBackground: main.isInBackground,
    quits: () => quits,
    startAgain: (wanted) => launched({ requests: [], opens: null, ...wanted }),
    sleep: async () => {
      electron.powerMonitor.emit('suspend')
      await rest()
    },
    wake: async () => {
      electron.powerMonitor.emit('resume')
      await rest()
    },
    setOnline: async (online) => {
      await call(windows.ids()[0] ?? first, 'app.connectivity', { online })
      await rest()
    },
    ask,
    call,
    received: <Name extends EventName>(windowId: number, wanted: Name) =>
      received
        .filter((one) => one.windowId === windowId && one.message.name === wanted)
        .map(({ message }) => message.payload as Events[Name]),
    journal: async (windowId) => {
      const { rows } = await call(windowId, 'activity.list', { filter, limit: 200 })
      return rows
    },
  }
}

/** A service over HTTP that uses main's clock, and a profile on it. */
export interface Service {
  readonly practice: PracticeService
  readonly control: PracticeService['control']
  readonly baseUrl: string
  readonly port: number
  /** The application whose calls neither come nor go automatically; four are live at the start. */
  readonly steady: AppId
  readonly count: (operation: ServiceOperation) => number
  /** Tokens of the requests, in the order of their arrival. */
  readonly tokens: (operation: ServiceOperation) => readonly (string | undefined)[]
}

/** Starts a service whose trainings take ten minutes; it has stopped when the test is over. */
export async function startService({ clock }: WholeMain, options: PracticeOptions = {}): Promise<Service> {
  const practice = createPracticeService({ clock, trainingMs: 600_000, closeLagMs: 1_500, ...options })
  const { baseUrl, port } = await practice.start()
  onTestFinished(() => practice.stop())
  const { control } = practice
  return {
    practice,
    control,
    baseUrl,
    port,
    steady: appIdSchema.parse(control.applications().at(-1)?.appId),
    count: control.count,
    tokens: (operation) => control.requests(operation).map(({ headers }) => headers['token']),
  }
}

interface ProfileChange {
  readonly id?: ProfileId
  /** Default the steady application alone. */
  readonly applications?: readonly AppId[]
  readonly name?: string
  readonly baseUrl?: string
  /** Default the stored token. */
  readonly token?: string
}

/** Saves a profile in a window, which shows it from then on. */
export async function saveProfile(
  { call }: WholeMain,
  windowId: number,
  { practice, baseUrl, steady }: Service,
  change: ProfileChange = {},
): Promise<ProfileView['profile']> {
  const secret = change.token ?? (change.id === undefined ? practice.credentials.accessToken : null)
  const input = profileInput.parse({
    id: change.id ?? null,
    fields: {
      name: change.name ?? 'Lobby',
      baseUrl: change.baseUrl ?? baseUrl,
      unencryptedOrigin: new URL(change.baseUrl ?? baseUrl).origin,
      authentication: { kind: 'access-token' },
      applications: (change.applications ?? [steady]).map((appId) => ({ appId, label: 'Lobby' })),
      mediaBaseUrl: '',
      durationUnit: 'unknown',
      protection: 'open',
      colour: 'teal',
    },
    secret: secret === null ? { kind: 'keep' } : { kind: 'set', value: secret, keepIn: 'keychain' },
  })
  const { profile } = await call(windowId, 'profile.save', input)
  // Saving opens the profile only when the window shows none.
  await call(windowId, 'profile.open', { profileId: profile.id })
  await rest()
  return profile
}

/** A service on a remote computer; a test that uses it needs `useProxy`. */
export const remoteUrl = 'http://service.example/openapi/v2'

/** Makes the system send all requests to other computers through a proxy. */
export function useProxy(port: number): void {
  paths.proxy = `PROXY 127.0.0.1:${String(port)}`
  onTestFinished(() => {
    paths.proxy = 'DIRECT'
  })
}

const fields: CreationFields = {
  voice: 'Echo',
  conversationId: '1712345678901234567',
  language: 'English',
  name: '{n}',
  greeting: '',
  profileText: '',
}

/** Confirms `wanted` avatars without an image in a window, or an avatar of each name; returns the ids of the jobs. */
export async function confirmAvatars({ call }: WholeMain, windowId: number, wanted: number | readonly string[] = 1) {
  await call(windowId, 'creator.setShared', fields)
  const names = typeof wanted === 'number' ? Array.from({ length: wanted }, () => fields.name) : wanted
  const draftIds = []
  for (const name of names) {
    const { id: draftId } = await call(windowId, 'draft.addWithoutImage', {})
    if (name !== fields.name) await call(windowId, 'draft.setOverrides', { draftId, overrides: { name } })
    draftIds.push(draftId)
  }
  const { ticket } = await call(windowId, 'creation.open', { kind: 'drafts', draftIds })
  const { jobIds } = await call(windowId, 'creation.confirm', { ticket })
  await rest()
  return jobIds
}

/** Confirms in a window that all calls of an application are closed; resolves when the service has answered. */
export async function confirmCloseAll({ call }: WholeMain, windowId: number, appId: AppId) {
  const { ticket } = await call(windowId, 'session.openCloseAll', { appId })
  return call(windowId, 'session.closeAll', { ticket, typedAppId: appId })
}

/** Confirms in a window the close of a new call; resolves when it is being sent. */
export async function beginClose({ call }: WholeMain, windowId: number, { control, steady }: Service) {
  const [id] = control.addCalls(steady, 1)
  const { ticket } = await call(windowId, 'session.openClose', { sessionId: sessionId.parse(id), appId: steady })
  const closing = call(windowId, 'session.close', { ticket, typed: '' })
  await rest()
  return { id, closing }
}
