import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { scratchFolder } from '../../support/scratch-folder.ts'

const places = { appData: '' }
const settings = { asked: [] as unknown[], openAtLogin: false, isEnabled: true }
const app = {
  isPackaged: true,
  getPath: () => places.appData,
  getAppPath: () => '/home/me/greenroom',
  // As Electron 42 answered on its Windows runtime: an entry that the system's settings switched off is still "open at
  // login", and Electron takes an unquoted path with a space for a program and its argument.
  getLoginItemSettings: (options: { readonly path: string }) => {
    settings.asked.push(options)
    const { openAtLogin, isEnabled } = settings
    const isFound = options.path.startsWith('"') || !options.path.includes(' ')
    return process.platform === 'win32'
      ? { openAtLogin, executableWillLaunchAtLogin: openAtLogin && isEnabled && isFound }
      : { openAtLogin }
  },
  setLoginItemSettings: ({ openAtLogin, ...options }: { readonly openAtLogin: boolean }) => {
    settings.asked.push(options)
    Object.assign(settings, { openAtLogin, isEnabled: true })
  },
}

async function load() {
  vi.resetModules()
  vi.doMock('electron', () => ({ app }))
  return import('../../../src/main/desktop/login-item.ts')
}

let loginItem: Awaited<ReturnType<typeof load>>

beforeAll(async () => {
  loginItem = await load()
})
afterAll(() => {
  vi.doUnmock('electron')
  vi.resetModules()
})

function setUp(platform: NodeJS.Platform) {
  const before = process.platform
  Object.defineProperty(process, 'platform', { value: platform })
  places.appData = scratchFolder()
  onTestFinished(() => {
    Object.defineProperty(process, 'platform', { value: before })
  })
  const file = path.join(places.appData, 'autostart/app.greenroom.greenroom.desktop')
  return { item: loginItem.createLoginItem(), file }
}

describe('opening at login on Linux', () => {
  it('is an autostart entry, which is removed when it is switched off', async () => {
    const { item, file } = setUp('linux')
    expect(await item.isOn()).toBe(false)
    await item.set(true)
    expect(await item.isOn()).toBe(true)
    expect(readFileSync(file, 'utf8')).toBe(loginItem.autostartEntry([process.execPath]))
    await item.set(false)
    expect(await item.isOn()).toBe(false)
    expect(() => readFileSync(file)).toThrow('ENOENT')
    await item.set(false)
  })

  it.each(['Hidden=true', 'X-GNOME-Autostart-enabled=false'])('is off when the desktop wrote %s', async (line) => {
    const { item, file } = setUp('linux')
    await item.set(true)
    writeFileSync(file, `${readFileSync(file, 'utf8')}${line}\n`)
    expect(await item.isOn()).toBe(false)
  })

  it('reports an entry that could not be written', async () => {
    const { item } = setUp('linux')
    writeFileSync(path.join(places.appData, 'autostart'), '')
    await expect(item.set(true)).rejects.toMatchObject({ failure: { kind: 'storage' } })
  })

  // As the Desktop Entry Specification requires: quotes within the escapes of a value.
  it('quotes words with spaces and characters of the shell', () => {
    const entry = loginItem.autostartEntry(['/opt/Green room/50%/$a"b\\c', '/home/me'])
    expect(entry).toContain('\nTryExec=/opt/Green room/50%/$a"b\\\\c\n')
    expect(entry).toContain('\nExec="/opt/Green room/50%%/\\\\$a\\\\"b\\\\\\\\c" "/home/me"\n')
  })
})

it.each(['win32', 'darwin'] as const)(
  'opening at login is a setting of %s, for the program as it runs',
  async (platform) => {
    const { item } = setUp(platform)
    app.isPackaged = false
    await setUp(platform).item.set(true)
    app.isPackaged = true
    await item.set(true)
    expect(await item.isOn()).toBe(true)
    await item.set(false)
    expect(await item.isOn()).toBe(false)
    expect(settings.asked.slice(0, 2)).toEqual([
      { path: process.execPath, args: ['/home/me/greenroom'] },
      { path: process.execPath, args: [] },
    ])
    settings.asked = []
  },
)

describe('opening at login on Windows', () => {
  it.each(['C:\\Greenroom\\Greenroom.exe', 'C:\\Users\\Max Meier\\Greenroom.exe'])(
    'is off when the settings of Windows switched %s off, and can be switched on again',
    async (program) => {
      const before = process.execPath
      process.execPath = program
      onTestFinished(() => {
        process.execPath = before
      })
      const { item } = setUp('win32')
      await item.set(true)
      expect(await item.isOn()).toBe(true)
      settings.isEnabled = false
      expect(await item.isOn()).toBe(false)
      await item.set(true)
      expect(await item.isOn()).toBe(true)
    },
  )
})
