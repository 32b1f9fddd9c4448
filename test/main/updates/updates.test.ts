import { sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { updateSource } from '../../../src/main/updates/feed.ts'
import { refusal } from '../../../src/shared/failure.ts'
import type { UpdateProblem } from '../../../src/shared/schemas/update-feed.ts'
import { failureOf } from '../../support/failure-of.ts'
import { answering, closedPort, httpAnswer } from '../../support/raw-server.ts'
import { scratchFolder } from '../../support/scratch-folder.ts'
import { feedServer, keyPair, signed, stage, today, until } from './stage.ts'

const day = 86_400_000
const later = (days: number): string => new Date(Date.parse(today) + days * day).toISOString()

type World = Awaited<ReturnType<typeof feedServer>>

describe('a feed', () => {
  // Would catch a newer version that is not announced, or notes that are lost.
  test('with a newer version is announced, with its notes in both languages', async () => {
    const world = await feedServer()
    const notes = { en: 'Faster.\nCalmer.', 'zh-CN': '更快。' }
    world.publish({ notes })
    const run = await stage(world.source, { packageKind: 'deb' })
    expect(await run.check()).toMatchObject({
      off: null,
      problem: null,
      checkedAt: Date.parse(today),
      way: 'package-manager',
      newer: { version: '1.2.0', notes },
    })
    expect(run.notified).toEqual(['1.2.0'])
  })

  // Would catch a token or a cookie that is sent to a host that is not the service.
  test('is requested once, without token or cookie', async () => {
    const world = await feedServer()
    const run = await stage(world.source)
    await run.check()
    expect(world.asked()).toBe(1)
    const head = world.server.connections[0]?.received() ?? ''
    expect(head).toMatch(/^GET \/feed\.json HTTP\/1\.1\r\n/)
    expect(head).not.toMatch(/token|cookie|authorization|referer/i)
  })

  // Would catch a downgrade, and the running version offered as newer.
  test.each(['1.1.0', '1.0.9', '0.9.99'])('with version %s offers nothing to 1.1.0', async (version) => {
    const world = await feedServer()
    world.publish({ version })
    const run = await stage(world.source)
    expect(await run.check()).toMatchObject({ newer: null, problem: null, checkedAt: Date.parse(today) })
    expect(run.notified).toEqual([])
    const opened = Promise.resolve(run.handlers['updates.openPage']({}, { windowId: 1 }))
    expect(await failureOf(opened)).toEqual(refusal('wrong-state').failure)
  })

  const wrong: readonly (readonly [string, UpdateProblem, (world: World) => void])[] = [
    ['signed by somebody else', 'signature', (world) => world.serve(signed(world.feed(), keyPair().privateKey))],
    [
      'whose bytes were changed after it was signed',
      'signature',
      (world) => {
        const signature = sign(null, Buffer.from(world.feed()), world.privateKey).toString('base64')
        const payload = Buffer.from(world.feed({ version: '9.0.0' })).toString('base64')
        world.serve(JSON.stringify({ payload, signature }))
      },
    ],
    ['without a signature', 'wrong-shape', (world) => world.serve(world.feed())],
    ['that is not JSON', 'wrong-shape', (world) => world.serve('<html>Sign in to the hotel’s network</html>')],
    ['of another format', 'wrong-shape', (world) => world.publish({ format: 2 })],
    ['whose version is not a version', 'wrong-shape', (world) => world.publish({ version: '1.2.0; rm -rf /' })],
    ['whose notes reverse the text', 'wrong-shape', (world) => world.publish({ notes: { en: 'a\u202eb' } })],
    ['whose page is at another host', 'wrong-shape', (world) => world.publish({ page: 'https://elsewhere.example/' })],
    ['whose page is not a web address', 'wrong-shape', (world) => world.publish({ page: 'javascript:alert(1)' })],
    ['from the future', 'clock', (world) => world.publish({ issuedAt: later(2) })],
    ['without a date', 'wrong-shape', (world) => world.publish({ issuedAt: 'yesterday' })],
    [
      'that is redirected',
      'redirect',
      (world) =>
        world.respond(answering(`HTTP/1.1 302 Found\r\nlocation: ${world.origin}/other\r\ncontent-length: 0\r\n\r\n`)),
    ],
    [
      'that the server does not have',
      'http',
      (world) => world.respond(answering(httpAnswer('gone', 'HTTP/1.1 410 Gone'))),
    ],
    [
      'that announces too many bytes',
      'too-large',
      (world) => world.respond(answering('HTTP/1.1 200 OK\r\ncontent-length: 999999999\r\n\r\n{')),
    ],
    [
      'that never ends',
      'too-large',
      (world) =>
        world.respond(({ socket, received }) => {
          if (!received().endsWith('\r\n\r\n')) return
          socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
          const more = (): void => {
            if (!socket.destroyed) socket.write(`10000\r\n${' '.repeat(0x10000)}\r\n`, more)
          }
          more()
        }),
    ],
  ]

  // Would catch a feed that is accepted although anyone could have written it, or that blocks main.
  test.each(wrong)('%s is refused and logged, and nothing is announced', async (_what, problem, make) => {
    const world = await feedServer()
    make(world)
    const run = await stage(world.source)
    expect(await run.check()).toMatchObject({ problem, newer: null, checkedAt: null, isChecking: false })
    expect(run.notified).toEqual([])
    expect(run.log.lines.join()).toContain(`newer versions: ${problem}`)
  })

  // Would catch a check that hangs for as long as the server is silent.
  test('without an answer is aborted', async () => {
    const world = await feedServer()
    const asked = Promise.withResolvers<undefined>()
    world.respond(() => asked.resolve(undefined))
    const run = await stage(world.source)
    const checking = run.check()
    await asked.promise
    await run.clock.pass(15_000)
    expect(await checking).toMatchObject({ problem: 'timeout' })
  })

  // Would catch a server that trickles byte after byte and so keeps every deadline.
  test('that arrives byte by byte is aborted', async () => {
    const world = await feedServer()
    const begun = Promise.withResolvers<(text: string) => void>()
    world.respond(({ socket, received }) => {
      if (!received().endsWith('\r\n\r\n')) return
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
      begun.resolve((text) => void socket.write(text))
    })
    const run = await stage(world.source)
    const checking = run.check()
    const drip = await begun.promise
    for (let second = 0; second < 15; second += 1) {
      drip('1\r\n \r\n')
      await run.clock.pass(1_000)
    }
    expect(await checking).toMatchObject({ problem: 'timeout' })
  })

  // Would catch a program that calls itself up to date although the host is down.
  test('of a host that does not answer is a failed check', async () => {
    const { key } = keyPair()
    const buildFeed = `http://127.0.0.1:${String(await closedPort())}/`
    const source = updateSource({ isPackaged: true, env: {}, policyFeed: undefined, buildFeed, buildKey: key })
    const run = await stage(source)
    expect(await run.check()).toMatchObject({ problem: 'unreachable', checkedAt: null })
  })
})

describe('over restarts', () => {
  // Would catch a version that is announced every day, or a next version that is not announced.
  test('each version is announced once', async () => {
    const world = await feedServer()
    const folder = scratchFolder()
    const first = await stage(world.source, { folder })
    await first.check()
    await first.check()
    expect(first.notified).toEqual(['1.2.0'])
    const second = await stage(world.source, { folder })
    expect(await second.check()).toMatchObject({ newer: { version: '1.2.0' } })
    expect(second.notified).toEqual([])
    world.publish({ version: '1.3.0', issuedAt: later(0.5) })
    await second.check()
    expect(second.notified).toEqual(['1.3.0'])
    // Withdrawn: a version that was announced before is not announced again.
    world.publish({ version: '1.2.0', issuedAt: later(0.6) })
    await second.check()
    expect(second.notified).toEqual(['1.3.0'])
  })

  // Would catch a withheld security release: an old feed with a valid signature, served again.
  test('a feed older than the last accepted feed is refused, also after a restart', async () => {
    const world = await feedServer()
    const folder = scratchFolder()
    const first = await stage(world.source, { folder })
    await first.check()
    world.publish({ version: '1.1.0', issuedAt: later(-1) })
    expect(await first.check()).toMatchObject({ problem: 'rollback', newer: { version: '1.2.0' } })
    const second = await stage(world.source, { folder })
    expect(await second.check()).toMatchObject({ problem: 'rollback', newer: null })
    world.publish()
    expect(await second.check()).toMatchObject({ problem: null, newer: { version: '1.2.0' } })
  })

  // Would catch the feed of a policy that is refused because the feed of the build was newer.
  test('a feed at a different address starts without a history', async () => {
    const folder = scratchFolder()
    const first = await feedServer()
    await (await stage(first.source, { folder })).check()
    const other = await feedServer()
    other.publish({ issuedAt: later(-30) })
    expect(await (await stage(other.source, { folder })).check()).toMatchObject({ problem: null })
  })
})

describe('the schedule', () => {
  // Would catch a program that checks only at its start, or all the time.
  test('checks at the start and every day', async () => {
    const world = await feedServer()
    const run = await stage(world.source)
    expect(world.asked()).toBe(0)
    await run.clock.pass(5_000)
    await until(run, ({ checkedAt }) => checkedAt !== null)
    await run.clock.pass(day - 60_000)
    expect(world.asked()).toBe(1)
    await run.clock.pass(60_000)
    await until(run, ({ checkedAt }) => (checkedAt ?? 0) > Date.parse(today) + day / 2)
    expect(world.asked()).toBe(2)
  })

  // Would catch a check while there is no network, and a schedule that stops.
  test('waits for a network, and ends with the program', async () => {
    const world = await feedServer()
    let isOffline = true
    const run = await stage(world.source, { isOffline: () => isOffline })
    await run.clock.pass(2 * day)
    expect(world.asked()).toBe(0)
    isOffline = false
    // The attempt after 15 minutes; no longer, because the answer's deadline uses the same clock.
    await run.clock.pass(10_000)
    await until(run, ({ checkedAt }) => checkedAt !== null)
    run.end()
    await run.clock.pass(2 * day)
    expect(world.asked()).toBe(1)
  })
})

// Would catch advice that bypasses the package manager with which Greenroom was installed.
test.each(['deb', 'rpm', 'flatpak', 'tar', 'mac', 'nsis', null])(
  'the update instructions match a package of kind %s',
  async (kind) => {
    const world = await feedServer()
    const run = await stage(world.source, { packageKind: kind })
    const isOfPackageManager = kind === 'deb' || kind === 'rpm' || kind === 'flatpak'
    expect(await run.check()).toMatchObject({ way: isOfPackageManager ? 'package-manager' : 'download' })
  },
)

// Would catch a download of anything but the feed itself.
test('nothing but the feed is fetched', async () => {
  const world = await feedServer()
  const run = await stage(world.source, { packageKind: 'mac' })
  await run.check()
  await run.handlers['updates.openPage']({}, { windowId: 1 })
  expect(world.asked()).toBe(1)
})

// Would catch a script in the page that opens browser windows.
test('only a person checks for updates or opens the page', async () => {
  const world = await feedServer()
  const run = await stage(world.source, { packageKind: 'mac' })
  await run.check()
  await run.handlers['updates.openPage']({}, { windowId: 1 })
  expect(run.opened).toEqual([`${world.origin}/releases`])
  run.person.answer = () => false
  for (const name of ['updates.check', 'updates.openPage'] as const) {
    const asked = Promise.resolve(run.handlers[name]({}, { windowId: 1 }))
    expect(await failureOf(asked)).toEqual(refusal('not-confirmed').failure)
  }
  expect(run.opened).toHaveLength(1)
  expect(world.asked()).toBe(1)
})

describe('the address of the feed', () => {
  const { key } = keyPair()
  const build = { isPackaged: true, env: {}, policyFeed: undefined, buildFeed: 'https://a.example/f', buildKey: key }

  // Would catch an environment that leads an installed program to a different feed, and a policy that is not applied.
  test.each([
    ['a build with feed and key', build, 'https://a.example/f'],
    ['a policy with a feed', { ...build, policyFeed: 'https://it.example/f' }, 'https://it.example/f'],
    ['a policy without updates', { ...build, policyFeed: null }, 'policy'],
    ['a build without a key', { ...build, buildKey: null }, 'not-set-up'],
    ['a build with an unusable key', { ...build, buildKey: 'AAAA' }, 'not-set-up'],
    ['a build without a feed', { ...build, buildFeed: null }, 'not-set-up'],
    ['a feed over http', { ...build, buildFeed: 'http://a.example/f' }, 'not-set-up'],
    ['a checkout', { ...build, isPackaged: false }, 'development'],
    [
      'a checkout under a test',
      {
        ...build,
        isPackaged: false,
        env: { GREENROOM_UPDATES_FEED: 'http://127.0.0.1:1/f', GREENROOM_UPDATES_KEY: key },
      },
      'http://127.0.0.1:1/f',
    ],
    [
      'an installed program with the variables of a test',
      { ...build, env: { GREENROOM_UPDATES_FEED: 'http://127.0.0.1:1/f', GREENROOM_UPDATES_KEY: key } },
      'https://a.example/f',
    ],
  ])('%s', (_what, facts, expected) => {
    const source = updateSource(facts)
    expect('off' in source ? source.off : source.feed.href).toBe(expected)
  })
})
