import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Bridge } from '../../src/shared/bridge.ts'
import { channels } from '../../src/shared/channels.ts'

type Listener = (event: unknown, messages: readonly unknown[]) => void

// Electron's modules for the preload, which exist only in a sandboxed renderer.
const electron = vi.hoisted(() => {
  const exposed: [name: string, value: unknown][] = []
  const sent: unknown[][] = []
  const listeners: [channel: string, listener: Listener][] = []
  return { exposed, sent, listeners, pathOf: new Map<File, string>() }
})

vi.mock('electron', () => ({
  contextBridge: { exposeInMainWorld: (name: string, value: unknown) => electron.exposed.push([name, value]) },
  ipcRenderer: {
    invoke: (...args: unknown[]) => {
      electron.sent.push(args)
      return Promise.resolve({ ok: true, value: electron.sent.length })
    },
    on: (channel: string, listener: Listener) => electron.listeners.push([channel, listener]),
    removeListener: (channel: string, listener: Listener) => {
      electron.listeners.splice(
        electron.listeners.findIndex(([on, one]) => on === channel && one === listener),
        1,
      )
    },
  },
  webUtils: { getPathForFile: (file: File) => electron.pathOf.get(file) ?? '' },
}))

await import('../../src/preload/index.ts')

const [name, exposed] = electron.exposed[0] ?? []
const bridge = exposed as Bridge

beforeEach(() => {
  electron.sent.length = 0
})

describe('the preload', () => {
  // Would catch a fourth function, or Electron's own objects within reach of the page.
  it('exposes three functions under one name, and nothing else', () => {
    expect(electron.exposed).toHaveLength(1)
    expect(name).toBe('bridge')
    expect(Object.entries(bridge).map(([key, value]) => [key, typeof value])).toEqual([
      ['call', 'function'],
      ['on', 'function'],
      ['dropped', 'function'],
    ])
  })

  // Would catch a page that chooses its channel, or a call that loses the page's profile.
  it('sends a call on its only channel, with name, input and profile, and returns main’s answer', async () => {
    const call = bridge.call as (...args: unknown[]) => Promise<unknown>
    const answer = await call('other-channel', { a: 1 }, 'profile-1', 'more')
    expect(electron.sent).toEqual([[channels.call, { name: 'other-channel', input: { a: 1 }, profileId: 'profile-1' }]])
    expect(answer).toEqual({ ok: true, value: 1 })
  })

  // Would catch an event object, with its sender and ports, that reaches the page.
  it('passes only the messages to a listener, until it unsubscribes', () => {
    const listener: unknown[][] = []
    const other: unknown[][] = []
    const unsubscribe = bridge.on((...args: unknown[]) => listener.push(args))
    bridge.on((...args: unknown[]) => other.push(args))
    expect(electron.listeners.map(([channel]) => channel)).toEqual([channels.events, channels.events])
    const push = (messages: readonly unknown[]): void => {
      for (const [, listener] of [...electron.listeners]) listener({ sender: 'ipcRenderer' }, messages)
    }
    push(['one'])
    unsubscribe()
    push(['two'])
    expect(listener).toEqual([[['one']]])
    expect(other).toEqual([[['one']], [['two']]])
  })

  // Would catch the bytes of a 10 MB original that are sent to main, although main reads it by path.
  it('passes a file from disk by its path, and one of the page by its bytes', async () => {
    const onDisk = new File(['disk'], 'anna.jpg')
    electron.pathOf.set(onDisk, '/home/operator/anna.jpg')
    await bridge.dropped([onDisk, new File(['page'], 'pasted.png')])
    expect(electron.sent).toEqual([
      [
        channels.dropped,
        [
          { fileName: 'anna.jpg', path: '/home/operator/anna.jpg', bytes: null },
          { fileName: 'pasted.png', path: '', bytes: new Uint8Array(Buffer.from('page')) },
        ],
      ],
    ])
  })

  // Would catch a path that the page made up, which main would read.
  it.each([
    { name: 'passwd', path: '/etc/passwd', arrayBuffer: () => Promise.resolve(new ArrayBuffer(1)) },
    new Blob(['x']),
    '/etc/passwd',
    null,
  ])('rejects anything but real files, and then sends nothing: %o', async (lie) => {
    const files = [new File(['real'], 'real.png'), lie] as unknown as readonly File[]
    await expect(bridge.dropped(files)).rejects.toThrow('dropped() takes File objects')
    expect(electron.sent).toEqual([])
  })
})
