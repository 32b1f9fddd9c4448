/** The store over real HTTP: a service on this computer, whose media base is a second server of the test. */
import { describe, expect, it } from 'vitest'
import { createBudgetedFetch } from '../../../src/main/media/fetch-budget.ts'
import { createMediaFetcher } from '../../../src/main/media/fetch-media.ts'
import { createMediaStore } from '../../../src/main/media/media-store.ts'
import type { MediaProfile, NamedAddress } from '../../../src/main/media/media-store.ts'
import { failureOf } from '../../support/failure-of.ts'
import { closedPort, startRawServer } from '../../support/raw-server.ts'
import type { RawBehaviour } from '../../support/raw-server.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { pngFile } from '../../support/hostile/png-file.ts'
import { profileOf } from '../../support/subjects.ts'
import { profileId } from '../../../src/shared/schemas/ids.ts'

const wav = Buffer.from('RIFF\0\0\0\0WAVEfmt the sound', 'latin1')
const clip = Buffer.from('\0\0\0\x20ftypisom and frames', 'latin1')
const png = Buffer.from(pngFile({ width: 4, height: 4 }))

const files: Readonly<Record<string, Buffer>> = {
  '/a.wav': wav,
  '/clip.mp4': clip,
  '/a.png': png,
  '/page.wav': Buffer.from('<!doctype html><script>alert(1)</script>'),
  '/a.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  '/large.png': Buffer.concat([png, Buffer.alloc(10 * 2 ** 20)]),
  '/large.wav': Buffer.concat([wav, Buffer.alloc(25 * 2 ** 20)]),
}

function answerOf(path: string): Buffer {
  const body = files[path]
  if (body === undefined) return Buffer.from('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n')
  // This content type is wrong for most of them.
  const head = `HTTP/1.1 200 OK\r\ncontent-type: audio/wav\r\ncontent-length: ${String(body.length)}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), body])
}

async function stage(behave?: RawBehaviour) {
  const server = await startRawServer(
    behave ??
      (({ socket, received }) => {
        const [, path] = /^GET (\S+) [^]*\r\n\r\n$/.exec(received()) ?? []
        if (path !== undefined) socket.end(answerOf(path))
      }),
  )
  const origin = `http://127.0.0.1:${String(server.port)}`
  const clock = createManualClock()
  const settings = { resolveProxy: () => Promise.resolve('DIRECT'), certificates: () => [] }
  const fetchMedia = createBudgetedFetch(createMediaFetcher(settings, clock, { isAllowed: () => true }), clock)
  const store = createMediaStore(fetchMedia, clock)
  const profile: MediaProfile = profileOf({ baseUrl: `${origin}/v2`, mediaBaseUrl: `${origin}/` })
  const asked = () => server.connections.map(({ received }) => received().split(' ')[1])
  return { server, origin, clock, store, profile, asked }
}

const sound = (text: string): NamedAddress => ({ use: 'audio', text })

