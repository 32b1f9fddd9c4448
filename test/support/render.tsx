/**
 * Draws a part of the page over an in-memory bridge: calls go through the real `dispatch` (inputs parsed by the
 * contract) to the test's handlers, whose answers are parsed by the contract too.
 */
import { QueryClientProvider, notifyManager } from '@tanstack/react-query'
import { act, cleanup, configure, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect, onTestFinished } from 'vitest'
import { createDispatch } from '../../src/main/ipc/dispatch.ts'
import type { CallContext, Handlers } from '../../src/main/ipc/handlers.ts'
import { queryClient } from '../../src/renderer/api/query-client.ts'
import { setShownProfile } from '../../src/renderer/api/shown-profile.ts'
import { connectEvents } from '../../src/renderer/api/sync.ts'
import { en } from '../../src/renderer/i18n/en.ts'
import { startLanguage } from '../../src/renderer/i18n/language.ts'
import { resetStores } from '../../src/renderer/state/create-store.ts'
import type { Bridge, HandedFile } from '../../src/shared/bridge.ts'
import { contract } from '../../src/shared/contract.ts'
import type { OperationName } from '../../src/shared/contract.ts'
import type { EventMessage, EventName, Events } from '../../src/shared/events.ts'
import { FailureError } from '../../src/shared/failure.ts'
import type { Failure } from '../../src/shared/failure.ts'
import { fillJsdomGaps } from './jsdom-gaps.ts'
import { anAbout, anAppState, someUpdates } from './page-state.ts'

// Only against a hang: a section's code can take seconds to load on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

/** One call that the page made, in order. */
export interface SeenCall {
  readonly name: string
  readonly input: unknown
}

/** The options of `renderPage`. */
export interface PageSetting {
  /** The test's handlers, which replace the handlers of an idle page. An operation without any fails the test. */
  readonly handlers?: Partial<Handlers>
  /** Main's result for dropped files. */
  readonly dropped?: (files: readonly File[]) => readonly HandedFile[]
}

/** The page as the test drives it. */
export interface RenderedPage {
  readonly user: UserEvent
  /** Every call to main so far. */
  readonly calls: readonly SeenCall[]
  /** The calls of one operation. */
  readonly callsOf: (name: OperationName) => readonly unknown[]
  /** Resolves when every call of an operation so far has been answered, and the page has received the answers. */
  readonly answered: (name: OperationName) => Promise<void>
  /** Pushes an event as main would; resolves when the page has drawn the immediate effects. */
  readonly emit: <Name extends EventName>(name: Name, payload: Events[Name]) => Promise<void>
  /** Replaces the part on the page with a different one, over the same cache and bridge. */
  readonly redraw: (ui: ReactNode) => void
}

/** Throws main's error for an expected failure, for use in a handler. */
export function fail(failure: Failure): never {
  throw new FailureError(failure)
}

/**
 * Inserts a text at the end of a box in one go: typing key by key would draw every part of the section again for each
 * key.
 */
export async function pasteInto(user: UserEvent, box: HTMLElement, text: string): Promise<void> {
  await user.click(box)
  await user.paste(text)
}

/** Main's answers while nothing happens. */
export const atRest: Partial<Handlers> = {
  'app.state': () => anAppState(),
  'app.about': () => anAbout,
  'app.background': () => ({ hasTray: true, opensAtLogin: false }),
  'updates.read': () => someUpdates(),
  'data.read': () => ({ copies: [], failure: null }),
  'practice.read': () => null,
  'profile.capacities': () => ({}),
  'app.setVisibleView': () => null,
  'app.unsaved': () => ({ form: null, texts: [] }),
  'app.setUnsaved': () => null,
  'app.connectivity': () => null,
  'app.reportError': () => null,
  'creator.read': () => ({
    drafts: [],
    shared: { voice: '', conversationId: '', language: 'English', name: '', greeting: '', profileText: '' },
  }),
  'preset.list': () => [],
  'job.counts': () => ({
    total: 0,
    counts: { waiting: 0, submitting: 0, unknown: 0, training: 0, ready: 0, failed: 0, rejected: 0, removed: 0 },
  }),
  'job.list': () => ({
    rows: [],
    total: 0,
    archived: 0,
    isEmpty: true,
    counts: { waiting: 0, submitting: 0, unknown: 0, training: 0, ready: 0, failed: 0, rejected: 0, removed: 0 },
  }),
  'voice.list': () => [],
  'creator.conversations': () => [],
  'queue.read': () => ({ held: null, paused: false, progress: null, batchIds: [] }),
  'library.list': () => ({ rows: [], total: 0 }),
  'library.overview': () => ({ counts: { all: 0, favourites: 0, unread: 0 }, tags: [] }),
  'session.figures': ({ appId }) => ({
    appId,
    latest: null,
    failure: null,
    intervalMs: 5_000,
    list: null,
    listFailure: null,
  }),
  'session.overview': () => [],
  'session.series': ({ appId, range }) => ({
    appId,
    range,
    from: 0,
    to: 3_600_000,
    stepMs: null,
    annotations: [],
    closes: [],
    at: [],
    lastAt: [],
    holdsUntil: [],
    totalMin: [],
    totalMax: [],
    totalLast: [],
    yoursLast: [],
    knownMs: [],
    totalMs: [],
  }),
  'session.closeAllResults': () => [],
  'session.closeRuns': () => [],
  'inbox.list': () => ({ sessions: [], known: 0, withoutApplication: 0, ended: 0, elsewhere: 0 }),
  'inbox.consumeLinked': () => ({ sessions: [], isAddAsked: false }),
  'inbox.watchedFile': () => null,
  'inbox.proposed': () => [],
  'inbox.recognise': () => [],
  'alert.read': () => ({ rules: [], settings: { quietHours: null, weekendHours: null, capacities: {} }, active: [] }),
  'alert.history': () => ({ rows: [], total: 0 }),
  'account.figures': () => ({
    latest: null,
    failure: null,
    creationsUsage: { pace: null, today: null, week: null },
    durationUsage: { pace: null, today: null, week: null },
  }),
  'account.series': ({ range }) => ({
    range,
    from: 0,
    to: 3_600_000,
    at: [],
    holdsUntil: [],
    creations: [],
    duration: [],
    changes: [],
    movements: { creations: null, duration: null },
  }),
  'profile.contents': () => ({
    drafts: 0,
    portraits: 0,
    jobs: 0,
    snapshots: 0,
    sessions: 0,
    samples: 0,
    rules: 0,
    watchedFiles: 0,
  }),
  'activity.list': () => ({ rows: [], total: 0 }),
  'activity.notices': () => ({ rows: [], seenId: 0 }),
  'exchange.recent': () => [],
  'exchange.lastHour': () => [],
}

