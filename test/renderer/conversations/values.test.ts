import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countPrompt } from '../../../src/renderer/sections/conversations/prompt-viewer.tsx'
import { blocksOf } from '../../../src/renderer/sections/conversations/values/document-lines.tsx'
import { piecesOf, textForName } from '../../../src/renderer/sections/conversations/values/shown-text.tsx'
import { jsonTokens } from '../../../src/renderer/sections/conversations/values/shown-text.tsx'
import { variablesIn } from '../../../src/renderer/sections/conversations/values/template-variables.ts'

const marksIn = (text: string): readonly string[] =>
  piecesOf(text).flatMap((piece) => (typeof piece === 'string' ? [] : [piece.mark]))

describe('hidden characters', () => {
  const ranges = [
    [0x202a, 0x202e],
    [0x2066, 0x2069],
    [0x200b, 0x200f],
    [0xfeff, 0xfeff],
    [0x00, 0x08],
    [0x0b, 0x0c],
    [0x0e, 0x1f],
    [0x7f, 0x9f],
    [0xe0001, 0xe0001],
    [0xe0020, 0xe007f],
  ] as const

  test('each is one mark', () => {
    for (const [from, to] of ranges) {
      for (let point = from; point <= to; point += 1) {
        expect(marksIn(`a${String.fromCodePoint(point)}b`), point.toString(16)).toHaveLength(1)
      }
    }
  })

  test.each(['plain', 'tab\tand\nline', 'line\r\nline', '中文', 'café', '👨‍👩‍👧 👩🏽‍💻', '', 'الوقت ٣'])(
    '%j hides nothing',
    (text) => expect(piecesOf(text)).toEqual([text]),
  )

  // Would catch "ZWNJ" in nearly every sentence of Persian, which then also cannot be found.
  test.each([
    ['Persian', 'می\u200cخواهم کتاب\u200cها را ببینم'],
    ['Hindi', 'क्\u200dष और क्\u200cष'],
    ['Kannada', 'ರ್\u200dಕ'],
    ['Sinhala', 'ශ්\u200dරී ලංකා'],
  ])('the joiners of %s belong to its words', (_language, text) => expect(piecesOf(text)).toEqual([text]))

  test.each(['a\u200cb', '中\u200d文', '\u200cمی', 'می\u200b\u200c', 'می \u200c'])(
    'the joiner of %j is a mark',
    (text) => expect(marksIn(text)).not.toEqual([]),
  )

  test('an accessible name contains no direction marks', () => {
    expect(textForName('\u202Eksed\u202C \u2067night\u2069\u200F\u061C')).toBe('ksed night')
    expect(textForName('می\u200Cخواهم')).toBe('می\u200Cخواهم')
  })

  test('they are named by their effect', () =>
    expect(marksIn('\u202E\u2066\u200B\uFEFF\u0000\u0085\uD800')).toEqual([
      ...['RLO', 'LRI', 'ZWSP', 'BOM', 'NUL', 'U+0085', 'U+D800'],
    ]))
})

test('the tokens of JSON, or of any part of it, add up to the text', () =>
  fc.assert(
    fc.property(fc.json(), fc.nat(), (json, at) => {
      const part = json.slice(at % (json.length + 1))
      return (
        jsonTokens(part)
          .map(({ text }) => text)
          .join('') === part
      )
    }),
  ))

test('keys, texts, numbers and words of JSON are distinguished', () => {
  const kinds = jsonTokens('{"a\\"": ["b", -1.5e3, null, "cut').map(({ kind, text }) => `${kind} ${text}`)
  expect(kinds.filter((kind) => !kind.startsWith('mark'))).toEqual([
    ...['key "a\\"":', 'text "b"', 'number -1.5e3', 'word null', 'text "cut'],
  ])
})

test.each([
  ['{{name}} and {{ name }}', ['{{name}}', '{{name}}']],
  ['${a.b} {{{raw}}} {one_two}', ['${a.b}', '{{{raw}}}', '{one_two}']],
  ['{姓名}', ['{姓名}']],
  ['{"json": {"a": 1}} {} {1} {a b} {{}} { {', []],
])('variables in %j', (text, names) => expect(variablesIn(text).map(({ name }) => name)).toEqual(names))

// Would catch letters that are lost or doubled where a long line is split, and a block that takes seconds to lay out.
test('the blocks of a text are its lines, whatever their length', () => {
  const word = fc.constantFrom('word ', '{{a variable}} ', '中文', '👍', 'x'.repeat(900), '\t')
  const line = fc.array(word, { maxLength: 20 }).map((words) => words.join(''))
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 300 }), (lines) => {
      const blocks = blocksOf(lines)
      const text = blocks
        .flat()
        .map(({ text: part, isStart }, place) => (isStart && place > 0 ? `\n${part}` : part))
        .join('')
      expect(text).toBe(lines.join('\n'))
      for (const block of blocks) {
        expect(block.length).toBeLessThanOrEqual(100)
        expect(block.reduce((sum, part) => sum + part.text.length, 0)).toBeLessThanOrEqual(4_000)
        expect(block.every((part) => part.text.isWellFormed())).toBe(true)
      }
    }),
  )
})

test('a line in several parts has its number at the first part', () => {
  const parts = blocksOf(['a', 'b'.repeat(5_000), 'c']).flat()
  expect(parts.map(({ line, isStart, isEnd }) => [line, isStart, isEnd])).toEqual([
    [1, true, true],
    [2, true, false],
    [2, false, false],
    [2, false, true],
    [3, true, true],
  ])
})

test('a prompt is counted in letters and words, not in units', () => {
  const counting = countPrompt(['Hello, big world', '👍 你好世界'])
  let step = counting.next()
  while (step.done !== true) step = counting.next()
  expect(step.value).toMatchObject({ characters: 23, words: 5, lines: 2 })
})
