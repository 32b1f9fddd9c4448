/** Secrets in texts that others wrote: each writer of JSON and of addresses spells the same characters in its own way. */
import { describe, expect, it } from 'vitest'
import { redactSecrets, redactor, rememberSecret } from '../../../src/main/lib/redaction.ts'

const secret = 'Ab1/cd2+ef3=="gh4'

describe('a secret', () => {
  // Would catch a token in a record of exchanges because the service writes slashes or equals signs as others do.
  it.for([
    ['as it is', secret],
    ['as JavaScript writes it in JSON', JSON.stringify(secret)],
    ['as PHP does', String.raw`{"msg":"Ab1\/cd2+ef3==\"gh4"}`],
    ['as Gson does', String.raw`{"msg":"Ab1/cd2+ef3\u003d\u003d\"gh4"}`],
    ['with large digits', String.raw`Ab1\u002Fcd2\u002Bef3\u003D\u003D\u0022gh4`],
    ['in JSON inside of JSON', JSON.stringify(JSON.stringify({ msg: secret }))],
    ['in an address', encodeURIComponent(secret)],
    ['in an address with small digits', encodeURIComponent(secret).toLowerCase().replace('ab1', 'Ab1')],
    ['in an address within an address', encodeURIComponent(encodeURIComponent(secret))],
  ])('is taken out %s', ([, text = '']) => {
    expect(redactor([secret])(`before ${text} after`)).toMatch(/^before .*\[redacted\].* after$/)
    expect(redactor([secret])(text)).not.toMatch(/Ab1|cd2|ef3|gh4/)
  })

  it('leaves JSON that it stood in JSON', () => {
    const text = JSON.stringify({ first: secret, then: `\\${secret}\\`, last: 'plain' })
    expect(JSON.parse(redactor([secret])(text))).toMatchObject({ first: '[redacted]', last: 'plain' })
  })

  // Would catch a paste with half a character in it, after which no other secret could be read until the next start.
  it('of half a character keeps no other from being remembered', () => {
    rememberSecret('half \ud83d of a character')
    rememberSecret('another-one-of-this-test')
    expect(redactSecrets('another-one-of-this-test, half \ud83d of a character')).toBe('[redacted], [redacted]')
  })
})
