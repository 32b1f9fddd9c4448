import { describe, expect, it } from 'vitest'
import { classifyResponse, parseAnswer } from '../../../src/main/service/parse-response.ts'
import type { Answer } from '../../../src/main/service/parse-response.ts'

const url = new URL('https://api.example/sdk/v2/queryAccount')
const json = { 'content-type': 'application/json' }

function answer(status: number, text: string, headers: Readonly<Record<string, string>> = json): Answer {
  return { status, text, headers }
}

const kindOf = (given: Answer, expected: 'envelope' | 'anything' = 'envelope'): string => {
  const response = classifyResponse(given, expected, url)
  return response.kind === 'accepted' ? `accepted as ${response.form}` : response.problem.kind
}

describe('an envelope', () => {
  it.each(['"0"', '"200"', '""', '"9"', '0', 'null'])('is accepted because of success alone, with code %s', (code) =>
    expect(kindOf(answer(200, `{"code":${code},"success":true,"data":{}}`))).toBe('accepted as envelope'),
  )

  it.each([200, 201, 400, 404, 500, 503])('with success false is declined at HTTP %d', (status) => {
    const declined = answer(status, '{"success":false,"code":1009,"msg":"quota insufficient"}')
    expect(classifyResponse(declined, 'envelope', url)).toEqual({
      kind: 'refused',
      detail: `HTTP ${status}`,
      problem: { kind: 'declined' },
      code: '1009',
      message: 'quota insufficient',
    })
  })

  it.each(['1005', '1006', '40001'])('with code %s rejects the token', (code) =>
    expect(kindOf(answer(200, `{"success":false,"code":"${code}"}`))).toBe('token-rejected'),
  )

  // Would catch one mistyped application that ends all polling of its profile.
  it('that calls the application invalid does not reject the token when an application is named', () => {
    const named = new URL('https://api.example/sdk/v2/getconcurrentNumber?appId=7')
    const problemOf = (code: string) =>
      classifyResponse(answer(200, `{"success":false,"code":"${code}"}`), 'envelope', named)
    expect(problemOf('40001')).toMatchObject({ problem: { kind: 'declined' } })
    expect(problemOf('1006')).toMatchObject({ problem: { kind: 'token-rejected' } })
  })

  // Would catch a reason that is lost because the service sends the other field empty.
  it('prefers message to msg, and accepts msg when message is null', () => {
    const said = (text: string) => {
      const { message } = classifyResponse(answer(200, text), 'envelope', url)
      return message
    }
    expect(said('{"success":false,"message":"m","msg":"n"}')).toBe('m')
    expect(said('{"success":false,"message":null,"msg":"n"}')).toBe('n')
    expect(said('{"success":false,"message":"","msg":"n"}')).toBe('n')
    expect(said('{"success":false,"message":""}')).toBe('')
    expect(said('{"success":false}')).toBeNull()
  })

  it('without success is a refusal only because of its code: a creation might have happened', () => {
    expect(kindOf(answer(200, '{"code":"0","data":{"taskId":"1"}}'))).toBe('wrong-shape')
    expect(kindOf(answer(200, '{}'))).toBe('wrong-shape')
    for (const code of ['1007', '1009', '2002', '50003']) {
      expect(kindOf(answer(200, `{"code":"${code}"}`))).toBe('declined')
    }
    for (const code of ['1005', '1006', '40001']) {
      expect(kindOf(answer(200, `{"code":"${code}"}`))).toBe('token-rejected')
    }
    expect(kindOf(answer(200, '{"code":"201","data":{"taskId":"1"}}'))).toBe('wrong-shape')
    expect(kindOf(answer(200, '{"code":"-1","msg":"system exception"}'))).toBe('wrong-shape')
    expect(kindOf(answer(502, '{"code":"502","message":"Bad Gateway"}'))).toBe('http')
  })

  it('can write success as a word, and nothing else', () => {
    expect(kindOf(answer(200, '{"success":"true","data":{}}'))).toBe('accepted as envelope')
    expect(kindOf(answer(200, '{"success":"false"}'))).toBe('declined')
    expect(kindOf(answer(200, '{"success":1}'))).toBe('wrong-shape')
    expect(kindOf(answer(200, '{"success":"ok"}'))).toBe('wrong-shape')
    expect(kindOf(answer(200, '{"__proto__":{"success":true},"data":{"taskId":"1"}}'))).toBe('wrong-shape')
  })

  it('with success at a failing status is not accepted as success', () => {
    expect(kindOf(answer(500, '{"success":true,"code":"0","data":{}}'))).toBe('http')
    expect(kindOf(answer(404, '{"timestamp":1,"status":404,"error":"Not Found"}'))).toBe('http')
  })
})

