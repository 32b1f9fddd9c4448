/**
 * The only file that uses `ipcMain` and `webContents.send`: checks the sender, passes calls to main and events to the
 * page.
 */
import { ipcMain } from 'electron'
import type { BrowserWindow, IpcMainInvokeEvent } from 'electron'
import { channels } from '../../shared/channels.ts'
import type { EventMessage, EventName, Events } from '../../shared/events.ts'
import type { Result } from '../../shared/failure.ts'
import type { Dispatch } from './dispatch.ts'
import type { CallContext, Emit } from './handlers.ts'

/**
 * The targets of calls. `createTransport` gets a promise, because the window opens before the rest of main is built.
 */
export interface TransportTargets {
  readonly dispatch: Dispatch
  readonly take: (files: unknown) => Promise<Result<unknown>>
}

/** Whether a window receives an event; called when the event is sent. */
export type Audience = (windowId: number) => boolean

/** The message that the preload sends for a call of the page. No part of it is trusted. */
interface SentCall {
  readonly name: unknown
  readonly input: unknown
  readonly profileId: unknown
}

// One frame at 60 Hz: several changes of one frame reach the page as one message.
const frameMs = 16

// Does not use `refusal`, because code shared with workers would become a second file, and the entry must stay one
// file.
const untrusted: Result<never> = {
  ok: false,
  failure: { kind: 'refused', reason: 'untrusted-sender', detail: null },
}

/**
 * `early` answers `app.state` until `targets` resolves. `pageOrigin` is for example `app://greenroom`. Only the top
 * frame of Greenroom's windows on Greenroom's page may call; all other calls are refused.
 */
export function createTransport(
  { targets, early }: { targets: Promise<TransportTargets>; early: Promise<Pick<TransportTargets, 'dispatch'>> },
  windows: () => readonly Pick<BrowserWindow, 'id' | 'isDestroyed' | 'webContents'>[],
  pageOrigin: string,
) {
  const contextOf = (event: IpcMainInvokeEvent, profileId?: unknown): CallContext | null => {
    const frame = event.senderFrame
    if (frame !== event.sender.mainFrame || !frame.url.startsWith(`${pageOrigin}/`)) return null
    const window = windows().find((candidate) => candidate.webContents.id === event.sender.id)
    return window === undefined ? null : { windowId: window.id, profileId }
  }

  ipcMain.handle(channels.call, async (event, { name, input, profileId }: SentCall) => {
    const context = contextOf(event, profileId)
    if (context === null) return untrusted
    // If both have resolved, `targets` wins.
    const { dispatch } = await (name === 'app.state' ? Promise.race([targets, early]) : targets)
    return dispatch(name, input, context)
  })

  ipcMain.handle(channels.dropped, async (event, files: unknown) => {
    if (contextOf(event) === null) return untrusted
    const { take } = await targets
    return take(files)
  })

  let waiting: { readonly message: EventMessage; readonly audience: Audience }[] = []
  let flush: NodeJS.Timeout | undefined
  const send = (): void => {
    flush = undefined
    const messages = waiting
    waiting = []
    for (const window of windows()) {
      if (window.isDestroyed() || window.webContents.isDestroyed()) continue
      const windowMessages = messages.filter(({ audience }) => audience(window.id)).map(({ message }) => message)
      if (windowMessages.length > 0) window.webContents.send(channels.events, windowMessages)
    }
  }

  return {
    emitTo:
      (audience: Audience): Emit =>
      <Name extends EventName>(name: Name, payload: Events[Name]) => {
        // A generic pair is not narrowed to one member of the union; both halves come from the same `Name`.
        waiting.push({ message: { name, payload } as EventMessage, audience })
        flush ??= setTimeout(send, frameMs)
      },
    dispose: (): void => {
      ipcMain.removeHandler(channels.call)
      ipcMain.removeHandler(channels.dropped)
      clearTimeout(flush)
    },
  }
}
