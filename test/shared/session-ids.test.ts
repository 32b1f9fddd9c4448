import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findIds, maxFoundIds } from '../../src/shared/model/find-ids.ts'
import { expectProportional } from '../support/growth.ts'

const one = '3f2a9c1e-7b4d-4e2a-9f10-b6c8d0e1f2a3'
const two = 'b1c2d3e4-0000-4abc-8def-0123456789ab'
const long = '1983775419508027393'
const findSession = (text: string) => findIds(text, 'session')
const likely = (text: string) => findSession(text).flatMap(({ id, isLikely }) => (isLikely ? [id] : []))
/** Without the labels on their lines. */
const bare = (text: string) => findSession(text).map(({ id, isLikely }) => ({ id, isLikely }))
const unlikely = (text: string) => findSession(text).flatMap(({ id, isLikely }) => (isLikely ? [] : [id]))

// Each text puts an id where people and programs put ids; nothing in it marks the id as something else.
const neutral: readonly ((id: string) => string)[] = [
  (id) => id,
  (id) => `2026-11-21T10:00:00Z INFO call started ${id}, 12 live`,
  (id) => `(${id})`,
  (id) => `[${id}]`,
  (id) => `<li>${id}</li>`,
  (id) => `"${id}"`,
  (id) => `'${id}';`,
  (id) => `closed: ${id}.`,
  (id) => `{"data":{"list":["${id}"]}}`,
  (id) => `{"id":"${id}"}`,
  (id) => `10,${id},lobby`,
  (id) => `10;"${id}";lobby`,
  (id) => `10\t${id}\tlobby`,
  (id) => `10|${id}|lobby`,
  (id) => `https://host.example/rec/${id}.json?x=1#y`,
  (id) => `C:\\rec\\${id}\\out.log`,
  (id) => `%20${id}%20`,
  (id) => `%22${id}%22`,
]

const named: readonly ((id: string) => string)[] = [
  (id) => `{"sessionId":"${id}"}`,
  (id) => `{"sessionId" : "${id}", "x": 1}`,
  (id) => `{'session_id': '${id}'}`,
  (id) => `"{\\"sessionId\\":\\"${id}\\"}"`,
  (id) => `{\\u0022sessionId\\u0022:\\u0022${id}\\u0022}`,
  (id) => `{&quot;sessionId&quot;:&quot;${id}&quot;}`,
  (id) => `%7B%22sessionId%22%3A%22${id}%22%7D`,
  (id) => `%257B%2522sessionId%2522%253A%2522${id}%2522%257D`,
  (id) => `GET /openapi/v2/sessionStop?uuid=${id}&x=1`,
  (id) => `back=%2FsessionStop%3Fuuid%3D${id}%26x%3D1`,
  (id) => `session_id=${id} state=live`,
  (id) => `SESSIONID=${id}`,
  (id) => `X-Session-Id: ${id}`,
  (id) => `Session ID:\n  ${id}`,
  (id) => `callId -> ${id}`,
  (id) => `userSessionId=${id}`,
  (id) => `<sessionId>${id}</sessionId>`,
  (id) => `<session id="${id}" app="x"/>`,
  (id) => `in session ${id} now`,
  (id) => `/apps/7/sessions/${id}/stop`,
  (id) => `{"session":{"id":"${id}"}}`,
  (id) => `session,note\n${id},x`,
  (id) => `"note","Session ID"\r\n"a, b","${id}"\r\n`,
  (id) => `sessionIds:\n  - ${id}`,
  (id) => `greenroom://session/${id}?app=lobby`,
]

const others = ['app', 'task', 'conversation', 'user', 'corp', 'trace', 'device']
const underOthers: readonly ((name: string, id: string) => string)[] = [
  (name, id) => `{"${name}Id":"${id}"}`,
  (name, id) => `{\\"${name}Id\\":\\"${id}\\"}`,
  (name, id) => `%22${name}Id%22%3A%22${id}%22`,
  (name, id) => `${name}_id=${id}`,
  (name, id) => `${name}-id: ${id}`,
  (name, id) => `${name}Uuid=${id}`,
  (name, id) => `<${name}Id>${id}</${name}Id>`,
  (name, id) => `{"session_${name}_id":"${id}"}`,
  (name, id) => `{"${name}Ids":["${id}"]}`,
]
const inColumn = (name: string, id: string) => `x,${name}Id\n1,${id}\n`
const separators = ['\n', '\r\n', '\r', '\n\n', '\u2028\n']

