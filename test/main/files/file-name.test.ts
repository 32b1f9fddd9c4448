import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conversationFileName } from '../../../src/main/files/file-name.ts'

const id = '1983775419508027393'

// Includes halves of surrogate pairs.
const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point))

describe('the name of a file', () => {
  it.each([
    ['Lobby Receptionist 大堂接待', `Lobby Receptionist 大堂接待 ${id}`],
    ['Unnamed-18:04', `Unnamed-18 04 ${id}`],
    ['../../etc/passwd', `etc passwd ${id}`],
    ['C:\\Windows\\x', `C Windows x ${id}`],
    ['con', `_con ${id}`],
    ['NUL.txt', `_NUL.txt ${id}`],
    ['console', `console ${id}`],
    ['.hidden...', `hidden ${id}`],
    ['--help', `help ${id}`],
    ['a\u202egpj.exe\nb', `a gpj.exe b ${id}`],
    ['', `conversation ${id}`],
    ['///', `conversation ${id}`],
    [null, `conversation ${id}`],
  ])('%j becomes %s', (name, expected) => expect(conversationFileName(name, id)).toBe(expected))

  it('fits any file system and leads nowhere else, whatever the texts', () => {
    const text = fc.oneof(fc.string({ unit: anyCharacter, maxLength: 200 }), fc.string({ maxLength: 200 }))
    fc.assert(
      fc.property(text, text, (name, other) => {
        const made = conversationFileName(name, other)
        const isNamed = /^[^\s.-]/u.test(made) && !/[\p{Cc}\p{Cf}/\\:*?"<>|]|[\s.]$/u.test(made)
        return isNamed && Buffer.byteLength(made) <= 203 && made.isWellFormed()
      }),
    )
  })
})
