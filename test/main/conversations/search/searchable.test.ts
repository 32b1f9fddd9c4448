import { describe, expect, it } from 'vitest'
import { searchableText, textAround } from '../../../../src/main/conversations/search/searchable.ts'
import { conversationId } from '../../../../src/shared/schemas/ids.ts'
import { fetchedConversation } from '../../../support/snapshot-views.ts'

const id = conversationId.parse('1983775419508027393')

function textOf(data: unknown): string {
  return searchableText(id, fetchedConversation(data))
}

describe('the searchable text of a conversation', () => {
  const whole = textOf({
    id: '108',
    conversationName: 'Lobby host',
    conversationInfoDto: { name: 'Ada', backStory: 'Grew up beside the harbour' },
    detailDto: { ttsName: 'Calm voice', videoWidth: 1080, taskId: 7 },
    modelDtoList: [{ id: 7, prompt: 'Be brief.' }, { prompt: 'Be kind.' }],
    scriptDtoList: [{ scriptContent: 'Willkommen' }],
    knowledgeDtoList: [{ name: 'Opening hours' }],
    kbConversationDto: { title: 'A base' },
    addedLater: { hint: ['a new field'] },
  })

  it.each([
    ['Lobby', 'name', 'Lobby host'],
    ['8377', 'id', id],
    ['108', 'id', '108'],
    ['7', 'id', id],
    ['harbour', 'persona', 'Grew up beside the harbour'],
    ['brief', 'prompt', 'Be brief.'],
    ['kind', 'prompt', 'Be kind.'],
    ['komm', 'script', 'Willkommen'],
    ['hours', 'knowledge', 'Opening hours'],
    ['base', 'knowledge', 'A base'],
    ['voice', 'other', 'Calm voice'],
    ['new', 'other', 'a new field'],
  ])('has %s at its position: %s', (word, place, text) => {
    const at = whole.indexOf(word)
    const around = textAround(whole, at)
    expect(around).toEqual({ place, text, from: around.from })
    expect(whole.slice(around.from, around.from + text.length)).toBe(text)
    expect(textAround(whole, around.from + text.length - 1)).toEqual(around)
  })

  it('has only the numbers of ids, each text once, and no blank ones', () => {
    expect(whole).not.toContain('1080')
    expect(textOf({ a: 'same', b: 'same', c: ' \n' })).toBe(`\ufdd1${id}\ufdd6same`)
    expect(textOf(null)).toBe(`\ufdd1${id}`)
  })

  // Would catch a picture inside a conversation that blocks main for seconds, for letters that nobody searches.
  it('has only the beginning of a data: address', () => {
    const picture = ` DATA:image/png;base64,${'QUJD'.repeat(500_000)}`
    expect(textOf({ detailDto: { samplePictureUrl: picture } })).toBe(`\ufdd1${id}\ufdd6${picture.slice(0, 100)}`)
    const prose = `It is not data: ${'word '.repeat(1_000)}`
    expect(textOf({ language: prose })).toContain(prose)
  })

  // Would catch a text of the service that poses as a different text at a different path.
  it('has no separator written by the service', () =>
    expect(textOf({ conversationName: 'a\ufdd3b\0c\ufdefd' })).toBe(`\ufdd0a b c d\ufdd1${id}`))
})