describe('session ids in a text', () => {
  it('are UUIDs anywhere, and long numbers under their name', () => {
    for (const form of neutral) {
      expect({ text: form(one), ids: likely(form(one)) }).toEqual({ text: form(one), ids: [one] })
      expect({ text: form(long), ids: [likely(form(long)), unlikely(form(long))] }).toEqual({
        text: form(long),
        ids: [[], [long]],
      })
    }
    for (const form of named) {
      for (const id of [one, one.toUpperCase(), long])
        expect({ text: form(id), ids: bare(form(id)) }).toEqual({
          text: form(id),
          ids: [{ id, isLikely: true }],
        })
    }
  })

  it('of something else are offered, and never as likely', () => {
    for (const name of others) {
      for (const form of [...underOthers, inColumn]) {
        for (const id of [one, long])
          expect({ text: form(name, id), ids: bare(form(name, id)) }).toEqual({
            text: form(name, id),
            ids: [{ id, isLikely: false }],
          })
      }
    }
    expect(likely(`app ${one}, user: ${one}, /tasks/${one}/, conversation#${one}`)).toEqual([])
    expect(likely(`{"app":{"id":"${one}"}} {"user": {"uuid":"${two}"}}`)).toEqual([])
    expect(likely(`{"userIds":["${one}", "${two}"]}`)).toEqual([])
    expect(likely(`apps:\n  - ${one}\n  - ${two}\n`)).toEqual([])
    expect(likely(`{"appId":"${one}"}\n${one}`)).toEqual([one])
  })

  it('of a list have the name of the list', () => {
    expect(likely(`{"sessionIds":["${long}",\n "1983775419508027394"]}`)).toEqual([long, '1983775419508027394'])
    expect(likely(`{"apps":["${one}"],"live":["${two}"]}`)).toEqual([two])
  })

  // Would catch a token that a watched file brings into the database, and from there to the service as an id.
  it('are never tokens, whatever their name', () => {
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJhcHBJZCI6IjEifQ.c2lnbmF0dXJl'
    for (const text of [
      `{"session_id":"${token}"}`,
      `sessionId=${token}`,
      `session id,at\n${token},10:00\n`,
      `greenroom://session/${token}`,
    ]) {
      expect(findSession(text), text).toEqual([])
    }
  })

  it('are never the values of secrets', () => {
    const texts = [
      `apiKey=${one}`,
      `{"app_key":"${one}"}`,
      `Authorization: Bearer ${one}`,
      `token: ${one}`,
      `{"accessToken":"${one}"}`,
      `password=${one}`,
      `name,secret\nx,${one}\n`,
    ]
    for (const text of texts) expect({ text, found: findSession(text) }).toEqual({ text, found: [] })
  })

  // Would catch an app key in a log that is coloured for a terminal, if it were mistaken for a session and kept.
  it('are found in coloured logs as in plain ones', () => {
    const coloured = [
      (name: string, value: string) => `\u001b[32mINFO\u001b[39m \u001b[35m${name}\u001b[39m: "${value}"`,
      (name: string, value: string) => `{ ${name}: \u001b[32m'${value}'\u001b[39m }`,
      (name: string, value: string) => `${name}=\u001b[1;33m${value}\u001b[0m`,
      (name: string, value: string) => JSON.stringify({ line: `\u001b[35m${name}\u001b[39m: ${value}` }),
      (name: string, value: string) => String.raw`\x1b[36m${name}\x1b[0m=${value}`,
    ]
    for (const form of coloured) {
      const found = [
        findSession(form('appKey', one)),
        likely(form('appId', one)),
        likely(form('sessionId', 'room-0017')),
      ]
      expect([form('name', 'value'), ...found]).toEqual([form('name', 'value'), [], [], ['room-0017']])
    }
  })

  it('contain no NUL', () => {
    expect(likely('sessionId="room\0-0017"')).toEqual(['room-0017'])
  })

  it('can have any form under their name, and are read completely', () => {
    expect(likely(`sessionId=sess_${one}`)).toEqual([`sess_${one}`])
    expect(likely('{"sessionId":"s:2026/11#a~b"}')).toEqual(['s:2026/11#a~b'])
    expect(likely('session_id=lobby-call.7781, done.')).toEqual(['lobby-call.7781'])
    expect(likely(`sessionId=${one}:8080`)).toEqual([one])
    expect(likely('sessionId,x\nlobby-000017,1\n')).toEqual(['lobby-000017'])
    expect(likely('greenroom://session/lobby-17?app=x')).toEqual(['lobby-17'])
    expect(findSession('sessionId: string; sessionId=null, "sessionId": true, sessionIdle=5')).toEqual([])
    expect(unlikely('session_id=17')).toEqual(['17'])
    expect(findSession(`sessionId="${'1a'.repeat(129)}"`)).toEqual([])
    expect(likely(`sessionId="${'1a'.repeat(128)}"`)).toEqual(['1a'.repeat(128)])
  })

  it('are not part of something longer', () => {
    expect(findSession(`0${one} ${one}0 ${'1'.repeat(33)} 12345678901234`)).toEqual([])
    expect(likely(`session-${one}-end session${two}`)).toEqual([one, two])
  })

  it('come in the order of the text, each once, at most 10,000', () => {
    expect(likely(`${two} ${one} {"sessionId":"${two}"} ${one}`)).toEqual([two, one])
    const many = Array.from({ length: maxFoundIds + 50 }, (_, at) =>
      one.replace('3f2a', at.toString(16).padStart(4, '0')),
    )
    expect(likely(many.join('\n'))).toEqual(many.slice(0, maxFoundIds))
  })

  const sessionUuid = fc.uuid()
  const number = fc.bigInt(10n ** 18n, 10n ** 19n - 1n).map(String)

  it('are found once in every combination of such texts', () => {
    const piece = fc.oneof(
      fc.tuple(fc.constantFrom(...neutral), sessionUuid),
      fc.tuple(fc.constantFrom(...named), fc.oneof(sessionUuid, number)),
    )
    const noise = fc.tuple(fc.constantFrom(...underOthers), fc.constantFrom(...others), fc.oneof(fc.uuid(), number))
    fc.assert(
      fc.property(
        fc.array(fc.record({ piece, noise: fc.option(noise) }), { minLength: 1, maxLength: 8 }),
        fc.constantFrom(...separators),
        (parts, separator) => {
          const wanted = parts.map(({ piece: [, id] }) => id)
          const foreign = parts.flatMap(({ noise: other }) => (other === null ? [] : [other[2]]))
          const lines = parts.flatMap(({ piece: [form, id], noise: other }) => [
            form(id),
            ...(other === null ? [] : [other[0](other[1], other[2])]),
          ])
          const found = findSession(['Calls of today', ...lines].join(separator))
          const ids = found.map(({ id }) => id)
          expect(new Set(ids).size).toBe(ids.length)
          for (const id of wanted.filter((each) => each.includes('-'))) expect(ids).toContain(id)
          for (const { id, isLikely } of found)
            if (foreign.includes(id) && !wanted.includes(id)) expect({ id, isLikely }).toEqual({ id, isLikely: false })
        },
      ),
    )
  })

  it('are all found in any noise, without an exception', () => {
    // The text before an id decides: an id after the word “key” is a secret, and not even offered.
    const noise = fc
      .oneof(fc.string(), fc.string({ unit: 'binary' }), fc.json(), fc.webUrl())
      .filter(
        (text) =>
          !/(key|secret|token|password|passwd|pwd|bearer|authorization|credentials?|signature|cookie)s?\W*$/i.test(
            text,
          ),
      )
    fc.assert(
      fc.property(fc.array(fc.tuple(noise, sessionUuid)), noise, (parts, rest) => {
        const text = `${parts.map(([before, id]) => `${before}\n ${id} \n`).join('')}${rest}`
        const ids = findSession(text).map(({ id }) => id)
        for (const [, id] of parts) expect(ids.filter((each) => each === id)).toEqual([id])
        expect(new Set(ids).size).toBe(ids.length)
      }),
    )
  })

  it.each<readonly [string, number, (size: number) => string]>([
    ['digits', 2e4, (size) => '1'.repeat(size)],
    ['letters', 2e4, (size) => 'a'.repeat(size)],
    ['names', 2e3, (size) => 'session id '.repeat(size)],
    ['spaces', 2e4, (size) => `sessionId${' '.repeat(size)}`],
    ['names before quotes', 2e3, (size) => 'sessionId="'.repeat(size)],
    ['one value', 5e3, (size) => `sessionId=${'-a.'.repeat(size)}`],
    ['escapes', 5e3, (size) => '%25'.repeat(size)],
    ['backslashes', 2e4, (size) => '\\'.repeat(size)],
    ['brackets', 5e3, (size) => '[{"'.repeat(size)],
    ['ids in a line', 500, (size) => `${one} `.repeat(size)],
    ['ids in lines', 500, (size) => `${one},\n`.repeat(size)],
    ['a list', 1e3, (size) => `"appIds":[${`"${long}",`.repeat(size)}`],
    ['a row', 2e3, (size) => `sessionId,x\n${'a1b2c3d4,'.repeat(size)}`],
    ['links', 1e3, (size) => 'greenroom://session/'.repeat(size)],
    ['truncated ids', 1e3, (size) => '12345678-1234-1234-1234-'.repeat(size)],
  ])('are found in time proportional to the length of %s', (_what, size, text) =>
    expectProportional(size, text, findSession),
  )
})

