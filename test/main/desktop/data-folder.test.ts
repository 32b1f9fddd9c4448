import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { hostname } from 'node:os'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { dataFolderOf, folderProblem, lockProblem } from '../../../src/main/desktop/data-folder.ts'
import { scratchFolder } from '../../support/scratch-folder.ts'

vi.mock('electron', () => ({ app: {}, dialog: {} }))

describe('the data folder', () => {
  const defaultFolder = () => '/home/ada/.config/Greenroom'
  const ofWindows = { platform: 'win32', localAppData: 'C:\\Users\\Ada\\AppData\\Local', named: '' } as const

  it('is Electron’s default, except on Windows, where the default roams to a server', () => {
    for (const platform of ['linux', 'darwin'] as const) {
      expect(dataFolderOf({ platform, localAppData: 'C:\\Local', named: '', defaultFolder })).toBe(defaultFolder())
    }
    const roaming = 'C:\\Users\\Ada\\AppData\\Roaming\\Greenroom'
    const asked = vi.fn(() => roaming)
    expect(dataFolderOf({ ...ofWindows, defaultFolder: asked })).toBe('C:\\Users\\Ada\\AppData\\Local\\Greenroom')
    // Electron would create the folder that it names.
    expect(asked).not.toHaveBeenCalled()
    for (const localAppData of [undefined, '']) {
      expect(dataFolderOf({ ...ofWindows, localAppData, defaultFolder: asked })).toBe(roaming)
    }
  })

  it('is the named folder, whatever Electron made of the name', () => {
    for (const named of [path.resolve('/srv/data'), 'data']) {
      expect(dataFolderOf({ platform: 'linux', localAppData: undefined, named, defaultFolder })).toBe(
        path.resolve(named),
      )
    }
  })

  it('is created when missing, and nothing is left in it', () => {
    const folder = path.join(scratchFolder(), 'made', 'anew')
    expect([folderProblem(folder), folderProblem(folder)]).toEqual([null, null])
    expect(readdirSync(folder)).toEqual([])
  })

  // Would catch a start that uses a different folder, or reports a hand-over.
  it('can’t be used where it is not a folder', () => {
    const folder = scratchFolder()
    const file = path.join(folder, 'file')
    writeFileSync(file, '')
    expect(folderProblem(file)).toEqual({ folder: file, reason: 'EEXIST' })
    const inside = path.join(file, 'inside')
    expect(folderProblem(inside)).toEqual({
      folder: inside,
      reason: 'ENOTDIR',
    })
  })

  it('can’t be used without write permission', { tags: 'posix' }, ({ skip }) => {
    skip(process.getuid?.() === 0, 'root may write everywhere')
    const folder = scratchFolder()
    chmodSync(folder, 0o555)
    expect(folderProblem(folder)).toEqual({ folder, reason: 'EACCES' })
    expect(folderProblem(path.join(folder, 'inside'))).toMatchObject({ reason: 'EACCES' })
    chmodSync(folder, 0o755)
    expect(existsSync(path.join(folder, 'inside'))).toBe(false)
  })
})

// Chromium's lock is a dangling link; on Windows it is something else.
describe('a second start', { tags: 'posix' }, () => {
  it('was handed over when a program of this computer owns the folder', async () => {
    const folder = scratchFolder()
    symlinkSync(`${hostname()}-17`, path.join(folder, 'SingletonLock'))
    expect(await lockProblem(folder, 'linux')).toBeNull()
  })

  // Would catch an error for a link that the running program has taken: networks rename laptops.
  it('was handed over when this computer has a different name than at the first start', async () => {
    const folder = scratchFolder()
    const socket = path.join(scratchFolder(), 'SingletonSocket')
    symlinkSync('old-name-17', path.join(folder, 'SingletonLock'))
    symlinkSync(socket, path.join(folder, 'SingletonSocket'))
    expect(await lockProblem(folder, 'linux')).toEqual({ folder, reason: 'old-name' })
    const running = createServer().listen(socket)
    await once(running, 'listening')
    expect(await lockProblem(folder, 'linux')).toBeNull()
    running.close()
    await once(running, 'close')
    // As a killed program leaves it.
    writeFileSync(socket, '')
    expect(await lockProblem(folder, 'linux')).toEqual({ folder, reason: 'old-name' })
  })

  it.each<[string, (lock: string) => void, string]>([
    ['nobody holds the folder', () => undefined, 'ENOENT'],
    ['the lock is not Chromium’s', (lock) => mkdirSync(lock), 'SingletonLock'],
    ['another computer holds it', (lock) => symlinkSync('desk-2.example-4711', lock), 'desk-2.example'],
  ])('was not handed over when %s', async (_case, prepare, reason) => {
    const folder = scratchFolder()
    prepare(path.join(folder, 'SingletonLock'))
    expect(await lockProblem(folder, 'darwin')).toEqual({ folder, reason })
  })
})

it('on Windows, a second start was handed over', async () => {
  expect(await lockProblem(scratchFolder(), 'win32')).toBeNull()
})
