/** The tests of an installed package, in order: each test continues with the machine as the previous test left it. */
import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readFuses } from '../package/fuses.mjs'
import { install, installedVersion, must, purge } from './debian.mjs'
import { processesWith, until } from './operator-session.mjs'
import { expect, expectSame } from './run-steps.mjs'
import { expectLicences, shippedFuses, shippedTops, topsIn } from './shipped.mjs'

/** @typedef {import('./operator-session.mjs').OperatorSession} OperatorSession */
/**
 * @typedef {object} Stage
 * @property {OperatorSession} operator
 * @property {{ name: string, version: string, deb: string, previous: string }} made
 * @property {readonly string[]} before files with the program’s name before the installation
 */

const lib = '/usr/lib/greenroom'
const desktopFile = '/usr/share/applications/greenroom.desktop'
const sessionOf = (/** @type {number} */ number) => `3f2a9c1e-7b4d-4e2a-9f10-b6c8d0e1f2a${number}`

/** The files of the system with the program’s name. */
export function systemFiles() {
  // Node's own recursion follows links, and /usr has circular links.
  const words = ['/usr', '/etc', '/opt', '/var/lib', '-xdev', '-iname', '*greenroom*', '-print']
  return execFileSync('find', words, { encoding: 'utf8' }).split('\n')
}

const dataOf = (/** @type {OperatorSession} */ { home }) => join(home, '.config/Greenroom')

/** Says whether the database contains a session; its newest pages might still be in the write-ahead log. */
const knows = (/** @type {OperatorSession} */ operator, /** @type {string} */ id) =>
  ['greenroom.db', 'greenroom.db-wal'].some((name) => {
    const file = join(dataOf(operator), name)
    return existsSync(file) && readFileSync(file).includes(id)
  })

async function windowsOf(/** @type {OperatorSession} */ operator) {
  const { output } = await operator.run(['xwininfo', '-root', '-tree'])
  return output.split('\n').filter((line) => line.includes('— Greenroom"'))
}

async function quit() {
  const programs = processesWith(`^${lib}/greenroom`).filter((id) => !commandOf(id).includes('--type='))
  for (const id of programs) process.kill(Number(id), 'SIGTERM')
  await until('the end of the program', () => processesWith(lib).length === 0)
}

const commandOf = (/** @type {string} */ id) => {
  const file = `/proc/${id}/cmdline`
  return existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\0', ' ') : ''
}

const shown = (/** @type {OperatorSession} */ operator) =>
  until('a window on the practice service', async () => {
    const [window] = (await windowsOf(operator)).filter((line) => line.includes('Practice service'))
    return window ?? null
  })

async function linkOpens(/** @type {OperatorSession} */ operator, /** @type {string} */ id) {
  const { code, output } = await operator.run(['xdg-open', `greenroom://session/${id}`])
  expect(code === 0, `xdg-open ended with ${code}: ${output}`)
  await until(`session ${id} in the database`, () => knows(operator, id))
}