describe('other answers', () => {
  it('are distinguished', () => {
    const html = { 'content-type': 'text/html' }
    expect(kindOf(answer(401, ''))).toBe('token-rejected')
    // A gateway's verdict on the sender, not on the token: as a verdict on the token it would suspend the whole
    // profile.
    expect(kindOf(answer(403, ''))).toBe('http')
    expect(kindOf(answer(502, '<html>Bad gateway</html>', html))).toBe('http')
    expect(kindOf(answer(200, '<html>Sign in to the hotel</html>', html))).toBe('not-json')
    expect(kindOf(answer(200, '  '))).toBe('empty-answer')
    expect(kindOf(answer(204, ''))).toBe('empty-answer')
    expect(kindOf(answer(200, '{"success":tr'))).toBe('cut-short')
    expect(kindOf(answer(200, '[1]'))).toBe('wrong-shape')
  })

  it('that redirect name their target, and one with an unreadable address is a plain status', () => {
    const redirect = (location: string) => classifyResponse(answer(302, '', { location }), 'envelope', url)
    expect(redirect('https://evil.example:8443/x')).toMatchObject({
      problem: { kind: 'redirect', targetOrigin: 'https://evil.example:8443' },
    })
    expect(redirect('/login')).toMatchObject({ problem: { targetOrigin: 'https://api.example' } })
    expect(redirect('http://[')).toMatchObject({ problem: { kind: 'http' } })
    expect(kindOf(answer(304, ''))).toBe('http')
    const at = (status: number) => kindOf(answer(status, '{"success":true}', { location: '/x' }))
    expect([199, 299, 300, 399, 400].map(at)).toEqual(['http', 'accepted as envelope', 'redirect', 'redirect', 'http'])
  })

  it('that are unusable state their problem', () => {
    const problemOf = (text: string, headers = json as Readonly<Record<string, string>>) => {
      const response = classifyResponse(answer(200, text, headers), 'envelope', url)
      return response.kind === 'refused' ? response.problem : null
    }
    expect(problemOf('{"success":true,"success":false}')).toEqual({
      kind: 'wrong-shape',
      problems: ['the key "success" appears twice with different values'],
    })
    expect(problemOf('[1]')).toEqual({ kind: 'wrong-shape', problems: ['answer: expected an object'] })
    expect(problemOf('{}')).toEqual({ kind: 'wrong-shape', problems: ['success: expected true or false'] })
    expect(problemOf('hello', { 'content-type': 'text/plain' })).toEqual({
      kind: 'not-json',
      contentType: 'text/plain',
    })
    expect(problemOf('hello', {})).toEqual({ kind: 'not-json', contentType: null })
    expect(problemOf('{"success":"é')).toEqual({ kind: 'cut-short', receivedBytes: 14 })
    const bytes = new TextEncoder().encode('{"success":true,"code":"0","data":{"status":"done","name":[]}}')
    const given = { operation: 'queryAvatar', argument: '1', url: url.href, at: 1, secrets: [] } as const
    const parsed = parseAnswer({ ...given, answer: { status: 200, headers: json, bytes } })
    if (parsed.kind !== 'refused') throw new Error('it was accepted')
    expect(parsed).toMatchObject({ code: '0', problem: { kind: 'wrong-shape' } })
    expect(parsed.detail).toMatch(/^data\.name: .+; data\.status: ./)
    expect(parsed.problem).toMatchObject({ problems: parsed.detail.split('; ') })
  })
})

describe('sessionStop', () => {
  it.each([
    ['nothing', answer(200, ''), 'accepted as empty'],
    ['204', answer(204, ''), 'accepted as empty'],
    ['text', answer(200, 'success', { 'content-type': 'text/plain' }), 'accepted as text'],
    ['a bare JSON value', answer(200, 'true'), 'accepted as text'],
    ['the envelope', answer(200, '{"success":true,"code":"200"}'), 'accepted as envelope'],
    ['an object without success', answer(200, '{}'), 'accepted as text'],
    ['an object of another shape', answer(200, '{"error":"no such session"}'), 'accepted as text'],
    ['a refusal', answer(200, '{"success":false,"code":"2002","message":"no such session"}'), 'declined'],
    ['a refusal by code alone', answer(200, '{"code":"2002"}'), 'declined'],
    ['a code that says neither', answer(200, '{"code":"500","message":"x"}'), 'wrong-shape'],
    ['a bare false', answer(200, 'false'), 'wrong-shape'],
    ['a code of success', answer(200, '{"code":"0"}'), 'accepted as envelope'],
    ['another code of success', answer(200, '{"code":"200"}'), 'accepted as envelope'],
    ['a blank code', answer(200, '{"code":""}'), 'accepted as text'],
    ['text that holds a sign of HTML', answer(200, 'closed <1s ago', {}), 'accepted as text'],
    ['a page', answer(200, '<!doctype html><p>hello'), 'not-json'],
    ['a page behind a blank line', answer(200, '\n <p>hello', {}), 'not-json'],
    ['text that claims to be a page', answer(200, 'sign in', { 'content-type': 'text/html' }), 'not-json'],
    ['half an envelope', answer(200, '{"success":fal'), 'cut-short'],
    ['a failing status', answer(500, ''), 'http'],
  ])('answered with %s', (_what, given, expected) => expect(kindOf(given, 'anything')).toBe(expected))

  it('answered with text is returned without surrounding white space', () =>
    expect(classifyResponse(answer(200, ' closed \n', {}), 'anything', url)).toMatchObject({ message: 'closed' }))
})
