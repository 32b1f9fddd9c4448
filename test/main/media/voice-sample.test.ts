import { describe, expect, it } from 'vitest'
import type { MediaLimits } from '../../../src/main/media/fetch-media.ts'
import { createVoiceSamples } from '../../../src/main/media/voice-sample.ts'
import { FailureError } from '../../../src/shared/failure.ts'
import type { Profile } from '../../../src/shared/schemas/profile.ts'
import { profileOf } from '../../support/subjects.ts'

const mp3 = Buffer.from('ID3\u0004 and sound')

function samples(profile: Profile | null, url: string, bytes: Uint8Array | FailureError = mp3) {
  const fetched: [string, MediaLimits['allowLoopbackOf']][] = []
  const find = createVoiceSamples({
    openProfile: () => profile,
    addressOf: (_profileId, id) => (id === 's1' ? url : null),
    fetchMedia: (address, { allowLoopbackOf }) => {
      fetched.push([address, allowLoopbackOf])
      return bytes instanceof FailureError
        ? Promise.reject(bytes)
        : Promise.resolve({ bytes, contentType: 'text/html' })
    },
    log: { info: () => undefined, warn: () => undefined, error: () => 'log' },
  })
  return { find, fetched }
}

describe('the sample of a voice', () => {
  it('is fetched from where the conversation says, and told by its content', async () => {
    const { find, fetched } = samples(profileOf(), 'https://media.example/guina.mp3')
    expect(await find('s1')).toEqual({ bytes: mp3, type: 'audio/mpeg' })
    expect(fetched).toEqual([['https://media.example/guina.mp3', undefined]])
  })

  it('resolves a relative address against the media base, and is not guessed without one', async () => {
    const base = samples(profileOf({ mediaBaseUrl: 'https://media.example/files/' }), '/voice/guina.mp3')
    await base.find('s1')
    expect(base.fetched).toEqual([['https://media.example/voice/guina.mp3', undefined]])
    const none = samples(profileOf(), '/voice/guina.mp3')
    expect(await none.find('s1')).toBeNull()
    expect(none.fetched).toEqual([])
  })

  it('of the practice service may come from this computer', async () => {
    const baseUrl = 'http://127.0.0.1:4000/openapi/v2'
    const { find, fetched } = samples(profileOf({ kind: 'practice', baseUrl }), 'http://127.0.0.1:4000/a.wav')
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