describe('the label on the line of an id', () => {
  const labelOf = (text: string) => findSession(text).map(({ label }) => label)

  // Would catch people who write "Gate 1" beside each id, and have to type it again into each row.
  it('is read from before or after the id, separated by space, comma or tab', () => {
    const lines = [
      `Gate 1 ${one}`,
      `Gate 1, ${one}`,
      `Gate 1\t${one}`,
      `${one} Gate 1`,
      `${one},Gate 1`,
      `${one}\tGate 1`,
      `"Gate 1","${one}"`,
      `- Gate 1 ${one}`,
      `2. Gate 1 - ${one}`,
      `- ${one} Gate 1`,
      `2. ${one}, Gate 1`,
      `${one} - Gate 1\r`,
    ]
    expect(lines.map((line) => labelOf(`first line\n${line}\nlast line`))).toEqual(lines.map(() => ['Gate 1']))
    expect(labelOf(`Gate 1 ${one}\nGate 2 ${two}`)).toEqual(['Gate 1', 'Gate 2'])
    expect(labelOf(`1 号门 ${one}\n前台，${two}`)).toEqual(['1 号门', '前台'])
    expect(labelOf(`sessionId,place\n${one},lobby`)).toEqual(['lobby'])
    expect(labelOf(`Gate 1 ${long}`)).toEqual(['Gate 1'])
  })

  // Would catch rows that are named after a log's words, a column's heading, a secret or a second id.
  it('is missing when the text around the id might be something else', () => {
    const lines = [
      one,
      `sessionId=${one}`,
      `Session ID ${one}`,
      `in session ${one}`,
      `12:00:07 start-complete ${one}`,
      `INFO call started ${one}`,
      `2026-11-21 ${one}`,
      `please close ${one} at once`,
      `${one},lobby,desk`,
      `{"gate":"${one}"}`,
      `Bearer ${long}`,
      `a longer sentence that says something of a call ${one}`,
      `${'x'.repeat(100)} ${one}`,
    ]
    const labels = lines.map((line) => [line, labelOf(line).filter((label) => label !== undefined)])
    expect(labels).toEqual(lines.map((line) => [line, []]))
    expect(labelOf(`${one} ${two}`)).toEqual([undefined, undefined])
  })

  it('is found as fast in one line of a million characters', () => {
    expect(labelOf(`${'x '.repeat(500_000)}${one}`)).toEqual([undefined])
  })
})
