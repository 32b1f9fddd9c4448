/** The steps of the installer's test, in order: each step continues with Wine's drive as the previous step left it. */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { until } from '../package-test/operator-session.mjs'
import { expect, expectSame } from '../package-test/run-steps.mjs'
import { expectSameFiles, hashesOfFolder } from '../package-test/windows-steps.mjs'
import { makeInstaller } from '../package/windows.mjs'
import { patchForWine } from './runtime.mjs'

/** @typedef {import('./session.mjs').WineSession} WineSession */
/**
 * @typedef {object} Stage
 * @property {WineSession} session
 * @property {{ program: string, installer: string, facts: { version: string, packageName: string } }} made
 */
/** @typedef {import('../package-test/run-steps.mjs').Step<Stage>} Step */

const uninstallKey = String.raw`HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\app.greenroom.greenroom`
const linksKey = String.raw`HKCU\Software\Classes\greenroom`
const runKey = String.raw`HKCU\Software\Microsoft\Windows\CurrentVersion\Run`
const folder = String.raw`C:\users\root\AppData\Local\Programs\Greenroom`
const program = String.raw`${folder}\Greenroom.exe`
const uninstaller = String.raw`${folder}\Uninstall.exe`
const nextVersion = '99.0.0'
const sessionOf = (/** @type {number} */ number) => `3f2a9c1e-7b4d-4e2a-9f10-b6c8d0e1f2a${number}`

const local = (/** @type {WineSession} */ { drive }) => join(drive, 'users/root/AppData/Local')
const installedIn = (/** @type {WineSession} */ session) => join(local(session), 'Programs/Greenroom')
const dataOf = (/** @type {WineSession} */ session) => join(local(session), 'Greenroom')
const entryOf = (/** @type {WineSession} */ { drive }) =>
  join(drive, 'users/root/AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Greenroom.lnk')

/** The values of a key of the registry by their names, or null without such a key. */
async function valuesOf(/** @type {WineSession} */ session, /** @type {string} */ key) {
  const { code, output } = await session.run(['reg', 'query', key])
  if (code !== 0) return null
  const values = [...output.matchAll(/^ {4}(.+?) {4}REG_\w+ {4}(.*?)\r?$/gm)]
  return Object.fromEntries(values.map(([, name = '', value]) => [name, value]))
}

/** The state that an installer changes: the program's files, its menu entry and its registry keys. */
const installedState = async (/** @type {WineSession} */ session) => ({
  files: hashesOfFolder(installedIn(session)),
  hasEntry: existsSync(entryOf(session)),
  about: await valuesOf(session, uninstallKey),
  opens: await valuesOf(session, String.raw`${linksKey}\shell\open\command`),
})

/** Fails with the differences if an installer changed anything. */
async function expectUnchanged(
  /** @type {WineSession} */ session,
  /** @type {Awaited<ReturnType<typeof installedState>>} */ before,
) {
  const after = await installedState(session)
  expectSameFiles(after.files, before.files)
  expectSame({ ...after, files: {} }, { ...before, files: {} })
}

/** Says whether the database contains a session; its newest pages might still be in the write-ahead log. */
const knows = (/** @type {WineSession} */ session, /** @type {string} */ id) =>
  ['greenroom.db', 'greenroom.db-wal'].some((name) => {
    const file = join(dataOf(session), name)
    return existsSync(file) && readFileSync(file).includes(id)
  })

/**
 * Starts the program on the practice service and waits for its window.
 * @returns {Promise<{ ended: ReturnType<WineSession['run']> }>}
 */
async function start(/** @type {WineSession} */ session) {
  const ended = session.run([program, '--practice', '--disable-gpu'])
  const ends = ended.then(({ code, output }) => {
    throw new Error(`the program ended with ${code}: ${output}`)
  })
  const shows = until('a window on the practice service', async () =>
    (await session.windowTitles()).some((title) => title.includes('Practice service')),
  )
  await Promise.race([shows, ends])
  // Avoids an unhandled rejection, because nothing waits for the end any more.
  ends.catch(() => undefined)
  return { ended }
}

/** Closes the program's windows like a user, and waits for its end. */
async function quit(/** @type {WineSession} */ session, /** @type {Awaited<ReturnType<typeof start>>} */ { ended }) {
  const { code, output } = await session.run(['taskkill', '/IM', 'Greenroom.exe'])
  expect(code === 0, output)
  expectSame((await ended).code, 0)
}

