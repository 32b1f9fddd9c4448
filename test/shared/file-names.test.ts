import fc from 'fast-check'
import { expect, it } from 'vitest'
import { expandFields, defaultFields } from '../../src/shared/model/creation-template.ts'
import { cleanName, isolated } from '../../src/shared/model/file-names.ts'

it.each([
  ['plain.jpg', 'plain.jpg'],
  ['Two  spaces.jpg', 'Two  spaces.jpg'],
  ['e\u0301le\u0300ve.jpg', 'élève.jpg'],
  ['\u1112\u1161\u11ab\u1100\u1173\u11af.png', '한글.png'],
  ['a\u202Egnp.exe', 'a gnp.exe'],
  ['\u2066left\u2069\u200E.jpg', 'left .jpg'],
  ['line\r\nbreak\u2028.jpg', 'line break .jpg'],
  ['\uFEFFbom\u200B.jpg', 'bom .jpg'],
  ['bell\u0007 nul\u0000.jpg', 'bell  nul .jpg'],
  ['soft\u00ADhyphen\u2060.jpg', 'soft hyphen .jpg'],
  ['blank\u3164\u2800letter.jpg', 'blank letter.jpg'],
  ['half\uD83D.jpg', 'half\uFFFD.jpg'],
  ['a\u200Db.jpg', 'a b.jpg'],
  ['\u200D.jpg', '.jpg'],
  ['\u202E\u200B', ''],
])('%j reads %j', (name, expected) => expect(cleanName(name)).toBe(expected))

// Would catch names of people that are misspelt because a letter of their script looks invisible.
it.each([
  'می\u200Cخواهم.jpg',
  'क्\u200Dष.jpg',
  '👩\u200D💻.png',
  '👩🏽\u200D💻.png',
  '🏳\uFE0F\u200D🌈.png',
  '山田.jpg',
  'שלום.jpg',
])('%s stays as it is written', (name) => expect(cleanName(name)).toBe(name))

it('no name keeps invisible characters, and a clean name stays', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const cleaned = cleanName(name)
      expect(cleaned).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/u)
      expect(cleanName(cleaned)).toBe(cleaned)
    }),
  )
})

// Would catch a file that names its avatar in two lines, or in a different order than it reads.
it.each(['{filename}', 'Typed\u202E by\u0007 hand'])('an avatar named %j has a name in one line', (name) => {
  const { name: sent } = expandFields({ ...defaultFields, name }, {}, { fileName: 'cafe\u0301\u202Egnp.jpg', n: 1 })
  expect(sent).toBe(name === '{filename}' ? 'café gnp' : 'Typed  by  hand')
})

it('names that are written from right to left are isolated in a sentence, and no others', () => {
  expect(isolated('anna')).toBe('anna')
  expect(isolated('שלום.jpg')).toBe('\u2068שלום.jpg\u2069')
})