/** @type {readonly { name: string, run: (stage: Stage) => Promise<void> }[]} */
export const beforeTheJourneys = [
  {
    name: 'apt installs the previous version, with everything that its binaries need',
    run: async ({ made }) => {
      await install(made.previous)
      expectSame(await installedVersion(made.name), '0.0.1')
      const binaries = ['greenroom', 'chrome_crashpad_handler'].map((name) => join(lib, name))
      const keytar = join(
        lib,
        `resources/app.asar.unpacked/node_modules/keytar/prebuilds/linux-${process.arch}/keytar.node`,
      )
      for (const file of [...binaries, keytar]) {
        const output = execFileSync('ldd', [file], { encoding: 'utf8' })
        expect(!output.includes('not found'), `${file} lacks a library:\n${output}`)
      }
    },
  },
  {
    name: 'it runs as an ordinary user, in Chromium’s sandbox',
    run: async ({ operator }) => {
      operator.start(['/usr/bin/greenroom', '--practice'])
      await shown(operator)
      const renderers = processesWith(`^${lib}/greenroom.*--type=renderer`)
      expect(renderers.length > 0, 'no page runs')
      for (const id of renderers) {
        expect(/^Seccomp:\s+2$/m.test(readFileSync(`/proc/${id}/status`, 'utf8')), 'a page without system call filter')
        expect(readlinkSync(`/proc/${id}/ns/pid`) !== readlinkSync('/proc/self/ns/pid'), 'a page among all processes')
      }
      expectSame(processesWith('--no-sandbox'), [])
    },
  },
  {
    name: 'a link that the desktop opens adds its session',
    run: async ({ operator }) => {
      await linkOpens(operator, sessionOf(1))
    },
  },
  {
    name: 'an upgrade keeps the data, and the desktop entry starts what is installed now',
    run: async ({ operator, made }) => {
      await quit()
      await install(made.deb)
      expectSame(await installedVersion(made.name), made.version)
      operator.start(['gio', 'launch', desktopFile])
      const window = await shown(operator)
      const wmClass = /^StartupWMClass=(.+)$/m.exec(readFileSync(desktopFile, 'utf8'))?.[1] ?? ''
      expect(window.includes(`"${wmClass}"`), `the desktop would not find the window by ${wmClass}: ${window}`)
      expect(knows(operator, sessionOf(1)), 'the session of the previous version is gone')
      await linkOpens(operator, sessionOf(2))
      const log = readFileSync(join(dataOf(operator), 'logs/main.log'), 'utf8')
      expect(!/ error /.test(log), `the log has errors:\n${log}`)
    },
  },
  {
    name: 'the actions of the desktop entry work',
    run: async ({ operator }) => {
      const words = [...readFileSync(desktopFile, 'utf8').matchAll(/^Exec=\/usr\/bin\/greenroom (--[\w-]+)$/gm)].map(
        ([, word = '']) => word,
      )
      expectSame(words, ['--new-window', '--add-sessions'])
      for (const word of words) {
        const { code, output } = await operator.run(['/usr/bin/greenroom', word])
        expect(code === 0 && output.includes('Handed to the Greenroom'), `${word} ended with ${code}: ${output}`)
      }
      await until('a second window', async () => (await windowsOf(operator)).length === 2)
    },
  },
  {
    name: 'fuses, read from the binary, and what they forbid',
    run: async ({ operator }) => {
      expectSame(await readFuses(join(lib, 'greenroom')), shippedFuses)
      // Words that no log contains, unlike digits, which occur in times and process ids.
      const asNode = await operator.run(['/usr/bin/greenroom', '-e', 'console.log(["run", "as", "node"].join("-"))'], {
        ELECTRON_RUN_AS_NODE: '1',
      })
      expect(!asNode.output.includes('run-as-node'), 'it runs as Node')
      for (const word of ['--inspect=0', '--remote-debugging-port=0', '--no-sandbox']) {
        const { code, output } = await operator.run(['/usr/bin/greenroom', word])
        expect(code !== 0 && !output.includes('listening'), `${word} was taken: ${code} ${output}`)
      }
    },
  },
  {
    name: 'what is installed is what is declared: files, rights, licences, desktop entry, description',
    run: async ({ made }) => {
      expectSame(await must(['dpkg', '--verify', made.name]), '')
      const sandbox = statSync(join(lib, 'chrome-sandbox'))
      expectSame([(sandbox.mode & 0o7777).toString(8), sandbox.uid], ['4755', 0])
      expect(!existsSync(join(lib, 'resources/default_app.asar')), 'Electron’s own program is shipped')
      expectSame(topsIn(join(lib, 'resources/app.asar')), shippedTops)
      expectSame(readFileSync(join(lib, 'resources/package-type'), 'utf8'), 'deb\n')
      expectLicences(lib)
      expect(lstatSync('/usr/bin/greenroom').isSymbolicLink(), '/usr/bin/greenroom is no link')
      expect(existsSync('/usr/share/icons/hicolor/256x256/apps/greenroom.png'), 'no icon for the desktop')
      await must(['desktop-file-validate', desktopFile])
      await must(['appstreamcli', 'validate', '--no-net', '/usr/share/metainfo/app.greenroom.greenroom.metainfo.xml'])
    },
  },
]

/** @type {readonly { name: string, run: (stage: Stage) => Promise<void> }[]} */
export const afterTheJourneys = [
  {
    name: 'removed, it leaves nothing but the data folder',
    run: async ({ operator, made, before }) => {
      await quit()
      await purge(made.name)
      const known = new Set(before)
      expectSame(
        systemFiles().filter((file) => !known.has(file)),
        [],
      )
      // Mesa caches compiled shaders, and fontconfig its list of fonts, for every program with a window.
      const own = readdirSync(operator.home, { recursive: true, encoding: 'utf8' }).filter(
        (name) => !/^\.config(?:\/Greenroom(?:\/|$)|$)|^\.cache(?:\/(?:mesa_shader_cache|fontconfig)|$)/.test(name),
      )
      expectSame(
        own.filter((name) => !/^\.(?:bash_logout|bashrc|profile)$/.test(name)),
        [],
      )
      expect(
        knows(operator, sessionOf(1)) && knows(operator, sessionOf(2)),
        'the operator’s data went with the program',
      )
    },
  },
]