describe('media of an address', () => {
  it('are fetched once, whoever requests them, without a token, and identified by their content', async () => {
    const { store, profile, asked, server } = await stage()
    const all = await Promise.all(['/a.wav', '/a.wav', 'a.wav'].map((text) => store.get(profile, sound(text))))
    expect(all.map(({ type, kind }) => [type, kind])).toEqual(Array(3).fill(['audio/wav', 'audio']))
    expect(Buffer.from(all[0]?.bytes ?? [])).toEqual(wav)
    await store.get(profile, sound('/a.wav'))
    expect(asked()).toEqual(['/a.wav'])
    expect(server.connections[0]?.received()).not.toMatch(/token|cookie|authorization/i)
    const background = await store.get(profile, { use: 'background', text: '/clip.mp4' })
    expect([background.kind, background.type]).toEqual(['video', 'video/mp4'])
  })

  it('are fetched again after ten minutes, and for a different profile', async () => {
    const { store, profile, asked, clock } = await stage()
    await store.get(profile, sound('/a.wav'))
    await clock.pass(599_000)
    await store.get(profile, sound('/a.wav'))
    expect(asked()).toHaveLength(1)
    await clock.pass(1_001)
    await store.get(profile, sound('/a.wav'))
    expect(asked()).toHaveLength(2)
    const other = profileOf({
      id: profileId.parse('p-other'),
      baseUrl: profile.baseUrl,
      mediaBaseUrl: profile.mediaBaseUrl,
    })
    await store.get(other, sound('/a.wav'))
    expect(asked()).toHaveLength(3)
  })

  it.each([
    ['/page.wav', 'audio', { kind: 'not-fetched', reason: 'wrong-content' }],
    ['/a.svg', 'picture', { kind: 'not-fetched', reason: 'wrong-content' }],
    ['/clip.mp4', 'picture', { kind: 'not-fetched', reason: 'wrong-content' }],
    ['/a.wav', 'background', { kind: 'not-fetched', reason: 'wrong-content' }],
    ['/large.png', 'picture', { kind: 'not-fetched', reason: 'too-large', detail: '10' }],
    ['/large.png', 'background', { kind: 'not-fetched', reason: 'too-large', detail: '10' }],
    ['/large.wav', 'audio', { kind: 'not-fetched', reason: 'too-large', detail: '25' }],
    ['/gone.wav', 'audio', { kind: 'not-fetched', reason: 'http', detail: '404' }],
    ['javascript:alert(1)', 'audio', { kind: 'refused', reason: 'media-script' }],
    ['file:///etc/passwd', 'picture', { kind: 'refused', reason: 'media-file' }],
    ['http://127.0.0.1:1/a.wav', 'audio', { kind: 'refused', reason: 'media-private-network' }],
    ['data:image/png;base64,AAAA', 'picture', { kind: 'refused', reason: 'media-data' }],
    [`data:audio/wav;base64,${wav.toString('base64')}`, 'picture', { kind: 'refused', reason: 'media-data' }],
  ] as const)('%s for %s: the reason', async (text, use, expected) => {
    const { store, profile } = await stage()
    expect(await failureOf(store.get(profile, { use, text }))).toMatchObject(expected)
  })

  // Would catch a dead address behind a page that says so with status 200, which the checks then miss.
  it('that are not media of the field count as unreachable, until they are', async () => {
    const { store, profile, origin } = await stage()
    for (const [use, text] of [
      ['audio', '/page.wav'],
      ['picture', '/large.png'],
    ] as const)
      await failureOf(store.get(profile, { use, text }))
    expect(store.outcomes.dead(profile.id)).toMatchObject([
      { url: `${origin}/large.png`, problem: 'too-large' },
      { url: `${origin}/page.wav`, problem: 'wrong-content' },
    ])
    await failureOf(store.get(profile, { use: 'picture', text: '/a.wav' }))
    await store.get(profile, sound('/a.wav'))
    expect(store.outcomes.of(profile.id, `${origin}/a.wav`)).toMatchObject({ problem: null })
  })

  it('need a media base where they are relative', async () => {
    const { store, profile, asked } = await stage()
    const failure = await failureOf(store.get({ ...profile, mediaBaseUrl: '' }, sound('/a.wav')))
    expect(failure).toEqual({ kind: 'refused', reason: 'no-media-base', detail: null })
    expect(asked()).toEqual([])
  })

  it('can be in the address itself', async () => {
    const { store, profile, asked } = await stage()
    const text = ` data:image/png;base64,${png.toString('base64')}`
    expect(await store.get(profile, { use: 'picture', text })).toMatchObject({ kind: 'picture', type: 'image/png' })
    const inline = { bytes: png, digest: 'a' }
    const begun: NamedAddress = { use: 'picture', text: 'data:image/png;base64,AAAA', inline }
    expect((await store.get(profile, begun)).bytes).toEqual(png)
    const refused = await failureOf(store.get(profile, { ...begun, text: 'data:image/svg+xml,AAAA' }))
    expect(refused).toMatchObject({ kind: 'refused', reason: 'media-data' })
    expect(asked()).toEqual([])
  })
})

