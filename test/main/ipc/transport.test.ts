// Which senders main accepts, and which window receives what: the boundary between the page and everything that spends
// or closes.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Audience, TransportTargets } from '../../../src/main/ipc/transport.ts'
import { channels } from '../../../src/shared/channels.ts'

type Listener = (event: unknown, sent: unknown) => Promise<unknown>

// Electron's `ipcMain` listeners, which exist only in the app.
const listeners = vi.hoisted(() => new Map<string, unknown>())

vi.mock('electron', () => ({
  ipcMain: {
    handle: (channel: string, listener: unknown) => listeners.set(channel, listener),
    removeHandler: (channel: string) => listeners.delete(channel),
  },
}))

const { createTransport } = await import('../../../src/main/ipc/transport.ts')

/** A window as the transport sees it, and the messages that its page received. */
function windowOf(id: number) {
  const mainFrame = { url: 'app://greenroom/index.html' }
  const sent: unknown[] = []
  const gone = { window: false, page: false }
  const webContents = {
    id: id + 100,
    mainFrame,
    isDestroyed: () => gone.page,
    send: (channel: string, messages: unknown) => sent.push([channel, messages]),
  }
  return { id, webContents, isDestroyed: () => gone.window, sent, gone }
}

function setUp(isBeingBuilt = false) {
  const windows = [windowOf(1), windowOf(2)] as const
  const dispatched: unknown[] = []
  const taken: unknown[] = []
  const targets: TransportTargets = {
    dispatch: (...call) => {
      dispatched.push(call)
      return Promise.resolve({ ok: true, value: 'dispatched' })
    },
    take: (files) => {
      taken.push(files)
      return Promise.resolve({ ok: true, value: 'taken' })
    },
  }
  const whole = Promise.withResolvers<TransportTargets>()
  if (!isBeingBuilt) whole.resolve(targets)
  const early = { dispatch: () => Promise.resolve({ ok: true as const, value: 'early' }) }
  // The boundary: the transport uses nothing else of a window.
  const given = windows as never
  const transport = createTransport(
    { targets: whole.promise, early: Promise.resolve(early) },
    () => given,
    'app://greenroom',
  )
  const finish = (): void => whole.resolve(targets)
  const ask = (channel: string, event: unknown, sent: unknown): Promise<unknown> =>
    (listeners.get(channel) as Listener)(event, sent)
  const eventOf = ({ webContents }: (typeof windows)[number], senderFrame: unknown = webContents.mainFrame) => ({
    sender: webContents,
    senderFrame,
  })
  return { windows, dispatched, taken, transport, finish, ask, eventOf }
}

const call = { name: 'app.state', input: { a: 1 }, profileId: 'p1' }
const untrusted = { ok: false, failure: { kind: 'refused', reason: 'untrusted-sender', detail: null } }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a call', () => {
  it('of the page reaches dispatch with its window, and files reach the intake of files', async () => {
    const { windows, dispatched, taken, ask, eventOf } = setUp()
    // Only main's knowledge of the sender counts, whatever the page adds.
    const sent = { ...call, windowId: 1, more: true }
    expect(await ask(channels.call, eventOf(windows[1]), sent)).toEqual({ ok: true, value: 'dispatched' })
    expect(dispatched).toEqual([['app.state', { a: 1 }, { windowId: 2, profileId: 'p1' }]])
    expect(await ask(channels.dropped, eventOf(windows[0]), ['/a.png'])).toEqual({ ok: true, value: 'taken' })
    expect(taken).toEqual([['/a.png']])
  })

  // Would catch a page that waits for all of main, and one that receives the state of the start for ever.
  it('for the state is answered early during the build of main, and by main from then on; all others wait', async () => {
    const { windows, dispatched, finish, ask, eventOf } = setUp(true)
    const from = eventOf(windows[0])
    expect(await ask(channels.call, from, call)).toEqual({ ok: true, value: 'early' })
    const other = ask(channels.call, from, { ...call, name: 'job.counts' })
    const isWaiting = await Promise.race([other.then(() => false), Promise.resolve().then(() => true)])
    expect([isWaiting, dispatched]).toEqual([true, []])
    finish()
    expect(await other).toEqual({ ok: true, value: 'dispatched' })
    expect(await ask(channels.call, from, call)).toEqual({ ok: true, value: 'dispatched' })
  })

  it.each<[string, (stage: ReturnType<typeof setUp>) => unknown]>([
    ['a frame that is gone', ({ windows, eventOf }) => ({ ...eventOf(windows[0]), senderFrame: null })],
    [
      'a frame within the page, though of the same origin',
      ({ windows, eventOf }) => eventOf(windows[0], { url: 'app://greenroom/index.html' }),
    ],
    ...['https://greenroom/', 'app://greenroom.evil/index.html', 'https://evil.example/app://greenroom/'].map(
      (url): [string, (stage: ReturnType<typeof setUp>) => unknown] => [
        `a page at ${url}`,
        ({ windows: [first], eventOf }) => {
          first.webContents.mainFrame.url = url
          return eventOf(first)
        },
      ],
    ),
    ['contents that are no window of ours', ({ eventOf }) => eventOf(windowOf(3))],
  ])('of %s is refused, and has no effect', async (_whose, event) => {
    const stage = setUp()
    const from = event(stage)
    expect(await stage.ask(channels.call, from, call)).toEqual(untrusted)
    expect(await stage.ask(channels.dropped, from, ['/etc/passwd'])).toEqual(untrusted)
    expect([stage.dispatched, stage.taken]).toEqual([[], []])
  })
})

describe('events', () => {
  const everybody: Audience = () => true
  const first: Audience = (windowId) => windowId === 1
  const messageOf = (...names: readonly string[]) => [channels.events, names.map((name) => ({ name, payload: {} }))]

  it('of one frame reach a window as one message, and only their audience', async () => {
    const { windows, transport } = setUp()
    transport.emitTo(everybody)('creator.changed', {})
    transport.emitTo(first)('library.changed', {})
    await vi.advanceTimersByTimeAsync(15)
    transport.emitTo(everybody)('library.changed', {})
    expect(windows.map(({ sent }) => sent)).toEqual([[], []])
    await vi.advanceTimersByTimeAsync(1)
    const frame = messageOf('creator.changed', 'library.changed', 'library.changed')
    const second = [messageOf('creator.changed', 'library.changed')]
    expect(windows.map(({ sent }) => sent)).toEqual([[frame], second])
    transport.emitTo(first)('creator.changed', {})
    await vi.advanceTimersByTimeAsync(16)
    expect(windows.map(({ sent }) => sent)).toEqual([[frame, messageOf('creator.changed')], second])
  })

  it.each(['window', 'page'] as const)('skip a %s that is gone', async (what) => {
    const { windows, transport } = setUp()
    transport.emitTo(everybody)('creator.changed', {})
    windows[0].gone[what] = true
    await vi.advanceTimersByTimeAsync(16)
    expect(windows.map(({ sent }) => sent.length)).toEqual([0, 1])
  })

  it('end with the transport, and so do calls', async () => {
    const { windows, transport } = setUp()
    transport.emitTo(everybody)('creator.changed', {})
    transport.dispose()
    await vi.advanceTimersByTimeAsync(16)
    expect(windows.map(({ sent }) => sent)).toEqual([[], []])
    expect([...listeners]).toEqual([])
  })
})