/** Starts the program a second time, which passes a link to the running program. */
async function handOver(/** @type {WineSession} */ session, /** @type {string} */ id) {
  const { code, output } = await session.run([program, '--disable-gpu', `greenroom://session/${id}?app=42`])
  expect(code === 0 && output.includes('Handed to the Greenroom'), `the second start ended with ${code}: ${output}`)
  await until(`session ${id} in the database`, () => knows(session, id))
}

/** The files of the drive with the program's name. */
const namedFiles = (/** @type {WineSession} */ { drive }) =>
  readdirSync(drive, { recursive: true, withFileTypes: true })
    .map(({ parentPath, name }) => relative(drive, join(parentPath, name)))
    .filter((name) => /greenroom/i.test(name))

/** The keys of the user's registry with the program's name, except for the keys of Wine's secrets and menus. */
async function namedKeys(/** @type {WineSession} */ session) {
  const file = join(session.scratch, 'registry.reg')
  const { code, output } = await session.run(['reg', 'export', 'HKCU', file, '/y'])
  expect(code === 0, output)
  const keys = readFileSync(file, 'utf16le').split(/\r?\n\r?\n/)
  return keys.filter((key) => /greenroom/i.test(key) && !key.startsWith('[HKEY_CURRENT_USER\\Software\\Wine\\'))
}

/**
 * Makes an installer of a later version that Wine can run. It is only for this test, as its names say, and is deleted
 * with the session.
 */
async function makeNextInstaller(/** @type {Stage} */ { session, made }) {
  const next = join(session.scratch, 'test-only')
  cpSync(made.program, next, { recursive: true })
  patchForWine(join(next, 'Greenroom.exe'))
  writeFileSync(join(next, 'FOR-TESTS-UNDER-WINE-ONLY.txt'), 'The runtime in this folder was changed.\n')
  // The upgrade removes this file.
  rmSync(join(next, 'locales/af.pak'))
  const runtime = { version: '0.0.0', isOfficial: false, source: 'a test', folder: '' }
  const described = { packageName: 'greenroom-test-only', version: nextVersion, description: '', maintainer: 'Tests' }
  const facts = { ...described, runtime, platform: 'win32', arch: 'x64', commit: null, epoch: 1_700_000_000 }
  const out = join(session.scratch, `greenroom-test-only-${nextVersion}-setup.exe`)
  const name = 'Greenroom (test under Wine)'
  await makeInstaller({ folder: next, work: session.scratch, out, facts, signing: null, name, isCompressed: false })
  return { folder: next, installer: out, name }
}

