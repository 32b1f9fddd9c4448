import { sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { updateSource } from '../../../src/main/updates/feed.ts'
import { refusal } from '../../../src/shared/failure.ts'
import type { UpdateProblem } from '../../../src/shared/schemas/update-feed.ts'
import { failureOf } from '../../support/failure-of.ts'
import { answering, closedPort, httpAnswer } from '../../support/raw-server.ts'
import { scratchFolder } from '../store/scratch.ts'
import { feedServer, keyPair, signed, stage, today, until } from './stage.ts'

const day = 86_400_000
const later = (days: number): string => new Date(Date.parse(today) + days * day).toISOString()

type World = Awaited<ReturnType<typeof feedServer>>

describe('a feed', () => {
  // Would catch a newer version that nobody hears of, or notes that get lost on the way.
  test('of a newer version is told, with its notes in both languages', async () => {
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

  // Would catch a token or a cookie on the way to a host that is no service.
  test('is asked for once, with nothing of the operator in the request', async () => {
    const world = await feedServer()
    const run = await stage(world.source)
    await run.check()
    expect(world.asked()).toBe(1)
    const head = world.server.connections[0]?.received() ?? ''
    expect(head).toMatch(/^GET \/feed\.json HTTP\/1\.1\r\n/)
    expect(head).not.toMatch(/token|cookie|authorization|referer/i)
  })

  // Would catch a downgrade, and a version that is offered to itself.
  test.each(['1.1.0', '1.0.9', '0.9.99'])('of %s is nothing new for 1.1.0', async (version) => {
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
    ['that is no JSON', 'wrong-shape', (world) => world.serve('<html>Sign in to the hotel’s network</html>')],
    ['of another format', 'wrong-shape', (world) => world.publish({ format: 2 })],
    ['whose version is none', 'wrong-shape', (world) => world.publish({ version: '1.2.0; rm -rf /' })],
    ['whose notes turn the text around', 'wrong-shape', (world) => world.publish({ notes: { en: 'a\u202eb' } })],
    ['whose page is at another host', 'wrong-shape', (world) => world.publish({ page: 'https://elsewhere.example/' })],
    ['whose page is no web address', 'wrong-shape', (world) => world.publish({ page: 'javascript:alert(1)' })],
    ['from the future', 'clock', (world) => world.publish({ issuedAt: later(2) })],
    ['from no time at all', 'wrong-shape', (world) => world.publish({ issuedAt: 'yesterday' })],
    [
      'that is somewhere else by now',
      'redirect',
      (world) =>
        world.respond(answering(`HTTP/1.1 302 Found\r\nlocation: ${world.origin}/other\r\ncontent-length: 0\r\n\r\n`)),
    ],
    ['that is gone', 'http', (world) => world.respond(answering(httpAnswer('gone', 'HTTP/1.1 410 Gone')))],
    [
      'that says it is endless',
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

  // Would catch a feed that is believed although anybody may have written it, or that holds main up.
  test.each(wrong)('%s is refused and logged, and nothing is told', async (_what, problem, make) => {
    const world = await feedServer()
    make(world)
    const run = await stage(world.source)
    expect(await run.check()).toMatchObject({ problem, newer: null, checkedAt: null, isChecking: false })
    expect(run.notified).toEqual([])
    expect(run.log.lines.join()).toContain(`newer versions: ${problem}`)
  })

  // Would catch a check that hangs for as long as the server says nothing.
  test('that does not come is given up', async () => {
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
  test('that comes in drops is given up as well', async () => {
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

  // Would catch a host that is down being told as a program that is up to date.
  test('of a host that does not answer is a failed check', async () => {
    const { key } = keyPair()
    const buildFeed = `http://127.0.0.1:${String(await closedPort())}/`
    const source = updateSource({ isPackaged: true, env: {}, policyFeed: undefined, buildFeed, buildKey: key })
    const run = await stage(source)
    expect(await run.check()).toMatchObject({ problem: 'unreachable', checkedAt: null })
  })
})

describe('over restarts', () => {
  // Would catch an operator who is told of the same version every day, or not of the next one.
  test('a version is told once, and the next one again', async () => {
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
    // Withdrawn: what was told before is not told again.
    world.publish({ version: '1.2.0', issuedAt: later(0.6) })
    await second.check()
    expect(second.notified).toEqual(['1.3.0'])
  })

  // Would catch a withheld security release: an old feed, rightly signed, served again.
  test('a feed older than the last one is refused, by the next run too', async () => {
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

  // Would catch the feed of a policy that is refused because another feed was newer.
  test('another feed begins anew', async () => {
    const folder = scratchFolder()
    const first = await feedServer()
    await (await stage(first.source, { folder })).check()
    const other = await feedServer()
    other.publish({ issuedAt: later(-30) })
    expect(await (await stage(other.source, { folder })).check()).toMatchObject({ problem: null })
  })
})

describe('the schedule', () => {
  // Would catch a program that looks at its start alone, or all the time.
  test('looks at the start and every day', async () => {
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

  // Would catch a sleeping or an offline laptop that asks, and one that never asks again.
  test('rests while the computer sleeps or is offline', async () => {
    const world = await feedServer()
    let isOffline = true
    const run = await stage(world.source, { isOffline: () => isOffline })
    await run.clock.pass(60 * 60_000)
    run.pause()
    isOffline = false
    await run.clock.pass(2 * day)
    expect(world.asked()).toBe(0)
    run.wake()
    await run.clock.pass(5_000)
    await until(run, ({ checkedAt }) => checkedAt !== null)
    run.end()
    await run.clock.pass(2 * day)
    expect(world.asked()).toBe(1)
  })
})

// Would catch Greenroom sending an operator past the package manager that installed it.
test.each(['deb', 'rpm', 'tar', 'mac', 'nsis', null])(
  'the way to install is that of a package of kind %s',
  async (kind) => {
    const world = await feedServer()
    const run = await stage(world.source, { packageKind: kind })
    const isOfPackageManager = kind === 'deb' || kind === 'rpm'
    expect(await run.check()).toMatchObject({ way: isOfPackageManager ? 'package-manager' : 'download' })
  },
)

// Would catch anything being downloaded beside the feed itself.
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

describe('where is looked', () => {
  const { key } = keyPair()
  const build = { isPackaged: true, env: {}, policyFeed: undefined, buildFeed: 'https://a.example/f', buildKey: key }

  // Would catch an environment that leads an installed program to another feed, and a policy that is not obeyed.
  test.each([
    ['a build with feed and key', build, 'https://a.example/f'],
    ['a policy with a feed of its own', { ...build, policyFeed: 'https://it.example/f' }, 'https://it.example/f'],
    ['a policy that wants none', { ...build, policyFeed: null }, 'policy'],
    ['a build without a key', { ...build, buildKey: null }, 'not-set-up'],
    ['a build whose key is none', { ...build, buildKey: 'AAAA' }, 'not-set-up'],
    ['a build without a feed', { ...build, buildFeed: null }, 'not-set-up'],
    ['a feed in the clear', { ...build, buildFeed: 'http://a.example/f' }, 'not-set-up'],
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
