import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  blankFields,
  expandFields,
  expandTemplate,
  missingFields,
  needsConversation,
} from '../../src/shared/model/creation-template.ts'
import { draftFindings } from '../../src/shared/model/findings.ts'
import type { ImageInfo } from '../../src/shared/schemas/avatar.ts'
import { imageId } from '../../src/shared/schemas/ids.ts'
import { usualCreationRules } from '../../src/shared/schemas/profile.ts'

describe('templates', () => {
  it.each([
    ['{filename}', 'Ada.jpg', 'Ada'],
    ['{n}. {filename} {filename}', 'Ada.v2.jpg', '3. Ada.v2 Ada.v2'],
    ['{filename}', '.hidden', '.hidden'],
    ['{filename}', 'no extension', 'no extension'],
    ['{filename}', '{n}.jpg', '{n}'],
    ['{filename}', "$&$1$'.jpg", "$&$1$'"],
    ['{filename}', '', ''],
    ['{Filename} {N} {name} {', 'Ada.jpg', '{Filename} {N} {name} {'],
  ])('%s for %s gives %s', (text, fileName, expected) => {
    expect(expandTemplate(text, { fileName, n: 3 })).toBe(expected)
  })

  it('leave text without a template exactly as it was typed', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !text.includes('{n}') && !text.includes('{filename}')),
        (text) => expandTemplate(text, { fileName: 'Ada.jpg', n: 1 }) === text,
      ),
    )
  })

  it('an own field wins over the shared one, an own blank one too', () => {
    const shared = { ...blankFields, voice: 'Echo', name: '{filename}', greeting: 'Hello' }
    const fields = expandFields(shared, { voice: ' Nova ', greeting: '' }, { fileName: 'Ada.jpg', n: 1 })
    expect(fields).toMatchObject({ voice: 'Nova', name: 'Ada', greeting: '', language: 'English' })
  })

  it('white space is not a voice', () => {
    expect(missingFields({ ...blankFields, voice: '  ', conversationId: '108' }, true)).toEqual(['voice'])
    expect(missingFields(blankFields, true)).toEqual(['voice', 'conversationId'])
  })

  it('an image goes without a conversation only where the profile says so', () => {
    const needed = (hasImage: boolean, sendsConversationIdWithImage: boolean): readonly string[] =>
      missingFields(blankFields, needsConversation(hasImage, { sendsConversationIdWithImage }))
    expect(needed(true, false)).toEqual(['voice'])
    expect(needed(true, true)).toEqual(['voice', 'conversationId'])
    expect(needed(false, false)).toEqual(['voice', 'conversationId'])
  })
})

describe('findings of a draft', () => {
  const image: ImageInfo = {
    imageId: imageId.parse('a'.repeat(64)),
    type: 'jpeg',
    width: 1_920,
    height: 1_080,
    bytes: 1,
  }

  const findings = (prepared: ImageInfo | null): readonly string[] =>
    draftFindings({ original: prepared, prepared, look: null, rules: usualCreationRules }).map(({ id }) => id)

  it.each([
    [{}, []],
    [{ width: 1_080, height: 1_920 }, []],
    [{ width: 1_366, height: 768 }, []],
    [{ width: 1_000, height: 563 }, []],
    [{ width: 1_000, height: 562 }, []],
    [{ width: 1_000, height: 565 }, ['aspect']],
    [{ width: 1_000, height: 1_000 }, ['aspect']],
    [{ bytes: 10_485_760 }, []],
    [{ bytes: 10_485_761 }, ['bytes-over-limit']],
    [{ type: 'webp' as const, width: 5, bytes: 10_485_761 }, ['aspect', 'bytes-over-limit', 'webp']],
  ])('%j has %j', (changes, expected) => {
    expect(findings({ ...image, ...changes })).toEqual(expected)
  })

  it('an avatar without an image has none', () => {
    expect(findings(null)).toEqual([])
  })
})
