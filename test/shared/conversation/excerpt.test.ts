import { describe, expect, it } from 'vitest'
import { readConversation } from '../../../src/shared/conversation/document.ts'
import { onOneLine, pathOfExcerpt } from '../../../src/shared/conversation/excerpt.ts'
import type { TextPlace } from '../../../src/shared/conversation/excerpt.ts'

describe('the position of an excerpt', () => {
  const { data } = readConversation(
    '{"data":{"a b":{"o":["x", "one\\n  two \ud83d\ude00 three"]},"n":1983775419508027393,"taskId":1983775419508027393,' +
      '"again":"one two","modelDtoList":[{"largeName":"one two","prompt":"one two"}]}}',
  )
  const pathOf = (text: string, place: TextPlace = 'other') => pathOfExcerpt(data, { place, text })

  it('is the first text that contains it, whatever its white space', () =>
    expect(pathOf('one two')).toBe('data["a b"].o[1]'))

  it('is in the place of the hit', () => expect(pathOf('one two', 'prompt')).toBe('data.modelDtoList[0].prompt'))

  it('is the number of an id whose digits contain it', () => expect(pathOf('8377541950802', 'id')).toBe('data.taskId'))

  it('is a text whose separators the index treats as spaces', () =>
    expect(pathOfExcerpt({ text: 'one\ufdd0two' }, { place: 'other', text: 'one two' })).toBe('data.text'))

  it('is null where no text contains it', () =>
    expect([pathOf('four'), pathOf('one two', 'script')]).toEqual([null, null]))
})

it('an excerpt is one line, without half a character at its ends', () =>
  expect(onOneLine('\ude00 one\r\n\t two \ud83d')).toBe(' one two '))
