import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { describeFailure } from '../../../src/renderer/failures/describe-failure.ts'
import { en } from '../../../src/renderer/i18n/en.ts'
import { createFormat } from '../../../src/renderer/i18n/format.ts'
import { startLanguage } from '../../../src/renderer/i18n/language.ts'
import nativeEn from '../../../src/renderer/i18n/en/native.json'
import nativeZh from '../../../src/renderer/i18n/zh-CN/native.json'
import { languageFor } from '../../../src/shared/model/language.ts'
import { zhCn } from '../../../src/renderer/i18n/zh-cn.ts'
import type { Failure, ServiceFacts, TlsProblem } from '../../../src/shared/failure.ts'

beforeAll(() => startLanguage(en))

const format = () => createFormat('en', i18next.getFixedT('en', 'common'))
const words = (failure: Failure) =>
  describeFailure(failure, { t: i18next.getFixedT('en', 'failures'), format: format() })

/** Every text by its path; English plurals are merged into the single form of Chinese. */
function textsOf(value: unknown, at = ''): readonly (readonly [path: string, text: string])[] {
  if (typeof value === 'string') return [[at.replace(/_one$|(?<=_ordinal)_(?:two|few)$/, '_other'), value]]
  return Object.entries(value as Record<string, unknown>).flatMap(([key, inner]) => textsOf(inner, `${at}/${key}`))
}

const holes = (text: string): string => [...new Set(text.match(/\{\{\w+\}\}/g))].sort().join(' ')

// The page's namespaces, and the namespace that only main loads.
const english = { ...en, native: nativeEn }
const chinese = { ...zhCn, native: nativeZh }

describe('the two catalogues', () => {
  test('have the same keys', () => {
    const keys = (catalogue: unknown): readonly string[] => [...new Set(textsOf(catalogue).map(([key]) => key))].sort()
    expect(keys(chinese)).toEqual(keys(english))
  })

  test('name the same values in each sentence', () => {
    const known = new Map(textsOf(chinese))
    const differing = textsOf(english)
      .filter(([key, text]) => !key.endsWith('_other') && holes(known.get(key) ?? '') !== holes(text))
      .map(([key]) => key)
    expect(differing).toEqual([])
  })
})

// Texts about the configuration of a conversation; everywhere else 配置 would mean a profile, which is 连接.
const isConfiguration = (key: string): boolean => /^.(?:app.welcome.sub$|conversations.(?:sub$|.*Config))/.test(key)

// Would catch two words for the same thing, and half-width Latin quotation marks.
test.each([
  ['通话 for sessions, 会话 for their ids alone', /会话(?! ?ID)/],
  ['连接 for a profile', /配置/],
  ['警报 for alerts', /提醒(?:规则|历史|触发|解除)/],
  ['您 to whoever reads it', /你/],
  ['「」 for quotations', /[“”‘’]/],
  ['no space after a full stop', /[。，：；！？] | {2}/],
  ['marks of the script after its signs', /[\u4e00-\u9fff」）][,;:!?.]/],
])('Chinese says %s', (_rule, wrong) => {
  const found = textsOf(chinese).filter(([key, text]) => wrong.test(text) && !isConfiguration(key))
  expect(found).toEqual([])
})

// Would catch a Latin full stop after a Chinese title.
test('a title at the start of a banner ends with the full stop of its language', () => {
  const found = [english, chinese].map((catalogue) => new Map(textsOf(catalogue)).get('/avatars/queue/asSentence'))
  expect(found).toEqual(['{{text}}.', '{{text}}。'])
})

// Would catch an F6 that promises the notices of the navigation and goes to the toasts.
test('the shortcut to the toasts names them as their region does', () => {
  for (const texts of [english, chinese].map((catalogue) => new Map(textsOf(catalogue)))) {
    const [shortcut = '', region = ''] = [texts.get('/palette/role/toasts'), texts.get('/common/toasts')]
    expect(shortcut.toLowerCase()).toContain(region.toLowerCase())
    expect(shortcut).not.toContain(texts.get('/app/notices'))
  }
})

