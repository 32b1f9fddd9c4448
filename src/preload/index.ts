/** The bridge: three functions that do not depend on the contract. Runs sandboxed; nothing else is ever exposed. */
import { contextBridge, ipcRenderer, webUtils } from 'electron'
import type { Bridge } from '../shared/bridge.ts'
import { channels } from '../shared/channels.ts'
import type { EventMessage } from '../shared/events.ts'

interface HandedOver {
  readonly fileName: string
  /** Real path of a file on disk; '' for a pasted image, which exists only in the page. */
  readonly path: string
  readonly bytes: Uint8Array | null
}

async function handOver(file: unknown): Promise<HandedOver> {
  if (!(file instanceof File)) throw new TypeError('dropped() takes File objects')
  const path = webUtils.getPathForFile(file)
  const bytes = path === '' ? new Uint8Array(await file.arrayBuffer()) : null
  return { fileName: file.name, path, bytes }
}

const bridge: Bridge = {
  call: (name, input, profileId) => ipcRenderer.invoke(channels.call, { name, input, profileId }),
  on: (listener) => {
    const forward = (_event: unknown, messages: readonly EventMessage[]): void => listener(messages)
    ipcRenderer.on(channels.events, forward)
    return () => {
      ipcRenderer.removeListener(channels.events, forward)
    }
  },
  dropped: async (files) => {
    const handed = await Promise.all(files.map(handOver))
    // invoke() returns any; main answers this channel with exactly this type.
    return ipcRenderer.invoke(channels.dropped, handed) as ReturnType<Bridge['dropped']>
  },
}

contextBridge.exposeInMainWorld('bridge', bridge)
