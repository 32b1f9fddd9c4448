/** Connects updates to the program: network, notifications and the operator's browser. */
import { app, shell } from 'electron'
import type { Notice } from '../../shared/schemas/app.ts'
import type { Network } from '../service/network.ts'
import { updateSource } from '../updates/feed.ts'
import { createUpdates } from '../updates/updates.ts'
import type { ProgramContext } from './app-context.ts'
import type { Notifications } from './native-notices.ts'

/** `GREENROOM_UPDATE_KEY` of the build (docs/updates.md): an Ed25519 key, base64 over DER; null without one. */
declare const UPDATE_KEY: string | null

interface UpdatingParts {
  readonly notifications: Notifications
  /** Opens a window when the program runs without one. */
  readonly bringBack: () => number | null
  /** The services' network, so that a proxy with a sign-in lets the feed through too. */
  readonly network: Network
  readonly notify: (notice: Notice) => void
  readonly isOffline: (service: { readonly baseUrl: string }) => boolean
}

export function createUpdating(context: ProgramContext, parts: UpdatingParts) {
  const { notifications, bringBack, network, notify, isOffline } = parts
  const { build, policy, texts, windows, emitTo, emit } = context
  const source = updateSource({
    isPackaged: app.isPackaged,
    env: process.env,
    policyFeed: policy.updates?.feed,
    buildFeed: build.updates,
    buildKey: UPDATE_KEY,
  })
  const showAbout = (): void => {
    const front = windows.front() ?? bringBack()
    if (front === null) return
    windows.bringToFront(front)
    emitTo(front)('action.requested', { what: 'about' })
  }
  const updates = createUpdates(
    context,
    {
      source,
      version: app.getVersion(),
      packageKind: build.packageKind,
      connections: network.open(),
      isOffline: () => 'feed' in source && isOffline({ baseUrl: source.feed.href }),
    },
    {
      notify: (version) => {
        const { say } = texts()
        const title = say('app.notice.update-available', { version })
        notifications.show({ title, body: say('app.notice.showUpdate') }, showAbout)
        notify({ id: 'update', kind: 'update-available', version })
      },
      openPage: (address) => shell.openExternal(address),
      onChanged: (changed) => emit('updates.changed', changed),
    },
  )
  return {
    ...updates,
    /** Checks now, and shows the result. */
    ask: () => {
      showAbout()
      updates.check()
    },
  }
}
