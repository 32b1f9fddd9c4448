import { describe, expect, it } from 'vitest'
import type { MediaLimits } from '../../../src/main/media/fetch-media.ts'
import { createNamedMedia } from '../../../src/main/media/named-media.ts'
import type { MediaKind } from '../../../src/main/media/named-media.ts'
import { FailureError } from '../../../src/shared/failure.ts'
import type { Profile } from '../../../src/shared/schemas/profile.ts'
import { jpegFile } from '../../support/hostile/jpeg-file.ts'
import { pngFile } from '../../support/hostile/png-file.ts'
import { profileOf } from '../../support/subjects.ts'

const mp3 = Buffer.from('ID3\u0004 and sound')

function samples(profile: Profile | null, url: string, bytes: Uint8Array | FailureError = mp3) {
  const fetched: [string, MediaLimits['allowLoopbackOf']][] = []
  const findMedia = createNamedMedia({
    openProfile: () => profile,
    sampleAddress: (_profileId, id) => (id === 's1' ? url : null),
    coverAddress: (_profileId, id) => (id === 'j1' ? url : null),
    fetchMedia: (address, { allowLoopbackOf }) => {
      fetched.push([address, allowLoopbackOf])
      return bytes instanceof FailureError
        ? Promise.reject(bytes)
        : Promise.resolve({ bytes, contentType: 'text/html' })
    },
    log: { info: () => undefined, warn: () => undefined, error: () => 'log' },
  })
  const find = (id: string, kind: MediaKind = 'voice-sample') => findMedia(kind, id)
  return { find, fetched }
}

describe('the sample of a voice', () => {
  it('is fetched from where the conversation says, and told by its content', async () => {
    const { find, fetched } = samples(profileOf(), 'https://media.example/guina.mp3')
    expect(await find('s1')).toEqual({ bytes: mp3, type: 'audio/mpeg' })
    expect(fetched).toEqual([['https://media.example/guina.mp3', 'https://service.example']])
  })

  it('resolves a relative address against the media base, and is not guessed without one', async () => {
    const base = samples(profileOf({ mediaBaseUrl: 'https://media.example/files/' }), '/voice/guina.mp3')
    await base.find('s1')
    expect(base.fetched).toEqual([['https://media.example/voice/guina.mp3', 'https://service.example']])
    const none = samples(profileOf(), '/voice/guina.mp3')
    expect(await none.find('s1')).toBeNull()
    expect(none.fetched).toEqual([])
  })

  it.each(['practice', 'service'] as const)('of a %s on this computer may come from there', async (kind) => {
    const baseUrl = 'http://127.0.0.1:4000/openapi/v2'
    const { find, fetched } = samples(profileOf({ kind, baseUrl }), 'http://127.0.0.1:4000/a.wav')
    await find('s1')
    expect(fetched).toEqual([['http://127.0.0.1:4000/a.wav', 'http://127.0.0.1:4000']])
  })

  it.each([
    ['RIFF\u0000\u0000\u0000\u0000WAVEfmt ', 'audio/wav'],
    ['OggS\u0000', 'audio/ogg'],
    ['\u0000\u0000\u0000\u0020ftypM4A ', 'audio/mp4'],
    ['\u00ff\u00fb\u0090', 'audio/mpeg'],
    ['\u00ff\u00f1\u0050', 'audio/aac'],
    ['<!doctype html><script>', null],
    ['\u0089PNG\r\n', null],
    ['', null],
  ])('%j is %s', async (head, type) => {
    const { find } = samples(profileOf(), 'https://media.example/a', Buffer.from(head, 'latin1'))
    expect((await find('s1'))?.type ?? null).toBe(type)
  })

  it('is none without a profile, without an address, and when it cannot be had', async () => {
    expect(await samples(null, 'https://media.example/a').find('s1')).toBeNull()
    expect(await samples(profileOf(), 'https://media.example/a').find('s2')).toBeNull()
    expect(await samples(profileOf(), 'https://media.example/a').find('../x')).toBeNull()
    const failure = new FailureError({ kind: 'not-fetched', reason: 'offline', host: 'media.example', detail: null })
    expect(await samples(profileOf(), 'https://media.example/a', failure).find('s1')).toBeNull()
  })
})

describe('the cover of an avatar', () => {
  const cover = (bytes: Uint8Array) =>
    samples(profileOf(), 'https://media.example/cover', bytes).find('j1', 'cover-image')

  it('is a picture, told by its content', async () => {
    const bytes = jpegFile({ width: 9, height: 16 })
    expect(await cover(bytes)).toEqual({ bytes, type: 'image/jpeg' })
    expect((await cover(pngFile({ width: 9, height: 16 })))?.type).toBe('image/png')
  })

  it('is none when it is no picture, or one that could fill the memory', async () => {
    expect(await cover(mp3)).toBeNull()
    expect(await cover(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'))).toBeNull()
    const bomb = pngFile({ width: 16, height: 16 })
    new DataView(bomb.buffer).setUint32(16, 60_000)
    new DataView(bomb.buffer).setUint32(20, 60_000)
    expect(await cover(bomb)).toBeNull()
  })

  it('of one kind is not found by the id of the other', async () => {
    const { find, fetched } = samples(profileOf(), 'https://media.example/cover')
    expect(await find('j1')).toBeNull()
    expect(await find('s1', 'cover-image')).toBeNull()
    expect(fetched).toEqual([])
  })
})