/** @type {readonly Step[]} */
export const installerSteps = [
  {
    name: 'a silent installation gives the files of the package, the entry, the uninstaller and the links',
    run: async ({ session, made }) => {
      const { code, output } = await session.run([made.installer, '/S'])
      expect(code === 0, `it ended with ${code}: ${output}`)
      const { files, hasEntry, about, opens } = await installedState(session)
      const { 'Uninstall.exe': uninstallerHash, ...ofProgram } = files
      expect(uninstallerHash !== undefined, 'no uninstaller')
      expectSameFiles(ofProgram, hashesOfFolder(made.program))
      expect(hasEntry, 'no entry in the Start menu')
      const wanted = { DisplayVersion: made.facts.version, InstallLocation: folder }
      expectSame({ DisplayVersion: about?.['DisplayVersion'], InstallLocation: about?.['InstallLocation'] }, wanted)
      expectSame(about?.['QuietUninstallString'], `"${uninstaller}" /S`)
      expectSame(Object.values(opens ?? {}), [`"${program}" "%1"`])
    },
  },
  {
    name: 'an installation into a folder that can’t be written ends with its code, and changes nothing',
    run: async ({ session, made }) => {
      const before = await installedState(session)
      // Wine's drive Z is Linux itself.
      expectSame((await session.run([made.installer, '/S', String.raw`/D=Z:\proc\Greenroom`])).code, 2)
      await expectUnchanged(session, before)
    },
  },
  {
    name: 'an installation into a different folder moves the program, which still opens at login',
    run: async ({ session, made }) => {
      // As Electron writes it.
      await session.run(['reg', 'add', runKey, '/v', 'app.greenroom.greenroom', '/d', `"${program}"`, '/f'])
      const moved = String.raw`C:\Moved`
      expectSame((await session.run([made.installer, '/S', `/D=${moved}`])).code, 0)
      expect(!existsSync(installedIn(session)), 'the previous folder is still there')
      expectSameFiles(
        { ...hashesOfFolder(join(session.drive, 'Moved')), 'Uninstall.exe': '' },
        { ...hashesOfFolder(made.program), 'Uninstall.exe': '' },
      )
      const opens = await valuesOf(session, String.raw`${linksKey}\shell\open\command`)
      const { 'app.greenroom.greenroom': atLogin } = (await valuesOf(session, runKey)) ?? {}
      expectSame(
        [...Object.values(opens ?? {}), atLogin],
        [`"${moved}\\Greenroom.exe" "%1"`, `"${moved}\\Greenroom.exe"`],
      )
      expectSame((await session.run([made.installer, '/S', `/D=${folder}`])).code, 0)
    },
  },
  {
    name: 'the installed program starts, takes a link of a second start, and is neither replaced nor removed while it runs',
    run: async ({ session, made }) => {
      patchForWine(join(installedIn(session), 'Greenroom.exe'))
      const running = await start(session)
      await handOver(session, sessionOf(1))
      const before = await installedState(session)
      expectSame((await session.run([made.installer, '/S'])).code, 5)
      expectSame((await session.run([uninstaller, '/S', `_?=${folder}`])).code, 5)
      await expectUnchanged(session, before)
      await quit(session, running)
      const log = readFileSync(join(dataOf(session), 'logs/main.log'), 'utf8')
      expect(!/ error /.test(log), `the log has errors:\n${log}`)
    },
  },
  {
    name: 'a program whose archive differs by a byte does not start',
    run: async ({ session }) => {
      const archive = join(installedIn(session), 'resources/app.asar')
      const bytes = readFileSync(archive)
      const at = bytes.indexOf('"productName": "Greenroom"')
      expect(at > 0, 'the archive has no name of the program')
      const changed = Buffer.from(bytes)
      changed.write('g', at + '"productName": "'.length)
      writeFileSync(archive, changed)
      const { code, output } = await session.run([program, '--practice', '--disable-gpu'], { timeoutMs: 60_000 })
      writeFileSync(archive, bytes)
      expect(code !== 0 && output.includes('Integrity'), `it ended with ${code}: ${output}`)
    },
  },
  {
    name: 'an upgrade replaces the program, takes away the files that it no longer has, and keeps the data',
    run: async (stage) => {
      const { session } = stage
      writeFileSync(join(installedIn(session), 'notes.txt'), 'of somebody else\n')
      const next = await makeNextInstaller(stage)
      expectSame((await session.run([next.installer, '/S'])).code, 0)
      const { files, hasEntry, about } = await installedState(session)
      const { 'Uninstall.exe': uninstallerHash, 'notes.txt': notesHash, ...ofProgram } = files
      expect(uninstallerHash !== undefined && notesHash !== undefined, 'the uninstaller or a foreign file is gone')
      expectSameFiles(ofProgram, hashesOfFolder(next.folder))
      expectSame([hasEntry, about?.['DisplayName'], about?.['DisplayVersion']], [true, next.name, nextVersion])
      const running = await start(session)
      expect(knows(session, sessionOf(1)), 'the session of the previous version is gone')
      await handOver(session, sessionOf(2))
      await quit(session, running)
    },
  },
  {
    name: 'an uninstallation leaves the data folder and a file of somebody else, and nothing in the registry',
    run: async ({ session }) => {
      expectSame((await session.run([uninstaller, '/S'])).code, 0)
      // The uninstaller continues in a copy of itself.
      await until('the end of the uninstallation', async () => (await valuesOf(session, uninstallKey)) === null)
      await until('the end of the uninstaller', () => !existsSync(join(installedIn(session), 'Uninstall.exe')))
      const kept = [relative(session.drive, dataOf(session)), relative(session.drive, installedIn(session))]
      const left = namedFiles(session).filter((name) => !name.startsWith(`${kept[0]}/`))
      expectSame(left.sort(), [...kept, `${kept[1]}/notes.txt`].sort())
      expectSame(await namedKeys(session), [])
      expect(knows(session, sessionOf(1)) && knows(session, sessionOf(2)), 'the data went with the program')
    },
  },
]
