import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fallbackOf, verifyRuntime } from '../../scripts/electron-runtime.mjs'
import { windowsSteps } from '../../scripts/package-test/windows-steps.mjs'
import { patchForWine } from '../../scripts/wine/runtime.mjs'
import { scratchFolder } from './scratch.mjs'

const root = join(import.meta.dirname, '../..')
const target = { platform: 'win32', arch: 'x64' }
const pinned = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies.electron

test('an executable imports a different function of the same length, and is otherwise unchanged', () => {
  const file = join(scratchFolder(), 'electron.exe')
  writeFileSync(file, 'MZ\0IsWindowVisible\0IsWindowArranged\0IsZoomed\0')
  patchForWine(file)
  expect(readFileSync(file, 'latin1')).toBe(`MZ\0IsWindowVisible\0IsMenu${'\0'.repeat(11)}IsZoomed\0`)
})

test.each([['MZ'], ['MZ\0IsWindowArranged\0\0IsWindowArranged\0']])(
  'an executable that does not name the function once is left unchanged',
  (bytes) => {
    const file = join(scratchFolder(), 'electron.exe')
    writeFileSync(file, bytes)
    expect(() => patchForWine(file)).toThrow('does not name IsWindowArranged once')
    expect(readFileSync(file, 'latin1')).toBe(bytes)
  },
)

// Would catch a package from a copy that was made for tests.
test('a distribution that claims to be the fallback but has a different binary is refused by its hash', async () => {
  const folder = scratchFolder()
  writeFileSync(join(folder, 'electron.exe'), 'MZ')
  writeFileSync(join(folder, 'version'), fallbackOf(target)?.version ?? '')
  await expect(verifyRuntime(folder, target)).rejects.toThrow('Refused')
})

// Would catch a release for Windows that always fails: the hash of the official executable is not known here.
test('the test of a changed runtime leaves out the official one', async () => {
  const [runtime, scratch] = [scratchFolder(), scratchFolder()]
  writeFileSync(join(runtime, 'electron.exe'), 'MZ')
  writeFileSync(join(runtime, 'version'), pinned)
  const made = { program: '', installer: '', facts: { version: '1.2.3', packageName: 'greenroom' } }
  const step = windowsSteps.find(({ name }) => name.includes('changed for Wine'))
  await expect(step?.run({ ...made, runtime, scratch })).resolves.toBeUndefined()
})

// Would catch a signed release from a folder that nobody compared with the official archive.
test('a folder of the builder’s own choice is not the official runtime, whatever version it claims', () => {
  const folder = scratchFolder()
  writeFileSync(join(folder, 'version'), pinned)
  const script = `import { readFacts } from './scripts/package/facts.mjs'
    const target = { platform: process.platform, arch: process.arch }
    console.log(readFacts({ target, allowFallback: process.argv[1] === 'any' }).runtime.source)`
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', ELECTRON_OVERRIDE_DIST_PATH: folder }
  const read = (/** @type {string} */ word) =>
    spawnSync(process.execPath, ['--input-type=module', '-e', script, word], { cwd: root, encoding: 'utf8', env })
  expect(read('any').stdout).toBe(`Development runtime: Electron ${pinned} of the builder’s own choice\n`)
  expect(read('official').status).toBe(1)
  expect(read('official').stderr).toContain('of the builder’s own choice')
})
