import { describe, expect, it } from 'vitest'
import { createNamedMedia } from '../../../src/main/media/named-media.ts'
import type { NamedMediaKind } from '../../../src/main/media/named-media.ts'
import type { NamedAddress } from '../../../src/main/media/media-store.ts'
import { FailureError } from '../../../src/shared/failure.ts'
import type { Profile } from '../../../src/shared/schemas/profile.ts'
import { profileOf } from '../../support/subjects.ts'

const sound = { bytes: Buffer.from('sound'), kind: 'audio', type: 'audio/mpeg', fetchedAt: 1 } as const

function named(profile: Profile | null, failure: FailureError | null = null) {
  const asked: NamedAddress[] = []
  const notified: string[] = []
  const find = createNamedMedia(
    {
      openProfiles: () => (profile === null ? [] : [profile]),
      sampleAddress: (_profileId, id) => (id === 's1' ? '/voice/guina.mp3' : null),
      coverAddress: (_profileId, id) => (id === 'j1' ? 'https://media.example/cover.png' : null),
    },
    (_profile, address) => {
      asked.push(address)
      return failure === null ? Promise.resolve(sound) : Promise.reject(failure)
    },
    { info: (text) => notified.push(text), warn: () => undefined, error: () => 'log' },
  )
  return { find: (id: string, kind: NamedMediaKind = 'voice-sample') => find(kind, id), asked, notified }
}

describe('media that a snapshot or a job named', () => {
  it('are available for their purpose', async () => {
    const { find, asked } = named(profileOf())
    expect(await find('s1')).toBe(sound)
    await find('j1', 'cover-image')
    expect(asked).toEqual([
      { use: 'audio', text: '/voice/guina.mp3' },
      { use: 'picture', text: 'https://media.example/cover.png' },
    ])
  })

  it('are unavailable for a different snapshot or job, without a profile, and for an invalid id', async () => {
    const { find, asked } = named(profileOf())
    expect([await find('s2'), await find('j1'), await find('s1', 'cover-image'), await find('x'.repeat(400))]).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect(await named(null).find('s1')).toBeNull()
    expect(asked).toEqual([])
  })

  it('that cannot be fetched are unavailable, and the log contains the reason', async () => {
    const { find, notified } = named(
      profileOf(),
      new FailureError({ kind: 'not-fetched', reason: 'http', host: 'media.example', detail: '404' }),
    )
    expect(await find('s1')).toBeNull()
    expect(notified.join()).toContain('could not be fetched')
  })
})
