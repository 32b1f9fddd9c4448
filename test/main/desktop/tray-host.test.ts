/** Queried on a real session bus, with each of the tools that a desktop can have. */
import { spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { once } from 'node:events'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { hasTray, trayHostCommands } from '../../../src/main/desktop/tray-host.ts'
import { startTrayHost } from '../../support/tray-host.ts'

const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).error === undefined
const installed = trayHostCommands.filter(([program]) => isInstalled(program))
const tools = installed.map((command) => ({ tool: command[0], command }))
const hasBus = isInstalled('dbus-daemon')

/** A bus without any desktop on it. */
async function startBus(): Promise<void> {
  const daemon = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => void daemon.kill())
  const [address] = (await once(createInterface(daemon.stdout), 'line')) as [string]
  vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', address)
}

async function startHost(isRegistered?: boolean): Promise<void> {
  const host = await startTrayHost(isRegistered)
  onTestFinished(host.stop)
}

describe.skipIf(!hasBus)('a tray on Linux', { tags: 'linux' }, () => {
  describe.each(tools)('queried with $tool', ({ command }) => {
    it('exists where the desktop shows icons', async () => {
      await startBus()
      await startHost()
      expect(await hasTray('linux', [command])).toBe(true)
    })

    it('is missing without a host that shows icons, and without a watcher', async () => {
      await startBus()
      expect(await hasTray('linux', [command])).toBe(false)
      await startHost(false)
      expect(await hasTray('linux', [command])).toBe(false)
    })
  })

  it('is queried with the first tool that is installed', async () => {
    await startBus()
    await startHost()
    expect(await hasTray('linux', [['no-such-tool'], ...installed])).toBe(true)
    expect(await hasTray('linux', [['no-such-tool']])).toBe(false)
  })
})

it('is always there on Windows and macOS', async () => {
  expect(await Promise.all([hasTray('win32', []), hasTray('darwin', [])])).toEqual([true, true])
})
