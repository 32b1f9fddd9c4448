import { describe, expect, test } from 'vitest'
import { agreeToLower, assertAgreed } from '../../../src/main/profiles/store-profile.ts'
import { refusal } from '../../../src/shared/failure.ts'
import type { Profile } from '../../../src/shared/schemas/profile.ts'
import { profileOf } from '../../support/subjects.ts'
import { createTestPerson } from '../../support/test-person.ts'

const unconfirmed = refusal('not-confirmed')
const change = (from: Profile['protection'] | null, to: Profile['protection']) => ({
  before: from === null ? null : profileOf({ protection: from }),
  after: profileOf({ protection: to, name: 'Named by the page' }),
})

describe('lowering the protection', () => {
  test.each([
    ['read-only', 'confirm'],
    ['read-only', 'open'],
    ['confirm', 'open'],
  ] as const)('from %s to %s requires a person, whose question has the profile’s current name', async (from, to) => {
    const person = createTestPerson()
    expect(await agreeToLower(change(from, to), person, 1)).toBe(from)
    expect(person.asked).toEqual([{ kind: 'lower-protection', profileName: 'Main hall', from, to }])
    person.answer = () => false
    await expect(agreeToLower(change(from, to), person, 1)).rejects.toThrow(unconfirmed)
  })

  test.each([
    [null, 'open'],
    ['open', 'open'],
    ['open', 'confirm'],
    ['confirm', 'read-only'],
    ['read-only', 'read-only'],
  ] as const)('does not include a change from %s to %s', async (from, to) => {
    const person = createTestPerson()
    assertAgreed(change(from, to), await agreeToLower(change(from, to), person, 1))
    expect(person.asked).toEqual([])
  })

  test('agreement applies to the protection at that time: a stricter one set meanwhile stays', () => {
    assertAgreed(change('confirm', 'open'), 'confirm')
    expect(() => assertAgreed(change('read-only', 'open'), 'confirm')).toThrow(unconfirmed)
    expect(() => assertAgreed(change('confirm', 'open'), null)).toThrow(unconfirmed)
  })
})
