import { describe, expect, it } from 'vitest'
import { switchRefusal } from '../../../src/main/desktop/launch-arguments.ts'
import { mayPageRequest } from '../../../src/main/desktop/page-requests.ts'

const refusalOf = (words: readonly string[], platform: NodeJS.Platform = 'linux') =>
  switchRefusal({ argv: ['/opt/Greenroom/greenroom', ...words], platform, isPackaged: true })

describe('the switches of an installed program', () => {
  // Would catch an installed program that a different program opens to its debugger, which reads every secret.
  it.each([
    '--remote-debugging-port=9222',
    '--remote-debugging-pipe',
    '--remote-debugging-address=0.0.0.0',
    '--inspect',
    '--inspect=0',
    '--inspect-brk',
    '--inspect_brk',
    '--inspect-port=1',
    '--inspect-publish-uid=http',
    '--no-sandbox',
    '--disable-web-security',
    '--js-flags=--expose-gc',
    '--gpu-launcher=sh',
    '--renderer-cmd-prefix=gdb',
    '--load-extension=/tmp/x',
    '--ignore-certificate-errors',
    '--host-rules=MAP * 127.0.0.1',
    '--log-net-log=/tmp/x',
    '--enable-features=X',
  ])('%s is refused, and named', (word) => {
    const name = word.split('=')[0] ?? ''
    expect(refusalOf([word])).toContain(`${name}.`)
    expect(refusalOf(['--user-data-dir=/tmp/x', 'session', 'add', 'a', word])).toContain(`${name}.`)
  })

  // Would catch a spelling that Chromium accepts but that is not refused.
  it('are refused with one dash too, and on Windows with a slash and in capitals', () => {
    expect(refusalOf(['-no-sandbox'])).toContain('--no-sandbox.')
    for (const word of ['/no-sandbox', '/No-Sandbox', '--NO-SANDBOX', '-Inspect=1'])
      expect(refusalOf([word], 'win32')).toMatch(/--(no-sandbox|inspect)\./)
  })

  // Would catch links, folders and ids that are mistaken for switches, and a desktop on which the program cannot be
  // started.
  it('that do no harm are accepted, and so are arguments and links', () => {
    expect(refusalOf([])).toBeNull()
    expect(refusalOf(['greenroom://session/3f2a'])).toBeNull()
    expect(refusalOf(['session', 'add', '3f2a', '--app', 'lobby'])).toBeNull()
    expect(refusalOf(['session', 'add', '3f2a', '--app=lobby', '--practice'])).toBeNull()
    expect(refusalOf(['--user-data-dir=/home/o/x', '--ozone-platform=wayland', '--enable-wayland-ime'])).toBeNull()
    expect(refusalOf(['/home/o/x'])).toBeNull()
    expect(refusalOf(['--proxy-server=proxy.example:8080', '--', '--not-a-switch'])).toBeNull()
  })

  // Would catch a dialog instead of the window when a notification is clicked after the program has ended.
  it('that Windows adds for a notification are accepted there, and nowhere else', () => {
    for (const word of ['-ToastActivated', '-Embedding']) {
      expect(refusalOf([word], 'win32')).toBeNull()
      expect(refusalOf([word])).not.toBeNull()
    }
    expect(refusalOf(['-Embedding', '--inspect'], 'win32')).toContain('--inspect.')
  })

  it('are all accepted in development, where tests and tools need them', () => {
    const argv = ['electron', '.', '--remote-debugging-port=0', '--no-sandbox']
    expect(switchRefusal({ argv, platform: 'linux', isPackaged: false })).toBeNull()
  })
})

describe('the requests that the page may make', () => {
  // Would catch a host that only starts like ours, and developer tools that are allowed in an installed program.
  it('go only to its own scheme and host, and to the developer tools where they exist', () => {
    for (const isPackaged of [true, false]) {
      expect(mayPageRequest('app://greenroom/index.html', isPackaged)).toBe(true)
      for (const url of ['https://greenroom/', 'app://greenroom.example/', 'ws://host.example/', 'file:///etc/passwd'])
        expect(mayPageRequest(url, isPackaged)).toBe(false)
    }
    expect(mayPageRequest('devtools://devtools/bundled/inspector.html', false)).toBe(true)
    expect(mayPageRequest('devtools://devtools/bundled/inspector.html', true)).toBe(false)
  })
})
