import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rememberSecret } from '../../../src/main/lib/redaction.ts'
import { createRedaction } from '../../../src/main/support/redact.ts'
import type { Names } from '../../../src/main/support/redact.ts'
import { squeeze } from '../../../src/main/support/known-values.ts'

const secret = 'k3y-of-Application/77+z'
rememberSecret(secret)

const names: Names = {
  dataFolder: '/home/annegret/.config/Greenroom',
  programFolder: '/opt/Greenroom/resources/app.asar',
  home: '/home/annegret',
  user: 'annegret',
  computers: ['desk-of-annegret.lan.example', 'desk-of-annegret'],
  profiles: ['Lobby, production', 'EU', '大堂'],
  labels: ['Kiosk "North" & co'],
  hosts: ['service.customer.example'],
  fileNames: ['Maria Öztürk.jpg'],
  ids: ['session-of-Maria.7'],
  texts: ['You are Maria, the concierge of the\nGrand Hotel. Speak softly.'],
}
const nothing = { ids: false, texts: false, portraits: false }
const redact = (text: string): string => createRedaction(names, nothing).text(text)

const sentinels = [
  ...[secret, names.dataFolder, names.home, ...names.computers, 'Lobby, production', 'Kiosk "North" & co'],
  ...['service.customer.example', 'Maria Öztürk.jpg', 'session-of-Maria.7', '1712345678901234567'],
  ...['You are Maria, the concierge of the', 'Grand Hotel. Speak softly.', '3f2b8c1e-77aa-4c1d-9e55-0123456789ab'],
]

/** Ways on which a value comes into a log. */
const placements: readonly ((value: string) => string)[] = [
  (value) => value,
  (value) => `got ${value}, and stopped`,
  (value) => `https://127.0.0.1/read?x=${encodeURIComponent(value)}&y=1`,
  (value) => encodeURIComponent(encodeURIComponent(value)),
  (value) => new URLSearchParams({ value }).toString(),
  (value) => JSON.stringify({ value }),
  (value) => JSON.stringify(JSON.stringify({ value })),
  (value) => inspect({ deep: { value: [value] } }),
  (value) => value.toUpperCase(),
  (value) => value.normalize('NFD'),
]

describe('what names somebody or something', () => {
  // Would catch a spelling of a value that passes: what is handed out cannot be taken back.
  test('survives in no spelling, nor broken by a line end', () => {
    const anywhere = fc.record({
      value: fc.constantFrom(...sentinels),
      place: fc.constantFrom(...placements),
      lineEnd: fc.constantFrom('', '\n', '\r\n    ', "' +\n  '"),
      at: fc.double({ min: 0.1, max: 0.9, noNaN: true }),
      before: fc.constantFrom('', '(', 'error: ', '{"a":1,"b":"'),
    })
    // One for all runs, as one bundle has: made anew for each, it takes most of the time.
    const { text } = createRedaction(names, nothing)
    fc.assert(
      fc.property(anywhere, ({ value, place, lineEnd, at, before }) => {
        const cut = Math.max(1, Math.floor(value.length * at))
        const broken = value.slice(0, cut) + lineEnd + value.slice(cut)
        const left = text(before + place(broken))
        expect(squeeze(left, true).letters).not.toContain(squeeze(value).letters)
        expect(squeeze(left).letters).not.toContain(squeeze(value).letters)
      }),
      { numRuns: 2_000 },
    )
  })

  // Would catch short names and those of scripts without spaces passing, and words that are taken apart for their sake.
  test('is found as a word where it is short', () => {
    expect(redact('profile EU opened; EUROPE, queue, annegret’s')).toBe(
      'profile profile-2 opened; EUROPE, queue, <user>’s',
    )
    expect(redact('配置大堂已打开')).toBe('配置profile-3已打开')
    const { text } = createRedaction({ ...names, labels: ['a-b/c', '(1)'] }, nothing)
    expect(text('profile a-b/c opened')).not.toContain('a-b')
  })

  // Would catch an avatar that is named by its number and takes all times and sizes of the log with it.
  test('is no number of a few digits', () => {
    const { text } = createRedaction({ ...names, texts: ['12', '2026'], labels: ['7'] }, nothing)
    expect(text('2026-03-01 12:07:00 info 12 of 7')).toBe('2026-03-01 12:07:00 info 12 of 7')
  })

  // Would catch one thing with two placeholders, or two things with one: nobody could follow a task through the log.
  test('has the same placeholder wherever it stands, and another than others', () => {
    const { text, named } = createRedaction(names, nothing)
    const first = text('task 1712345678901234567 at https://unknown.example:8443/v2')
    expect(first).toBe('task id-2 at https://host-2:8443/v2')
    expect(text('{"taskId":"1712345678901234567"} 1712345678901234568')).toBe('{"taskId":"id-2"} id-3')
    expect(named('id', '1712345678901234567')).toBe('id-2')
    expect(text('getaddrinfo ENOTFOUND unknown.example')).toBe('getaddrinfo ENOTFOUND host-2')
  })

  // Would catch ids that are asked for being left out, and prompts that come along with them.
  test('is shown as far as it is ticked, and secrets, persons and hosts never', () => {
    const line = `1712345678901234567 Grand Hotel. Speak softly. ${secret} annegret service.customer.example`
    expect(createRedaction(names, { ...nothing, ids: true }).text(line)).toBe(
      '1712345678901234567 <text>. [redacted] <user> host-1',
    )
    expect(createRedaction(names, { ...nothing, texts: true }).text(line)).toBe(
      'id-2 Grand Hotel. Speak softly. [redacted] <user> host-1',
    )
  })
})

// Would catch a path that names a person or a customer, in the forms in which errors write them.
test.each([
  ["ENOENT: open '/home/annegret/.config/Greenroom/images/ab'", "ENOENT: open '<data folder>/images/ab'"],
  ['at file:///opt/Greenroom/resources/app.asar/out/main/index.js:1:2', 'at file://<program>/out/main/index.js:1:2'],
  ["open '/media/Customer GmbH/Anna Meier.jpg'", "open '<path>'"],
  ['cannot read /mnt/share/customer/anna.jpg here', 'cannot read <path> here'],
  ["open '/home/annegret/Pictures/for the customer/x.jpg'", "open '~/…'"],
  ["open 'C:\\Users\\Other\\Desktop\\Anna.jpg'", "open '<path>'"],
  ['open \\\\server\\share\\anna.jpg failed', 'open <path> failed'],
])('paths: %s', (line, redacted) => expect(redact(line)).toBe(redacted))

// Would catch addresses of an office network that pass, and times or versions that are taken for them.
test.each([
  ['connect ECONNREFUSED 10.20.0.7:443', 'connect ECONNREFUSED host-2:443'],
  ['connect ETIMEDOUT fe80::1ff:fe23:4567:890a', 'connect ETIMEDOUT host-2'],
  ['http://user:word@proxy.corp:3128', 'http://host-2:3128'],
  [
    "altnames: Host: a.corp. is not in the cert's altnames: DNS:b.corp",
    "altnames: Host: host-2. is not in the cert's altnames: DNS:host-3",
  ],
  ['2026-11-22 17:45:00.123 info started 0.1.0 on Electron 45.4.1, Chrome 148.0.7778.96', null],
  ['http://127.0.0.1:4010/openapi/v2 and http://localhost:1', null],
])('hosts: %s', (line, redacted) => expect(redact(line)).toBe(redacted ?? line))
