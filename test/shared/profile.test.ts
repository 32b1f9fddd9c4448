import { describe, expect, it } from 'vitest'
import { profileFields } from '../../src/shared/schemas/profile.ts'

const { applications, baseUrl } = profileFields.shape

describe('a base URL', () => {
  it.each([
    [' http://127.0.0.1:8080/openapi/v2/ \n', 'http://127.0.0.1:8080/openapi/v2'],
    ['HTTPS://Host.Example:443/v2', 'HTTPS://Host.Example:443/v2'],
    ['http://[::1]:8080/v2', 'http://[::1]:8080/v2'],
    ['http://host/open api/v2', 'http://host/open api/v2'],
  ])('%o is kept as %o', (typed, stored) => expect(baseUrl.parse(typed)).toBe(stored))

  // A password in an address would be stored in the settings file.
  it.each(['http://u:p@host/v2', 'http:///u:p@host/v2', 'http://host/v2?token=x', 'http://host/v2#x', 'ftp://host/v2'])(
    '%o is refused',
    (typed) => expect(baseUrl.safeParse(typed).success).toBe(false),
  )
})

// Would catch a settings file that names an application twice: it would be read and shown twice.
it('a repeated application appears once, under its last name', () => {
  const [first, second, other] = ['Lobby', 'Lobby kiosks', 'Fair'].map((label) => ({ appId: 'a', label }))
  const read = applications.parse([first, { ...other, appId: 'b' }, second])
  expect(read).toEqual([second, { ...other, appId: 'b' }])
})
