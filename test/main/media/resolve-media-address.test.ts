import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mediaAddress } from '../../../src/main/media/resolve-media-address.ts'
import type { MediaRules } from '../../../src/main/media/resolve-media-address.ts'

const service: MediaRules = { baseUrl: 'https://service.example/sdk/v2', mediaBaseUrl: 'https://media.example/files/' }
const noBase: MediaRules = { ...service, mediaBaseUrl: '' }
const inClear: MediaRules = { baseUrl: 'http://service.example/v2', mediaBaseUrl: 'http://media.example' }
const inside: MediaRules = { baseUrl: 'http://192.168.1.20:8080/v2', mediaBaseUrl: 'http://192.168.1.21/media/' }
const practice: MediaRules = { baseUrl: 'http://127.0.0.1:4000/openapi/v2', mediaBaseUrl: 'http://127.0.0.1:4000' }

const fetched = (url: string) => ({ kind: 'fetchable', url })
const refused = (reason: string) => ({ kind: 'refused', reason })

describe('an address under the rules of a public profile', () => {
  it.each([
    ['https://cdn.example/a b.png?x=1#part', fetched('https://cdn.example/a%20b.png?x=1#part')],
    ['HTTPS://CDN.EXAMPLE/A.PNG', fetched('https://cdn.example/A.PNG')],
    ['  https://cdn.example/a.png\n', fetched('https://cdn.example/a.png')],
    ['ht\ntps://cdn.\texample/a.png', fetched('https://cdn.example/a.png')],
    ['https:\\\\cdn.example\\a.png', fetched('https://cdn.example/a.png')],
    ['https://媒体.example/a.png', fetched('https://xn--tqqy7y.example/a.png')],
    ['https://93.184.216.34/a.png', fetched('https://93.184.216.34/a.png')],
    ['https://[2606:2800:220:1::1]/a.png', fetched('https://[2606:2800:220:1::1]/a.png')],
    ['/model/1.png', fetched('https://media.example/model/1.png')],
    ['model/1.png', fetched('https://media.example/files/model/1.png')],
    ['../../1.png', fetched('https://media.example/1.png')],
    ['?id=1', fetched('https://media.example/files/?id=1')],
    ['//cdn.example/a.png', fetched('https://cdn.example/a.png')],
    ['\\\\cdn.example\\a.png', fetched('https://cdn.example/a.png')],
  ])('%j is fetched', (address, expected) => expect(mediaAddress(address, service)).toEqual(expected))

  it.each([
    ['javascript:alert(1)', 'script'],
    ['JavaScript:alert(1)', 'script'],
    [' \u0001java\nscript\t:alert(1)', 'script'],
    ['vbscript:msgbox(1)', 'script'],
    ['file:///etc/passwd', 'file'],
    ['FILE:\\\\server\\share', 'file'],
    ['blob:https://cdn.example/8c1a', 'other-scheme'],
    ['ftp://cdn.example/a.png', 'other-scheme'],
    ['app://greenroom/index.html', 'other-scheme'],
    ['about:blank', 'other-scheme'],
    ['C:\\pictures\\a.png', 'other-scheme'],
    ['mailto:a@b.example', 'other-scheme'],
    ['http://cdn.example/a.png', 'not-https'],
    ['https://user:secret@cdn.example/a.png', 'credentials'],
    ['https://user@cdn.example/a.png', 'credentials'],
    ['//user@cdn.example/a.png', 'credentials'],
    ['', 'not-an-address'],
    [' \n\t', 'not-an-address'],
    ['https://', 'not-an-address'],
    ['https://[bad/', 'not-an-address'],
    ['https://cdn.example:99999/', 'not-an-address'],
    [`/${'a'.repeat(8_000)}`, 'not-an-address'],
    ['data:text/html,<script>1</script>', 'data'],
    ['data:image/svg+xml,<svg onload=alert(1)>', 'data'],
    ['data:image/SVG+xml;base64,AAAA', 'data'],
    ['data:video/mp4;base64,AAAA', 'data'],
    ['data:;base64,AAAA', 'data'],
    ['data:image/png', 'data'],
  ])('%j is refused: %s', (address, reason) => expect(mediaAddress(address, service)).toEqual(refused(reason)))

  it.each([
    ...[
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '0177.0.0.1',
      '127.1',
      '0',
      '0.0.0.0',
      'localhost',
      'LOCALHOST.',
      'a.localhost',
    ],
    ...['10.0.0.1', '0xA000001', '172.16.9.9', '192.168.1.1', '100.64.0.1', '169.254.169.254', '255.255.255.255'],
    ...[
      '[::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
      '[::ffff:a00:1]',
      '[fd00::1]',
      '[fe80::1]',
      '[64:ff9b::10.0.0.1]',
      '[2002:7f00:1::]',
    ],
    '127。0。0。1',
  ])('the host %s is not contacted', (host) => {
    expect(mediaAddress(`https://${host}/a.png`, service)).toEqual(refused('private-network'))
    expect(mediaAddress(`//${host}/a.png`, service)).toEqual(refused('private-network'))
    expect(mediaAddress(`https://${host}:8443/a.png`, inClear)).toEqual(refused('private-network'))
  })

  it('needs a media base when it is relative, and none otherwise', () => {
    for (const address of ['/a.png', 'a.png', '//cdn.example/a.png', '#part', 'any text']) {
      expect(mediaAddress(address, noBase)).toEqual({ kind: 'no-base' })
    }
    expect(mediaAddress('https://cdn.example/a.png', noBase)).toEqual(fetched('https://cdn.example/a.png'))
  })

  it('can be the media itself', () => {
    expect(mediaAddress('data:image/png;base64,AAAA', noBase)).toEqual({ kind: 'data' })
    expect(mediaAddress(' DA\nTA: Audio/WAV ;base64,AAAA', noBase)).toEqual({ kind: 'data' })
    expect(mediaAddress(`data:image/png;base64,${'A'.repeat(100_000)}`, noBase)).toMatchObject({ kind: 'data' })
  })
})

