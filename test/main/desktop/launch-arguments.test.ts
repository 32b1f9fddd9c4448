import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readHandedOver, readLaunch, readLink } from '../../../src/main/desktop/launch-arguments.ts'

const id = '3f2a9c1e-7b4d-4e2a-9f10-b6c8d0e1f2a3'
const request = (sessionId: string, appId: string | null = null) => ({ request: { sessionId, appId, source: 'link' } })
const problemOf = (link: string) => {
  const reading = readLink(link)
  return 'problem' in reading ? reading.problem : ''
}

describe('a link', () => {
  it('names a session, and an application when it is known', () => {
    expect(readLink(`greenroom://session/${id}`)).toEqual(request(id))
    expect(readLink(`greenroom://session/${id}?app=lobby`)).toEqual(request(id, 'lobby'))
    expect(readLink(`GREENROOM://Session/${id}/?app=lobby#top`)).toEqual(request(id, 'lobby'))
    expect(readLink('greenroom://session/a%2Fb%3Fc%25?app=l%26b')).toEqual(request('a/b?c%', 'l&b'))
    expect(readLink(`greenroom://session/${id}?app=`)).toEqual(request(id))
  })

  it('does nothing else, whatever else it contains', () =>
    expect(readLink(`greenroom://session/${id}?close=1&confirm=yes&ticket=x&application=y`)).toEqual(request(id)))

  it('with a different purpose is rejected with a message', () => {
    for (const link of [
      'greenroom:',
      'greenroom://',
      `greenroom:session/${id}`,
      `greenroom:///session/${id}`,
      `greenroom://sessions/${id}`,
      `greenroom://close/${id}`,
      `greenroom://user@session/${id}`,
      `greenroom://session:80/${id}`,
      `https://session/${id}`,
      `xgreenroom://session/${id}`,
    ])
      expect({ link, problem: problemOf(link) }).toMatchObject({
        problem: expect.stringContaining('it must read') as string,
      })
    for (const link of ['greenroom://session', 'greenroom://session/', 'greenroom://session/?app=lobby'])
      expect({ link, problem: problemOf(link) }).toEqual({ link, problem: 'The session id is missing.' })
    expect(problemOf(`greenroom://session/${id}/${id}`)).toContain('several things')
    expect(problemOf(`greenroom://session//${id}`)).toContain('several things')
    expect(problemOf(`greenroom://session/${id}?app=a&app=b`)).toContain('several applications')
    expect(problemOf(`greenroom://session/%E0%A4%A`)).toContain('percent-encoded')
    expect(problemOf(`greenroom://session/${id}?app=%zz`)).toContain('percent-encoded')
  })

  it('with invisible characters is reported, encoded or not', () => {
    for (const sign of ['\n', '\t', ' ', '\0', '\u202e', '\u200b', '\u2066', '\ufeff', '\u007f', '\u00a0']) {
      expect(problemOf(`greenroom://session/a${sign}b`)).toContain('invisible')
      expect(problemOf(`greenroom://session/a${encodeURIComponent(sign)}b`)).toContain('invisible')
      expect(problemOf(`greenroom://session/ab?app=x${encodeURIComponent(sign)}`)).toContain('invisible')
    }
  })

  it('that is too long is reported', () => {
    expect(readLink(`greenroom://session/${'1'.repeat(256)}`)).toEqual(request('1'.repeat(256)))
    expect(problemOf(`greenroom://session/${'1'.repeat(257)}`)).toContain('longer than 256')
    expect(problemOf(`greenroom://session/${id}?app=${'1'.repeat(129)}`)).toContain('longer than 128')
    expect(problemOf(`greenroom://session/${'1'.repeat(10_000)}`)).toBe('The link is too long.')
  })

  it('keeps any id of the service unchanged, and never throws', () => {
    const character = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code))
    // Not the unit `binary`: its table of all code points takes seconds to build.
    const anything = fc.integer({ min: 0, max: 0xff_ff }).map((code) => String.fromCharCode(code))
    const visible = fc.string({ unit: character, minLength: 1, maxLength: 80 })
    fc.assert(
      fc.property(visible, visible, (session, app) => {
        const link = `greenroom://session/${encodeURIComponent(session)}?app=${encodeURIComponent(app)}`
        expect(readLink(link)).toEqual(request(session, app))
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: anything, maxLength: 200 }), (rest) => {
        const reading = readLink(`greenroom://session/${rest}`)
        if ('request' in reading) expect(reading.request.sessionId).toMatch(/^\S{1,256}$/)
      }),
    )
  })
})

