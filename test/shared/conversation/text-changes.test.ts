import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { textChanges } from '../../../src/shared/conversation/text-diff.ts'
import type { TextPart } from '../../../src/shared/conversation/text-diff.ts'
import { expectProportional } from '../../support/growth.ts'

const textOf = (parts: readonly TextPart[], without: TextPart['kind']): string =>
  parts
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('')

const marked = (left: string, right: string): string =>
  textChanges(left, right)
    .parts.map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `{+${text}+}` : `{-${text}-}`))
    .join('')

describe('two texts', () => {
  it.each([
    ['Good morning, guest.', 'Good evening, guest.', 'Good {-morning-}{+evening+}, guest.'],
    ['same', 'same', 'same'],
    ['', 'new', '{+new+}'],
    ['old', '', '{-old-}'],
    ['今天天气很好', '明天天气很好', '{-今天-}{+明天+}天气很好'],
    ['a very old rule stands', 'two quite new rules stand', '{-a very old rule stands-}{+two quite new rules stand+}'],
    ['one\ntwo\nthree', 'one\nTWO\nthree', 'one\n{-two-}{+TWO+}\nthree'],
  ])('%j and %j differ by word', (left, right, expected) => expect(marked(left, right)).toBe(expected))

  it('are both complete in the parts', () => {
    const text = fc
      .array(fc.constantFrom('word', '词', ' ', '\n', '👩‍🚀', 'é', '.', '  ', '\ud800'))
      .map((parts) => parts.join(''))
    const texts = fc.oneof(text, fc.string())
    fc.assert(
      fc.property(texts, texts, fc.constantFrom(400, 0), (left, right, limitMs) => {
        const { parts } = textChanges(left, right, limitMs)
        expect(textOf(parts, 'added')).toBe(left)
        expect(textOf(parts, 'removed')).toBe(right)
      }),
    )
  })

  it('are compared by line when they are too long to be compared by word', () => {
    const left = Array.from({ length: 400 }, (_none, line) => `line ${String(line)} of ${'many words '.repeat(50)}\n`)
    const right = left.map((line, place) => (place % 3 === 0 ? `other ${String(place)}\n` : line))
    const { parts, isWhole } = textChanges(left.join(''), right.join(''), 60_000)
    expect(isWhole).toBe(false)
    expect(parts.slice(0, 3).map(({ kind }) => kind)).toEqual(['removed', 'added', 'same'])
    expect(textOf(parts, 'removed')).toBe(right.join(''))
  })

  // Would catch a limit that applies only after both texts were split, which takes seconds for megabytes.
  it('that are too long for it are never split into words', () => {
    const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment')
    const [left, right] = ['one two ', 'two one '].map((words) => words.repeat(40_000))
    const { isWhole } = textChanges(`a${left ?? ''}b`, `b${right ?? ''}a`)
    expect(isWhole).toBe(false)
    expect(segment).not.toHaveBeenCalled()
    textChanges('one', 'two')
    expect(segment).toHaveBeenCalled()
  })

  it('of megabytes in one line are split into lines in time proportional to their length', () =>
    expectProportional(
      4e5,
      (size) => ' a'.repeat(size),
      (text) => textChanges(text, `${text}b`),
    ))

  it.each(['', 'a', '\n', 'a\nb', '\n\na\r\n', 'a\n'])('split into lines stay complete: %j', (text) => {
    const { parts } = textChanges(text, 'other', -1)
    expect(textOf(parts, 'added')).toBe(text)
  })

  // Would catch a comparison without a limit: this one would take longer than the limit of a test.
  it('of 200 kB that have nothing in common are abandoned', () => {
    const words = (seed: number): string => {
      let state = seed
      const word = (): string => {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
        return state.toString(36)
      }
      return Array.from({ length: 30_000 }, word).join(' ').slice(0, 200_000)
    }
    const { parts, isWhole } = textChanges(words(1), words(2), 20)
    expect(isWhole).toBe(false)
    expect(textOf(parts, 'added')).toBe(words(1))
  })
})
