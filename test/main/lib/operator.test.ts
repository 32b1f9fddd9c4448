import { userInfo } from 'node:os'
import { describe, expect, it } from 'vitest'
import { operatorName } from '../../../src/main/lib/operator.ts'

function throwing(): never {
  throw new Error('uv_os_get_passwd returned ENOENT')
}

describe('the name of the operator', () => {
  it('is the system user’s', () => expect(operatorName()).toBe(userInfo().username))

  // Would catch a program that cannot start for a user id that the passwd file does not list.
  it('works without an entry for the user: from the environment, or empty', () => {
    expect(operatorName(throwing, { USER: 'ada' })).toBe('ada')
    expect(operatorName(throwing, {})).toBe('unknown')
  })
})