describe('a command line', () => {
  const installed = (...words: string[]) => readLaunch(['/opt/Greenroom/greenroom', ...words], false)
  const added = (sessionId: string, appId: string | null = null) => ({
    practice: false,
    opens: null,
    requests: [{ sessionId, appId, source: 'command' }],
    problems: [],
  })

  it('opens the program, and the practice service', () => {
    const plain = { practice: false, opens: null, requests: [], problems: [] }
    expect(installed()).toEqual(plain)
    expect(installed('--no-sandbox', '--user-data-dir=/x', '-psn_0_1')).toEqual(plain)
    expect(installed('--practice')).toEqual({ ...plain, practice: true })
  })

  it('adds a session', () => {
    expect(installed('session', 'add', id)).toEqual(added(id))
    for (const words of [
      ['session', 'add', id, '--app', 'lobby'],
      ['session', 'add', id, '--app=lobby'],
      ['session', 'add', '--app', 'lobby', id],
      ['--no-sandbox', '--app=lobby', 'session', 'add', '--enable-x', id],
    ])
      expect(installed(...words)).toEqual(added(id, 'lobby'))
  })

  // Would catch an action of the desktop entry that only brings a window to the front.
  it('can request a window, or the box for session ids', () => {
    expect(installed('--new-window')).toMatchObject({ opens: 'window', problems: [] })
    expect(installed('--add-sessions')).toMatchObject({ opens: 'add-sessions', requests: [], problems: [] })
    expect(installed('--new-windows', '--add-sessions=1')).toMatchObject({ opens: null })
  })

  it('of a program that runs from its folder starts after the folder', () => {
    const started = (...words: string[]) => readLaunch(['/x/electron', ...words], true)
    expect(started('--no-sandbox', '/home/me/greenroom', 'session', 'add', id)).toEqual(added(id))
    expect(started('-r', '/x/loader.js', '--inspect=0', '.', '--practice')).toMatchObject({
      practice: true,
      problems: [],
    })
  })

  it('can be a link', () => {
    expect(installed(`greenroom://session/${id}?app=lobby`).requests).toEqual([request(id, 'lobby').request])
    expect(installed('--flag', 'GREENROOM://close/all').problems).toHaveLength(1)
  })

  it('with anything else is reported, and none of it is executed', () => {
    const wrong: readonly (readonly [words: string[], problem: string])[] = [
      [['session', 'close', id], 'Not known: session close'],
      [['sesion', 'add', id], 'Not known: sesion add'],
      [['session'], 'Not known: session.'],
      [['photo.png'], 'Not known: photo.png'],
      [['session', 'add'], 'The session id is missing.'],
      [['session', 'add', '--app', 'lobby'], 'The session id is missing.'],
      [['session', 'add', id, '--app'], 'The application id is missing.'],
      [['session', 'add', id, 'another'], 'One session at a time.'],
      [['session', 'add', 'a b'], 'white space'],
      [['session', 'add', 'a\u202eb'], 'invisible'],
      [['session', 'add', '1'.repeat(300)], 'longer than 256'],
    ]
    for (const [words, problem] of wrong) {
      const wish = installed(...words)
      expect(wish).toMatchObject({ requests: [], problems: [expect.stringContaining(problem)] })
      expect(wish.problems[0]).toContain('Usage: greenroom session add')
    }
  })
})

describe('the arguments of a second start', () => {
  it('are parsed again as untrusted input', () => {
    const argv = ['x', 'session', 'add', id, '--app', 'lobby']
    const { requests, opens } = readLaunch(argv, false)
    expect(readHandedOver({ argv, isDevelopment: false })).toEqual({ requests, opens })
    expect(readHandedOver({ argv: ['electron', '.', ...argv.slice(1)], isDevelopment: true })).toEqual({
      requests,
      opens,
    })
    expect(readHandedOver({ argv: ['x', 'session', 'add', 'a\nb'] })).toMatchObject({ requests: [] })
    expect(readHandedOver({ argv: ['x', '--new-window'] }).opens).toBe('window')
    // The last of the arguments cannot be converted to text.
    const words: readonly unknown[] = [null, { sessionId: 1 }, { toString: 1 }]
    const strange = [null, 1, 'x', [], { argv: {} }, { argv: 'close' }, ...words.map((word) => ({ argv: ['x', word] }))]
    for (const value of strange) expect(readHandedOver(value)).toEqual({ requests: [], opens: null })
  })

  it('are limited in length', () => {
    const links = Array.from({ length: 500 }, () => `greenroom://session/${id}`)
    expect(readHandedOver({ argv: ['x', ...links] }).requests).toHaveLength(20)
    expect(
      readHandedOver({ argv: ['x', ...Array.from({ length: 1_000 }, () => '--flag'), ...links] }).requests,
    ).toEqual([])
  })
})
