import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeSpan, fence, plain } from '../../../../src/main/conversations/export/markdown.ts'

const nasty = fc.oneof(
  fc.string({ unit: fc.constantFrom('`', '``', '~~~', '\n', '\r', ' ', '<b>', '](x)', '![', '|', '\\', '&lt;', 'a') }),
  fc.string({ unit: fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point)) }),
)

describe('a fence', () => {
  it('is longer than any run of backticks inside', () => {
    expect(fence('a ```` b')).toBe('`````text\na ```` b\n`````')
    expect(fence('')).toBe('```text\n\n```')
  })

  it('can contain a text with any number of backticks', () => {
    const text = '`a'.repeat(300_000)
    expect(fence(text)).toBe(`\`\`\`text\n${text}\n\`\`\``)
  })

  it('is never closed by its content', () =>
    fc.assert(
      fc.property(nasty, (text) => {
        const [open = '', ...lines] = fence(text).split(/\r\n|\r|\n/)
        const length = /^`+/.exec(open)?.[0].length ?? 0
        const closing = lines.filter((line) => new RegExp(`^ {0,3}\`{${String(length)},}\\s*$`).test(line))
        expect(closing).toHaveLength(1)
        expect(lines.at(-1)).toBe('`'.repeat(length))
      }),
    ))
})

describe('a code span', () => {
  it.each([
    ['plain', '`plain`'],
    ['a`b', '``a`b``'],
    ['`', '`` ` ``'],
    [' a ', '`  a  `'],
    ['two\r\nlines', '`two⏎lines`'],
    ['   ', '`   `'],
    // Two backticks alone would end in the text after them, and free its content.
    ['', '` `'],
  ])('of %j', (text, span) => expect(codeSpan(text)).toBe(span))

  it('is one line that ends at its closing backticks', () =>
    fc.assert(
      fc.property(nasty, (text) => {
        const span = codeSpan(text)
        const opening = /^`+/.exec(span)?.[0] ?? ''
        expect(span).not.toMatch(/[\r\n]/)
        expect(span.endsWith(opening)).toBe(true)
        const inside = span.slice(opening.length, -opening.length)
        expect(inside).not.toBe('')
        for (const run of inside.match(/`+/g) ?? []) expect(run).not.toHaveLength(opening.length)
      }),
    ))
})

describe('a plain text', () =>
  it('has no character left that Markdown or HTML would interpret', () => {
    expect(plain('<img src=x onerror=1> [a](javascript:1) ![b](c) www.x.com `')).toBe(
      String.raw`\<img src\=x onerror\=1\> \[a\]\(javascript\:1\) \!\[b\]\(c\) www\.x\.com \``,
    )
    expect(plain('# one\n\n- two')).toBe(String.raw`\# one \- two`)
  }))

it('direction and invisible characters are marked, and joiners of scripts stay', () => {
  expect(codeSpan('a\u202eb\u0000c\u200b')).toBe('`a⟨U+202E⟩b⟨U+0000⟩c⟨U+200B⟩`')
  expect(codeSpan('می\u200cخواهم 👩\u200d🚀')).toBe('`می\u200cخواهم 👩\u200d🚀`')
  expect(fence('\ud800')).toContain('⟨U+D800⟩')
})