describe('a profile that is not public', () => {
  it('over http can use http on its own origins alone', () => {
    expect(mediaAddress('http://cdn.example/a.png', inClear)).toEqual(refused('not-https'))
    expect(mediaAddress('https://cdn.example/a.png', inClear)).toEqual(fetched('https://cdn.example/a.png'))
    expect(mediaAddress('a.png', inClear)).toEqual(fetched('http://media.example/a.png'))
    expect(mediaAddress('http://10.0.0.1/a.png', inClear)).toEqual(refused('private-network'))
  })

  it('inside a network can use its own origins there, and nothing else inside', () => {
    expect(mediaAddress('a.png', inside)).toEqual(fetched('http://192.168.1.21/media/a.png'))
    expect(mediaAddress('http://192.168.1.20:8080/a.png', inside)).toEqual(fetched('http://192.168.1.20:8080/a.png'))
    for (const host of ['10.0.0.1', '192.168.1.20', '127.0.0.1', 'localhost', '[::1]', '169.254.169.254', '0.0.0.0']) {
      expect(mediaAddress(`http://${host}/`, inside)).toEqual(refused('private-network'))
    }
  })

  it('on this computer can use its own origins here, and no other port', () => {
    expect(mediaAddress('/model/1.png', practice)).toEqual(fetched('http://127.0.0.1:4000/model/1.png'))
    expect(mediaAddress('http://127.0.0.1:4000/1.png', practice)).toEqual(fetched('http://127.0.0.1:4000/1.png'))
    const elsewhere = { ...practice, mediaBaseUrl: 'http://127.0.0.1:5000/' }
    expect(mediaAddress('1.png', elsewhere)).toEqual(fetched('http://127.0.0.1:5000/1.png'))
    for (const origin of ['http://127.0.0.1:4001', 'http://localhost:4000', 'http://127.0.0.2:4000']) {
      expect(mediaAddress(`${origin}/1.png`, practice)).toEqual(refused('private-network'))
    }
  })

  it('must not use a link-local address, not even as its own origin', () => {
    const metadata = { baseUrl: 'http://169.254.169.254/v2', mediaBaseUrl: '' }
    expect(mediaAddress('http://169.254.169.254/a.png', metadata)).toEqual(refused('private-network'))
  })

  it('counts as public when its own address cannot be read', () =>
    expect(mediaAddress('http://10.0.0.1/', { baseUrl: 'nothing', mediaBaseUrl: '' })).toEqual(
      refused('private-network'),
    ))
})

describe('any address', () => {
  const pieces = fc.constantFrom(
    ...[
      'https:',
      'http:',
      'javascript:',
      'file:',
      'data:',
      'blob:',
      '//',
      '\\',
      '/',
      '@',
      ':',
      '#',
      '?',
      '[',
      ']',
      '.',
    ],
    ...[
      'cdn.example',
      '127.0.0.1',
      '0x7f000001',
      '::1',
      '10.1',
      'localhost',
      'image/png',
      ',',
      ';base64',
      '\t',
      '\n',
      ' ',
      '%2e',
    ],
  )
  const address = fc.oneof(
    fc.array(pieces, { maxLength: 9 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.webUrl(),
    fc.tuple(pieces, fc.string({ maxLength: 20 })).map((parts) => parts.join('')),
  )
  const rules = fc.constantFrom(service, noBase, inClear, inside, practice)

  it('returns only http and https without a user, exactly as `new URL` parses them', () =>
    fc.assert(
      fc.property(address, rules, (text, of) => {
        const address = mediaAddress(text, of)
        if (address.kind !== 'fetchable') return
        const url = new URL(address.url)
        expect(url.href).toBe(address.url)
        expect((URL.parse(text) ?? new URL(text, of.mediaBaseUrl)).href).toBe(address.url)
        const isOwn = [of.baseUrl, of.mediaBaseUrl].some((own) => URL.parse(own)?.origin === url.origin)
        expect(isOwn ? ['http:', 'https:'] : ['https:']).toContain(url.protocol)
        expect(url.username + url.password).toBe('')
      }),
      { numRuns: 3_000 },
    ))
})
