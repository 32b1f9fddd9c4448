// The real keychain in the states of an operator's computer, each in a separate D-Bus session.
import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { childEnvironment } from '../../support/child-environment.ts'
import { scratchFolder } from '../../support/scratch-folder.ts'

interface Step {
  readonly step: string
  readonly answer: unknown
}

const root = join(import.meta.dirname, '../../..')
const withKeyring = join(root, 'scripts/with-keyring.sh')
const bareBus = join(import.meta.dirname, 'bus-without-services.conf')
const child = [process.execPath, join(import.meta.dirname, 'vault-process.ts')]
const lock =
  'dbus-send --session --print-reply --dest=org.freedesktop.secrets /org/freedesktop/secrets ' +
  'org.freedesktop.Secret.Service.Lock array:objpath:/org/freedesktop/secrets/collection/login >/dev/null'

function has(...tools: readonly string[]): boolean {
  return tools.every((tool) => spawnSync('which', [tool]).status === 0)
}

function run(command: readonly string[], environment: Readonly<Record<string, string>> = {}): Step[] {
  const [file = '', ...args] = command
  const noSession = { DISPLAY: undefined, WAYLAND_DISPLAY: undefined, DBUS_SESSION_BUS_ADDRESS: undefined }
  const finished = spawnSync(file, args, {
    env: { ...childEnvironment(), ...noSession, ...environment },
    encoding: 'utf8',
    timeout: 100_000,
  })
  const lines = finished.stdout.split('\n').filter((text) => text.startsWith('{'))
  if (lines.length === 0) throw new Error(`nothing was said: ${finished.stderr}`)
  return lines.map((text) => JSON.parse(text) as Step)
}

function answers(steps: readonly Step[]): unknown[] {
  return steps.map(({ answer }) => answer)
}

const everything = ['state', 'keep', 'get', 'whereabouts', 'session', 'get', 'whereabouts', 'delete', 'whereabouts']

describe.runIf(has('dbus-run-session', 'gnome-keyring-daemon'))('an open keyring', { tags: 'linux' }, () => {
  test('stores, finds and deletes a secret', () => {
    const steps = run([withKeyring, ...child, 'whereabouts', ...everything])
    expect(answers(steps)).toEqual([
      'none',
      'available',
      'kept',
      'the secret',
      'keychain',
      'kept',
      'the secret',
      'session',
      'deleted',
      'none',
    ])
  })

  test('keeps it for the next process, and a session does not', () => {
    const script = '"$@" keep && "$@" get delete session get && "$@" get'
    expect(answers(run([withKeyring, 'bash', '-c', script, 'bash', ...child]))).toEqual([
      'kept',
      'the secret',
      'deleted',
      'kept',
      'the secret',
      null,
    ])
  })

  test('returns it to its own origin alone, also to a later process', () => {
    const script = '"$@" keep elsewhere && "$@" elsewhere get'
    expect(answers(run([withKeyring, 'bash', '-c', script, 'bash', ...child]))).toEqual([
      'kept',
      'secret-not-for-host',
      'secret-not-for-host',
      'the secret',
    ])
  })

  test('writes the secret into no readable file', () => {
    const folder = scratchFolder()
    expect(answers(run([withKeyring, '--keyring', folder, ...child, 'keep', 'get']))).toEqual(['kept', 'the secret'])
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    for (const file of files) {
      expect(readFileSync(join(file.parentPath, file.name)).includes('a-secret')).toBe(false)
    }
  })
})

describe('no usable keychain', { tags: 'linux' }, () => {
  const session = ['kept', 'the secret', 'session', 'deleted']

  test('no D-Bus at all is missing', () => {
    const steps = run([...child, ...everything], { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' })
    expect(answers(steps)).toEqual([
      'missing',
      'keychain-missing',
      'keychain-missing',
      'keychain-missing',
      ...session,
      'none',
    ])
  })

  // Like `npm start` without a desktop: an automatically started bus would ask in an invisible dialog, and be locked.
  test.runIf(has('xvfb-run'))('a D-Bus that is disabled counts as missing', () => {
    const bus = { DBUS_SESSION_BUS_ADDRESS: 'disabled:' }
    const steps = run(['xvfb-run', '-a', ...child, 'state', 'keep', 'session', 'get'], bus)
    expect(answers(steps)).toEqual(['missing', 'keychain-missing', 'kept', 'the secret'])
  })

  test.runIf(has('dbus-run-session'))('a D-Bus without a secret service counts as missing', () => {
    const steps = run(['dbus-run-session', `--config-file=${bareBus}`, '--', ...child, ...everything])
    expect(answers(steps)).toEqual([
      'missing',
      'keychain-missing',
      'keychain-missing',
      'keychain-missing',
      ...session,
      'none',
    ])
  })

  test.runIf(has('dbus-run-session', 'gnome-keyring-daemon', 'dbus-send'))(
    'a locked collection counts as locked, although keytar answers null for its entry',
    () => {
      const script = `"$@" keep && ${lock} && "$@" get whereabouts keep state session get`
      expect(answers(run([withKeyring, 'bash', '-c', script, 'bash', ...child]))).toEqual([
        'kept',
        'keychain-locked',
        'keychain-locked',
        'keychain-locked',
        'locked',
        'kept',
        'the secret',
      ])
    },
  )

  // Would catch a secret that is reported as removed, but still available to the next program.
  test.runIf(has('dbus-run-session', 'gnome-keyring-daemon', 'dbus-send'))(
    'a collection that was locked a moment after its last use keeps its entry, and is not reported to have lost it',
    () => {
      const steps = ['keep', 'get', 'lock', 'delete', 'get', 'whereabouts']
      expect(answers(run([withKeyring, ...child, ...steps], { LOCK_COMMAND: lock }))).toEqual([
        'kept',
        'the secret',
        0,
        'keychain-locked',
        'keychain-locked',
        'keychain-locked',
      ])
    },
  )

  test.runIf(has('dbus-run-session', 'gnome-keyring-daemon'))('a keyring that was never opened is locked', () => {
    const folder = scratchFolder()
    const environment = { XDG_DATA_HOME: folder, XDG_RUNTIME_DIR: folder }
    const steps = run(['dbus-run-session', '--', ...child, 'get', 'keep', 'state'], environment)
    expect(answers(steps)).toEqual(['keychain-locked', 'keychain-locked', 'locked'])
  })

  test.runIf(has('dbus-run-session', 'gnome-keyring-daemon', 'dbus-send', 'xvfb-run'))(
    'an unanswered password dialog counts as locked, and does not keep the process running',
    () => {
      const script = `${lock} && "$@" whereabouts state pending get session get`
      const steps = run(['xvfb-run', '-a', withKeyring, 'bash', '-c', script, 'bash', ...child])
      expect(answers(steps)).toEqual(['keychain-locked', 'locked', true, 'keychain-locked', 'kept', 'the secret'])
    },
  )
})