// Answers are parsed by the page's contract: a handler that violates the contract fails its test.
function checked(handlers: Partial<Handlers>, bugs: string[]): Handlers {
  const all = Object.keys(contract).map((key) => {
    const name = key as OperationName
    const handler = handlers[name] as ((input: unknown, context: CallContext) => unknown) | undefined
    return [
      name,
      async (input: unknown, context: CallContext) => {
        if (handler === undefined) throw new Error(`the test has no handler for ${name}`)
        const answer = contract[name].output.safeParse(await handler(input, context))
        if (!answer.success) bugs.push(`${name} answered outside the contract: ${answer.error.message}`)
        return answer.data
      },
    ] as const
  })
  // The boundary: one checked function per operation of the contract.
  return Object.fromEntries(all) as unknown as Handlers
}

/** Draws `ui` inside the cache, the language and the event stream; resets everything when the test ends. */
export function renderPage(ui: ReactNode, { handlers = {}, dropped = () => [] }: PageSetting = {}): RenderedPage {
  fillJsdomGaps()
  startLanguage(en)
  const bugs: string[] = []
  const calls: SeenCall[] = []
  const answers: (readonly [name: string, answer: Promise<unknown>])[] = []
  const listeners = new Set<(messages: readonly EventMessage[]) => void>()
  const dispatch = createDispatch(checked({ ...atRest, ...handlers }, bugs), {
    info: () => undefined,
    warn: () => undefined,
    error: (message, cause) => {
      bugs.push(`${message}: ${String(cause)}`)
      return 'test-log'
    },
  })
  const bridge: Bridge = {
    call: (name, input, profileId) => {
      calls.push({ name, input })
      // As over IPC: the page and main never share an object.
      const answer = dispatch(name, structuredClone(input), { windowId: 1, profileId })
      answers.push([name, answer])
      return answer
    },
    on: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    dropped: (files) => Promise.resolve({ ok: true, value: dropped(files as readonly File[]) }),
  }
  Object.defineProperty(window, 'bridge', { value: bridge, configurable: true })

  const disconnect = connectEvents()
  const wrap = (inside: ReactNode): ReactNode => (
    <QueryClientProvider client={queryClient}>{inside}</QueryClientProvider>
  )
  const view = render(wrap(ui))
  onTestFinished(() => {
    cleanup()
    disconnect()
    queryClient.clear()
    resetStores()
    setShownProfile(undefined)
    for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name)
    expect(bugs).toEqual([])
  })
  return {
    user: userEvent.setup(),
    calls,
    callsOf: (name) => calls.filter((seen) => seen.name === name).map((seen) => seen.input),
    answered: (name) =>
      act(async () => {
        await Promise.all(answers.filter(([asked]) => asked === name).map(([, answer]) => answer))
        // The page receives answers through this queue.
        for (let turn = 0; turn < 2; turn += 1) await new Promise<void>((resolve) => notifyManager.schedule(resolve))
      }),
    emit: (name, payload) =>
      act(async () => {
        // The pair is one member of the union: both halves come from the same name.
        for (const listener of [...listeners]) listener([{ name, payload } as EventMessage])
        await Promise.resolve()
      }),
    redraw: (next) => view.rerender(wrap(next)),
  }
}