// Exceptions: the name of a decision, which operators' scripts use; a text before a sentence; and a part of a list.
const given: ReadonlySet<string> = new Set([
  '/avatars/job/notCreated',
  '/common/about',
  '/closing/all/was',
  '/avatars/confirm/unreadSince',
])
const isGiven = (key: string): boolean => given.has(key)

// Would catch invented words, and sentences that sound like a manual.
test.each([
  ['contractions', /\b(?:cannot|(?:do|does|did|is|are|was|were|has|have|could|would|should|will) not)\b/i],
  ['one apostrophe', /’/],
  [
    'the glossary’s words',
    /\b(?:look-?ups?|looked up|guarded|own fields|tick(?:ed|s)?|under way|twins?|raised|set aside|put right|by itself)\b/i,
  ],
  ['what failed as "Couldn\'t" and a verb', /\b(?:couldn't be|failed to)\b/i],
  ['no courtesies', /\b(?:please|sorry|oops|successfully)\b/i],
  ['an ellipsis as one sign', /\.\.\./],
  ['labels without a colon', /:\s*$/],
])('English says %s', (_rule, wrong) => {
  const found = textsOf(english).filter(([key, text]) => wrong.test(text) && !isGiven(key))
  expect(found).toEqual([])
})

const limit = 25

// Would catch a sentence that must be read twice.
test('no English sentence is longer than 25 words', () => {
  const sentences = textsOf(english).flatMap(([key, text]) =>
    text.split(/(?<=[.;:?!])\s/).map((one) => [key, one] as const),
  )
  expect(sentences.filter(([, sentence]) => sentence.split(/\s+/).length > limit)).toEqual([])
})

test('the language follows the system unless one is chosen', () => {
  expect(languageFor('system', 'zh-Hans-CN')).toBe('zh-CN')
  expect(languageFor('system', 'de-DE')).toBe('en')
  expect(languageFor('en', 'zh-CN')).toBe('en')
})

test.each([
  [0, 'just now'],
  [-5_000, 'just now'],
  [4_999, '4 s ago'],
  [60_000, '1 min ago'],
  [3_600_000, '1 h ago'],
  [47 * 3_600_000, '47 h ago'],
  [48 * 3_600_000, '2 d ago'],
])('an age of %d ms is "%s"', (ms, expected) => expect(format().age(ms)).toBe(expected))

test.each([
  [120, '120 ms'],
  [42_900, '42 s'],
  [12 * 60_000, '12 min'],
  [65 * 60_000, '1 h 5 min'],
  [120 * 60_000, '2 h'],
  [72 * 3_600_000, '3 d'],
])('a duration of %d ms is "%s"', (ms, expected) => expect(format().duration(ms)).toBe(expected))

describe('texts of failures', () => {
  const details: ServiceFacts = {
    operation: 'queryAccount',
    sent: 'yes',
    at: 1_790_000_000_000,
    httpStatus: 200,
    code: null,
    message: null,
    exchangeId: null,
  }

  test.each<readonly [Failure, RegExp]>([
    [{ kind: 'dns', host: 'app.example', ...details, sent: 'no' }, /Couldn't find host app\.example/],
    [{ kind: 'timeout', phase: 'connect', timeoutMs: 10_000, ...details, sent: 'no' }, /No connection within 10 s/],
    [{ kind: 'timeout', phase: 'answer', timeoutMs: 30_000, ...details, sent: 'maybe' }, /No answer within 30 s/],
    [{ kind: 'http', ...details, httpStatus: 502 }, /service failed \(HTTP 502\)/],
    [{ kind: 'http', ...details, httpStatus: 404 }, /service answered HTTP 404\./],
    [{ kind: 'not-json', contentType: null, ...details }, /wasn't JSON \(not named\)/],
    [{ kind: 'not-json', contentType: 'text/html', ...details }, /wasn't JSON \(text\/html\)/],
    [{ kind: 'empty-answer', ...details }, /answer was empty/],
    [{ kind: 'invalid-count', answered: '-3', ...details }, /service answered -3, not a count/],
    [{ kind: 'invalid-count', answered: '', ...details }, /service answered “”/],
    [{ kind: 'cut-short', receivedBytes: 10, ...details }, /answer stopped after/],
    [{ kind: 'unknown-encoding', encoding: 'br', ...details }, /decompress the answer \(br\)/],
    [
      { kind: 'not-fetched', reason: 'unknown-encoding', host: 'media.example', detail: 'zstd' },
      /decompress the answer \(zstd\)/,
    ],
    [{ kind: 'connection-reset', ...details, sent: 'maybe' }, /connection was lost/],
    [{ kind: 'too-large', limitBytes: 16 * 2 ** 20, bytes: null, ...details }, /larger than 16(\.8)? MB/],
    [{ kind: 'too-large', limitBytes: 2_000_000, bytes: 3_500_000, ...details }, /is 3\.5 MB, more than 2 MB/],
    [{ kind: 'token-rejected', ...details, code: '1006', message: 'expired' }, /token: “expired” \(code 1006\)/],
    [{ kind: 'declined', ...details }, /^The service refused\.$/],
    [{ kind: 'declined', ...details, code: '1009', message: 'quota' }, /refused: “quota” \(code 1009\)\./],
    [{ kind: 'declined', ...details, message: '<b>{{code}}</b>' }, /refused: “<b>\{\{code\}\}<\/b>”\./],
    [{ kind: 'redirect', targetOrigin: 'https://other.example', ...details }, /https:\/\/other\.example/],
    [{ kind: 'refused', reason: 'file-gone', detail: null }, /The file not named/],
  ])('%o', (failure, sentence) => {
    expect(words(failure).sentence).toMatch(sentence)
    expect(words(failure).next).not.toBe('')
  })

  const tls = (problem: TlsProblem): Failure => ({
    kind: 'tls',
    host: 'h',
    problem,
    reason: 'r',
    ...details,
    sent: 'no',
  })
  const refused = { kind: 'connection-refused', host: 'h', ...details, sent: 'no' } as const
  const declined = { kind: 'declined', ...details } as const

  // Would catch a wrong next step, such as a new token for a wrong clock, or a new address when the address worked all
  // day.
  test.each<readonly [Failure, RegExp, RegExp]>([
    [
      { kind: 'token-rejected', ...details, hints: { clockAheadMs: 7_200_000 } },
      /rejected/,
      /clock is 2 h ahead\. Set it/,
    ],
    [
      { kind: 'token-rejected', ...details, hints: { clockAheadMs: -300_000 } },
      /rejected/,
      /clock is 5 min behind\. Set/,
    ],
    [
      { kind: 'http', ...details, httpStatus: 403, hints: { clockAheadMs: 60_000 } },
      /HTTP 403/,
      /clock is 1 min ahead/,
    ],
    [
      { kind: 'http', ...details, httpStatus: 404, hints: { lacksVersion: true } },
      /HTTP 404/,
      /lack its version.+\/v2/,
    ],
    [{ kind: 'not-json', contentType: 'text/html', ...details, hints: { lacksVersion: true } }, /JSON/, /version/],
    [{ kind: 'http', ...details, httpStatus: 404 }, /HTTP 404/, /Check the Base URL/],
    [
      { kind: 'http', ...details, httpStatus: 404, hints: { lacksVersion: true, foundBaseUrl: 'https://h/v2' } },
      /^This address answered HTTP 404/,
      /answers at https:\/\/h\/v2/,
    ],
    [
      { kind: 'http', ...details, httpStatus: 403, body: 'page' },
      /HTTP 403 with a web page/,
      /gateway .+ administrator/,
    ],
    [{ kind: 'http', ...details, httpStatus: 403, body: 'text' }, /HTTP 403 with plain text/, /details/],
    [{ kind: 'http', ...details, httpStatus: 403, body: 'empty' }, /HTTP 403 without an answer/, /details/],
    [{ kind: 'http', ...details, httpStatus: 502, body: 'page' }, /HTTP 502 with a web page/, /service may be down/],
    [{ kind: 'http', ...details, httpStatus: 503, body: 'page' }, /HTTP 503 with a web page/, /in a minute/],
    [{ kind: 'http', ...details, httpStatus: 403, proxy: 'p:1' }, /Proxy p:1 answered HTTP 403/, /administrator/],
    [{ kind: 'http', ...details, httpStatus: 502, proxy: 'p:1' }, /Proxy p:1 answered HTTP 502/, /Try again/],
    [{ kind: 'token-rejected', ...details, httpStatus: 401, body: 'page' }, /401 with a web page/, /Paste a new token/],
    [refused, /refused/, /Check the Base URL/],
    [{ ...refused, hints: { hasAnswered: true } }, /refused/, /^The service may be down/],
    [{ kind: 'http', ...details, httpStatus: 404, hints: { hasAnswered: true } }, /HTTP 404/, /^Open the details/],
    [{ kind: 'not-json', contentType: 'text/html', ...details, hints: { hasAnswered: true } }, /JSON/, /network/],
    [{ kind: 'redirect', targetOrigin: 'https://h', ...details, hints: { hasAnswered: true } }, /h/, /network/],
    [{ ...declined, operation: 'queryAvatar', code: '10004' }, /refused/, /Check the ID/],
    [{ ...declined, operation: 'getConversationById', code: '2002' }, /refused/, /Check the ID/],
    [{ ...declined, operation: 'createAvatar', code: '50003' }, /refused/, /^Try again later\.$/],
    [
      { kind: 'no-content', ...details, operation: 'queryAvatar', message: 'gone' },
      /nothing: “gone”\.$/,
      /Check the ID/,
    ],
    [{ kind: 'wrong-shape', problems: ['data: x'], ...details, message: 'gone' }, /\(data\): “gone”\.$/, /details/],
    [{ kind: 'connection-reset', ...details, hints: { mayWantHttps: true } }, /was lost/, /https:\/\//],
    [{ kind: 'proxy-authentication', proxy: 'p:1', ...details }, /needs a sign-in/, /Sign in to the proxy/],
    [
      { kind: 'proxy-authentication', proxy: 'p:1', unsupported: 'NTLM', ...details },
      /requires NTLM, which Greenroom doesn't support/,
      /administrator .+ Basic/,
    ],
    [
      { kind: 'proxy-authentication', proxy: 'p:1', isRejected: true, ...details },
      /p:1 rejected the user name or password/,
      /sign in to the proxy again/,
    ],
    [{ ...refused, host: 'p:1', isProxy: true }, /^Couldn't reach proxy p:1/, /proxy settings/],
    [{ ...refused, host: 'p:1', isProxy: true, hints: { hasAnswered: true } }, /proxy p:1/, /proxy settings/],
    [{ kind: 'dns', host: 'p', isProxy: true, ...details, sent: 'no' }, /^Couldn't reach proxy p;/, /administrator/],
    [{ ...tls('wrong-host'), isProxy: true } as Failure, /isn't for h /, /^Ask your administrator\.$/],
    [
      tls('incomplete-chain'),
      /intermediate certificate/,
      /whoever runs the service .+ full certificate chain.+ restart Greenroom/,
    ],
    [tls('unknown-issuer'), /issuer .+ isn't trusted/, /administrator .+ restart Greenroom/],
    [{ ...tls('unknown-issuer'), issuer: 'Acme' } as Failure, /“Acme”, isn't trusted/, /administrator/],
    [
      { ...tls('inspected'), issuer: 'Acme' } as Failure,
      /proxy or firewall .+ “Acme”/,
      /administrator .+ “Acme” .+ restart Greenroom/,
    ],
    [tls('self-signed'), /self-signed/, /administrator .+ restart Greenroom/],
    [tls('expired'), /has expired/, /clock .+ whoever runs the service/],
    [tls('not-yet-valid'), /isn't valid yet/, /clock .+ whoever runs the service/],
    [tls('wrong-host'), /isn't for h /, /Base URL.+ whoever runs the service/],
    [tls('revoked'), /revoked/, /whoever runs the service/],
    [tls('too-old'), /TLS versions/, /whoever runs the service .+ TLS 1\.2/],
    [tls('other'), /: r\.$/, /administrator .+ whoever runs the service/],
    [tls('plain-http'), /no https on this port/, /http:\/\//],
    [tls('wants-https'), /expects https/, /https:\/\//],
  ])('%o has its own next step', (failure, sentence, next) => {
    expect(words(failure).sentence).toMatch(sentence)
    expect(words(failure).next).toMatch(next)
  })

  test("the service's text is truncated, so that the next step stays visible", () => {
    const { sentence } = words({ kind: 'http', ...details, httpStatus: 451, message: '😀'.repeat(2_000) })
    expect(sentence).toMatch(/HTTP 451: “(?:😀){300}…”\.$/u)
  })

  // Would catch a parser message in a notice, and a search for a service problem when the id was mistyped.
  test('a read without a conversation says so and names what to check', () => {
    const fetchConversation = { ...details, operation: 'getConversationById' } as const
    const problems = ['data: Invalid input: expected object, received null']
    const empty = words({ ...fetchConversation, kind: 'wrong-shape', problems })
    expect(empty.sentence).toBe('The service sent no conversation.')
    expect(empty.next).toMatch(/Check the ID/)
    // The sentence uses the operator's words; the details show the message of the validation library.
    expect(words({ ...details, kind: 'wrong-shape', problems }).sentence).toBe('Unexpected answer (data).')
    expect(words({ ...fetchConversation, kind: 'declined', code: '1007' }).next).toMatch(/Check the ID/)
    expect(words({ ...fetchConversation, kind: 'declined', code: '1009' }).next).toMatch(
      /Correct what the service reports/,
    )
  })

  test('a command that might have been carried out is never called failed', () => {
    const lost: Failure = { kind: 'connection-reset', ...details, operation: 'createAvatar', sent: 'maybe' }
    expect(words(lost).unknownOutcome).toMatch(/Outcome unknown/)
    const gateway: Failure = { ...details, kind: 'http', operation: 'sessionStop', sent: 'yes', httpStatus: 502 }
    expect(words(gateway).unknownOutcome).toMatch(/Outcome unknown/)
    expect(words({ ...gateway, httpStatus: 404 }).unknownOutcome).toBeNull()
    expect(words({ ...lost, sent: 'no' }).unknownOutcome).toBeNull()
    expect(words({ ...lost, operation: 'queryAvatar' }).unknownOutcome).toBeNull()
  })
})

test('the next step never advises sending a creation or a close again while its outcome is unknown', () => {
  const details = { sent: 'maybe', at: 0, httpStatus: null, code: null, message: null, exchangeId: null } as const
  for (const operation of ['createAvatar', 'sessionStop', 'distroyCallSessionsByAppId'] as const) {
    const said = words({ kind: 'connection-reset', operation, ...details })
    expect(said.unknownOutcome).not.toBeNull()
    expect(said.next).not.toMatch(/try again/i)
  }
  expect(words({ kind: 'connection-reset', operation: 'queryAvatar', ...details }).next).toMatch(/try again/i)
})

// Would catch a next step that sends readers to the place where they already are.
test.each<Failure>([
  { kind: 'refused', reason: 'read-only', detail: null },
  { kind: 'storage', reason: 'read-only', detail: '' },
  { kind: 'storage', reason: 'other', detail: 'EIO' },
])('inside Settings no next step says "in Settings": %j', (failure) => {
  expect(words(failure).next).toContain('in Settings')
  for (const language of ['en', 'zh-CN']) {
    const t = i18next.getFixedT(language, 'failures')
    const { next } = describeFailure(failure, { t, format: format(), context: 'here' })
    expect(next).not.toMatch(/in Settings|设置中/)
    expect(next).not.toBe('')
  }
})
