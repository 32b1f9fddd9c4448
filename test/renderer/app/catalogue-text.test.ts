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
import type { Failure, ServiceFacts } from '../../../src/shared/failure.ts'

beforeAll(() => startLanguage(en))

const format = () => createFormat('en', i18next.getFixedT('en', 'common'))
const words = (failure: Failure) =>
  describeFailure(failure, { t: i18next.getFixedT('en', 'failures'), format: format() })

/** Every text by its path; English plurals become the one form that Chinese has. */
function textsOf(value: unknown, at = ''): readonly (readonly [path: string, text: string])[] {
  if (typeof value === 'string') return [[at.replace(/_one$|(?<=_ordinal)_(?:two|few)$/, '_other'), value]]
  return Object.entries(value as Record<string, unknown>).flatMap(([key, inner]) => textsOf(inner, `${at}/${key}`))
}

const holes = (text: string): string => [...new Set(text.match(/\{\{\w+\}\}/g))].sort().join(' ')

// The page's namespaces, and the one that main alone loads.
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

// What a conversation is set up with; everywhere else 配置 would be a profile, which is 连接.
const isConfiguration = (key: string): boolean => /^.(?:app.welcome.sub$|conversations.(?:sub$|.*Config))/.test(key)

// Would catch two words for one thing, and quotation marks of the Latin script at half their width.
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

// The name of a decision, which operators' own scripts know; and what stands before a sentence.
const isGiven = (key: string): boolean => key === '/avatars/job/notCreated' || key === '/common/about'

// Would catch words of this program's own making, and sentences that sound like a manual.
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

// Would catch a sentence that is read twice before it is understood.
test('no English sentence is longer than 25 words', () => {
  const sentences = textsOf(english).flatMap(([key, text]) =>
    text.split(/(?<=[.;:?!])\s/).map((one) => [key, one] as const),
  )
  expect(sentences.filter(([, sentence]) => sentence.split(/\s+/).length > limit)).toEqual([])
})

// Lowered with every sentence that goes; raised only by a warning or a reason that was missing.
const wordsInAll = 5_532

// Would catch a page that explains again what it shows.
test('English does not grow', () => {
  const count = textsOf(english).reduce((sum, [, text]) => sum + text.trim().split(/\s+/).length, 0)
  expect(count).toBeLessThanOrEqual(wordsInAll)
})

test('the language follows the system unless one is chosen', () => {
  expect(languageFor('system', 'zh-Hans-CN')).toBe('zh-CN')
  expect(languageFor('system', 'de-DE')).toBe('en')
  expect(languageFor('en', 'zh-CN')).toBe('en')
})

test.each([
  [0, '0 s ago'],
  [-5_000, '0 s ago'],
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
])('a length of %d ms is "%s"', (ms, expected) => expect(format().duration(ms)).toBe(expected))

describe('failures in words', () => {
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
    [{ kind: 'cut-short', receivedBytes: 10, ...details }, /answer broke off after/],
    [{ kind: 'connection-reset', ...details, sent: 'maybe' }, /connection broke off/],
    [{ kind: 'too-large', limitBytes: 16 * 2 ** 20, ...details }, /exceeds 16(\.8)? MB/],
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

  // Would catch the words of a parser in a notice, and a search at the service for an id that was mistyped.
  test('a read that brings no conversation says so, and what to look at', () => {
    const fetchConversation = { ...details, operation: 'getConversationById' } as const
    const problems = ['data: Invalid input: expected object, received null']
    const empty = words({ ...fetchConversation, kind: 'wrong-shape', problems })
    expect(empty.sentence).toBe('The service sent no conversation.')
    expect(empty.next).toMatch(/Check the ID/)
    // In the operator's words; what the library that checks it says stands in the details.
    expect(words({ ...details, kind: 'wrong-shape', problems }).sentence).toBe('Unexpected form of answer (data).')
    expect(words({ ...fetchConversation, kind: 'declined', code: '1007' }).next).toMatch(/Check the ID/)
    expect(words({ ...fetchConversation, kind: 'declined', code: '1009' }).next).toMatch(/Fix what it reports/)
  })

  test('a command that may have been carried out is never called failed', () => {
    const lost: Failure = { kind: 'connection-reset', ...details, operation: 'createAvatar', sent: 'maybe' }
    expect(words(lost).unknownOutcome).toMatch(/Outcome unknown/)
    const gateway: Failure = { ...details, kind: 'http', operation: 'sessionStop', sent: 'yes', httpStatus: 502 }
    expect(words(gateway).unknownOutcome).toMatch(/Outcome unknown/)
    expect(words({ ...gateway, httpStatus: 404 }).unknownOutcome).toBeNull()
    expect(words({ ...lost, sent: 'no' }).unknownOutcome).toBeNull()
    expect(words({ ...lost, operation: 'queryAvatar' }).unknownOutcome).toBeNull()
  })
})

test('never advises to send a creation or a close again while its outcome is unknown', () => {
  const details = { sent: 'maybe', at: 0, httpStatus: null, code: null, message: null, exchangeId: null } as const
  for (const operation of ['createAvatar', 'sessionStop', 'distroyCallSessionsByAppId'] as const) {
    const said = words({ kind: 'connection-reset', operation, ...details })
    expect(said.unknownOutcome).not.toBeNull()
    expect(said.next).not.toMatch(/try again/i)
  }
  expect(words({ kind: 'connection-reset', operation: 'queryAvatar', ...details }).next).toMatch(/try again/i)
})

// Would catch a next step that sends a reader to the place where they are.
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