describe('a dead host', () => {
  it('delays nobody else: at most two requests wait for it', async () => {
    const { store, profile, server } = await stage(() => undefined)
    const alive = await stage()
    // Both are origins of one profile; the dead host is its media base.
    const both = { ...profile, baseUrl: `${alive.origin}/v2` }
    for (const n of [1, 2, 3, 4, 5, 6]) void failureOf(store.get(both, sound(`/${String(n)}.wav`)))
    await store.get(both, sound(`${alive.origin}/a.wav`))
    expect(server.connections.length).toBeLessThanOrEqual(2)
  })

  it('together with the maximum of tries delays nobody who wants to play something', async () => {
    const { store, profile, server } = await stage(() => undefined)
    const other = await stage(() => undefined)
    const alive = await stage()
    const dead = { ...profile, baseUrl: `${other.origin}/v2` }
    const addresses = ['/1.wav', '/2.wav', `${other.origin}/1.wav`, `${other.origin}/2.wav`].map(sound)
    void store.tryAll(dead, addresses)
    await expect.poll(() => server.connections.length + other.server.connections.length).toBe(4)
    expect(await store.get(alive.profile, sound('/a.wav'))).toMatchObject({ kind: 'audio' })
  })

  it('is abandoned after twenty seconds of silence', async () => {
    const requested = Promise.withResolvers<undefined>()
    const { store, profile, clock } = await stage(({ received }) => {
      if (received().endsWith('\r\n\r\n')) requested.resolve(undefined)
    })
    const failure = failureOf(store.get(profile, sound('/a.wav')))
    await requested.promise
    await clock.pass(20_000)
    expect(await failure).toMatchObject({ kind: 'not-fetched', reason: 'timeout', detail: '20' })
  })
})

describe('a try', () => {
  it('reports which addresses answer, reads nothing, and skips addresses that are not followed', async () => {
    const { store, profile, origin } = await stage()
    const addresses = ['/large.wav', '/a.wav', '/gone.wav', `${origin}/gone.wav`, 'javascript:1', 'data:image/png,']
    expect(await store.tryAll(profile, addresses.map(sound))).toEqual({ tried: 3, unreachable: 1, untried: 0 })
    expect(store.outcomes.of(profile.id, `${origin}/gone.wav`)).toMatchObject({ problem: 'http' })
    expect(store.outcomes.of(profile.id, `${origin}/a.wav`)).toMatchObject({ problem: null })
    expect(store.outcomes.of(profile.id, `${origin}/never.wav`)).toBeNull()
    expect(store.outcomes.dead(profile.id).map(({ url }) => url)).toEqual([`${origin}/gone.wav`])
  })

  // Would catch a check that forgets the page that a player received instead of its sound.
  it('refutes no problem of the content, which it does not read', async () => {
    const { store, profile, origin } = await stage()
    const addresses = ['/page.wav', '/a.wav'].map(sound)
    await failureOf(store.get(profile, sound('/page.wav')))
    expect(await store.tryAll(profile, addresses)).toEqual({ tried: 2, unreachable: 1, untried: 0 })
    expect(store.outcomes.dead(profile.id)).toMatchObject([{ url: `${origin}/page.wav`, problem: 'wrong-content' }])
  })

  it('stops contacting a host that does not exist', async () => {
    const { store, profile } = await stage()
    const origin = `http://127.0.0.1:${String(await closedPort())}`
    const many = Array.from({ length: 40 }, (_, n) => sound(`/${String(n)}.wav`))
    expect(await store.tryAll({ ...profile, mediaBaseUrl: origin }, many)).toEqual({
      tried: 40,
      unreachable: 40,
      untried: 0,
    })
  })
})
