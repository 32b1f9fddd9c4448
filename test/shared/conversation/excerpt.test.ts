import { describe, expect, it } from 'vitest'
import { readConversation } from '../../../src/shared/conversation/document.ts'
import { onOneLine, pathOfExcerpt } from '../../../src/shared/conversation/excerpt.ts'

describe('the position of an excerpt', () => {
  const { answer } = readConversation(
    '{"data":{"a b":{"o":["x", "one\\n  two \ud83d\ude00 three"]},"n":1983775419508027393,"again":"one two"}}',
  )
  const placeOf = (excerpt: string) => pathOfExcerpt(answer, '', excerpt)?.replace(/^\./, '') ?? null

  it('is the first text that contains it, whatever its white space', () =>
    expect(placeOf('one two')).toBe('data["a b"].o[1]'))

  it('is a number whose digits contain it', () => expect(placeOf('8377541950802')).toBe('data.n'))

  it('is a text whose separators the index treats as spaces', () =>
    expect(pathOfExcerpt({ text: 'one\ufdd0two' }, 'data', 'one two')).toBe('data.text'))

  it('is null where no text contains it', () => expect(placeOf('four')).toBeNull())
})

it('an excerpt is one line, without half a character at its ends', () =>
  expect(onOneLine('\ude00 one\r\n\t two \ud83d')).toBe(' one two '))
