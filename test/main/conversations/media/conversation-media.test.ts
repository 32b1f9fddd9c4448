import { describe, expect, it } from 'vitest'
import { readConversation } from '../../../../src/shared/conversation/document.ts'
import { createConversationMedia } from '../../../../src/main/conversations/media/conversation-media.ts'
import { mediaAt, mediaIn } from '../../../../src/main/conversations/media/media-in-conversation.ts'
import type { MediaStore, NamedAddress } from '../../../../src/main/media/media-store.ts'
import type { OpenProfile } from '../../../../src/main/context/open-profile.ts'
import { profileId, snapshotId } from '../../../../src/shared/schemas/ids.ts'
import { failureOf } from '../../../support/failure-of.ts'
import { profileOf, setStage } from '../../../support/subjects.ts'

const script = (ttsContent: unknown) => ({ scriptType: 1, scriptContent: 'Hello', ttsContent })

const body = JSON.stringify({
  success: true,
  data: {
    conversationName: 'https://evil.example/name.wav',
    detailDto: {
      ttsUrl: '/voice.wav',
      samplePictureUrl: null,
      backgroundDto: { backgroundUrl: 'https://cdn.example/b.jpg' },
      otherUrl: 'https://evil.example/other.wav',
    },
    scriptDtoList: [script('/one.wav'), script(null), script('/voice.wav'), script(17), script('')],
    modelDtoList: [{ botUrl: 'https://bots.example/' }],
  },
})
const document = readConversation(body)

describe('media of a conversation', () => {
  it.each([
    ['data.detailDto.ttsUrl', { use: 'audio', text: '/voice.wav' }],
    ['data.detailDto.backgroundDto.backgroundUrl', { use: 'background', text: 'https://cdn.example/b.jpg' }],
    ['data.scriptDtoList[0].ttsContent', { use: 'audio', text: '/one.wav' }],
    ['data.scriptDtoList[1].ttsContent', null],
    ['data.scriptDtoList[3].ttsContent', null],
    ['data.scriptDtoList[4].ttsContent', null],
    ['data.scriptDtoList[9].ttsContent', null],
    ['data.scriptDtoList.ttsContent', null],
    ['data.detailDto.samplePictureUrl', null],
    ['data.detailDto.otherUrl', null],
    ['data.modelDtoList[0].botUrl', null],
    ['data.conversationName', null],
    ['data["detailDto"].ttsUrl', null],
    ['detailDto.ttsUrl', null],
    ['https://evil.example/a.wav', null],
    ['', null],
  ])('at %s', (path, named) => expect(mediaAt(document, path)).toEqual(named))

  it('that are long data addresses are described, and any other long text is truncated', () => {
    const data = (text: string) =>
      readConversation(JSON.stringify({ success: true, data: { detailDto: { ttsUrl: text } } }))
    const bytes = Buffer.alloc(60_000, 7)
    const named = mediaAt(data(` data:audio/wav;base64,${bytes.toString('base64')}`), 'data.detailDto.ttsUrl')
    expect(named?.text).toHaveLength(10_000)
    expect(Buffer.from(named?.inline?.bytes ?? []).equals(bytes)).toBe(true)
    expect(named?.inline?.digest).toMatch(/^[0-9a-f]{64}$/)
    const long = data(`https://cdn.example/${'a'.repeat(1e6)}`)
    expect(mediaAt(long, 'data.detailDto.ttsUrl')?.text).toHaveLength(10_000)
    expect(mediaIn(long, 1).addresses[0]?.text).toHaveLength(10_000)
  })

  it('are listed once each, up to a limit, with the number of the others', () => {
    expect(mediaIn(document, 2)).toEqual({
      addresses: [
        { use: 'background', text: 'https://cdn.example/b.jpg' },
        { use: 'audio', text: '/voice.wav' },
      ],
      more: 1,
    })
    expect(mediaIn(readConversation('{"success":true,"data":[]}'), 2)).toEqual({ addresses: [], more: 0 })
  })
})

const sound = { bytes: Buffer.from('sound'), kind: 'audio', type: 'audio/wav', fetchedAt: 5 } as const

function stage(whileHaving: (switchTo: (id: string | null) => void) => void = () => undefined) {
  const setting = setStage()
  const { client } = setting.service
  let open: OpenProfile | null = { profile: profileOf({ id: profileId.parse('p-1') }), client }
  const switchTo = (id: string | null): void => {
    open = id === null ? null : { profile: profileOf({ id: profileId.parse(id) }), client }
  }
  const had: NamedAddress[] = []
  const store: MediaStore = {
    get: (_profile, named) => {
      had.push(named)
      whileHaving(switchTo)
      return Promise.resolve(sound)
    },
    tryAll: (_profile, addresses) => Promise.resolve({ tried: addresses.length, unreachable: 0, untried: 0 }),
    outcomes: { of: () => null, dead: () => [] },
    dispose: () => undefined,
  }
  let issued = 0
  const randomId = () => {
    issued += 1
    return `id-${String(issued)}`
  }
  const media = createConversationMedia({ ...setting, current: () => open, randomId }, store, {
    document: () => document,
  })
  const ask = (path: string) =>
    media.handlers['conversation.media']({ snapshotId: snapshotId.parse('s-1'), path }, { windowId: 1 })
  return { media, ask, had, switchTo }
}

describe('the page', () => {
  it('gets an id for a field, the same one each time, and nothing for an invented id', async () => {
    const { media, ask } = stage()
    const ready = { type: 'audio/wav', kind: 'audio', bytes: 5, fetchedAt: 5 }
    expect(await ask('data.detailDto.ttsUrl')).toEqual({ src: '/media/id-1/opened', ...ready })
    expect(await ask('data.scriptDtoList[0].ttsContent')).toEqual({ src: '/media/id-2/opened', ...ready })
    expect(await ask('data.detailDto.ttsUrl')).toEqual({ src: '/media/id-1/opened', ...ready })
    expect(await media.find('id-1')).toBe(sound)
    expect([await media.find('id-9'), await media.find('__proto__')]).toEqual([null, null])
  })

  it('cannot name anything but an address of media', async () => {
    const { ask, had } = stage()
    for (const path of ['data.detailDto.otherUrl', 'data.conversationName', 'https://evil.example/a.wav']) {
      expect(await failureOf(ask(path))).toEqual({ kind: 'not-found', what: 'media' })
    }
    expect(had).toEqual([])
  })

  it('does not get media that a closed profile named', async () => {
    const late = stage((switchTo) => switchTo('p-2'))
    expect(await failureOf(late.ask('data.detailDto.ttsUrl'))).toMatchObject({ reason: 'no-profile' })
    const { media, ask, switchTo } = stage()
    await ask('data.detailDto.ttsUrl')
    switchTo('p-2')
    expect(await media.find('id-1')).toBeNull()
    switchTo(null)
    expect(await media.find('id-1')).toBeNull()
    expect(await failureOf(ask('data.detailDto.ttsUrl'))).toMatchObject({ reason: 'no-profile' })
  })

  it('can have the addresses of a snapshot tried', async () => {
    const { media } = stage()
    expect(await media.tryAll(snapshotId.parse('s-1'))).toEqual({ tried: 3, unreachable: 0, untried: 0 })
  })
})
