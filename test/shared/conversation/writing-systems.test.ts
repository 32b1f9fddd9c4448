import { describe, expect, it } from 'vitest'
import { foreignWriting, writingOf } from '../../../src/shared/conversation/writing-systems.ts'
import { languages } from '../../../src/renderer/sections/avatars/fields/languages.ts'
import { found } from './check.ts'

describe('the writing system of a language', () => {
  it.each([
    ['zh', 'Hani'],
    ['zh-CN', 'Hani'],
    ['zh_TW', 'Hani'],
    ['Chinese', 'Hani'],
    ['Chinese (Simplified)', 'Hani'],
    ['中文', 'Hani'],
    ['cn', 'Hani'],
    ['Cantonese', 'Hani'],
    ['English', 'Latn'],
    [' en-US ', 'Latn'],
    ['英文', 'Latn'],
    ['español', 'Latn'],
    ['ja', 'Jpan'],
    ['日本語', 'Jpan'],
    ['Korean', 'Kore'],
    ['Русский', 'Cyrl'],
    ['Arabic', 'Arab'],
    ['Persian', 'Arab'],
    ['Urdu', 'Arab'],
    ['Hebrew', 'Hebr'],
    ['Greek', 'Grek'],
    ['Hindi', 'Deva'],
    ['Nepali', 'Deva'],
    ['Tamil', 'Taml'],
    ['Kannada', 'Knda'],
    ['Thai', 'Thai'],
    ['sr-Latn', 'Latn'],
  ])('%s is written in %s', (language, code) => expect(writingOf(language)?.code).toBe(code))

  it.each([[''], ['???'], ['Klingon-ish'], ['x'.repeat(10_000)], ['toString'], ['__proto__'], ['und'], ['108']])(
    '%s is unknown',
    (language) => expect(writingOf(language)).toBeNull(),
  )

  it('is known for every language that the service names', () => {
    expect(languages.length).toBeGreaterThan(40)
    expect(languages.filter((language) => writingOf(language) === null)).toEqual([])
  })
})

describe('a text in a different writing system', () => {
  it.each([
    ['zh', 'Welcome to the lobby.', 'Latn'],
    ['zh', 'こんにちは、お客様', 'Hrkt'],
    ['zh', 'Здравствуйте', 'Cyrl'],
    ['English', '您好', 'Hani'],
    ['English', 'สวัสดีครับ', 'Thai'],
    ['English', '您好，{{name}}，欢迎光临', 'Hani'],
    ['English', '${visitor} 您好', 'Hani'],
    ['English', '请看 https://host.example/help', 'Hani'],
    ['English', '欢迎<break time="200ms"/>光临', 'Hani'],
    ['Chinese', 'Welcome, {{客户}}', 'Latn'],
    ['ja', '欢迎光临请问有什么可以帮您 {{ビジター}}', 'Hani'],
    ['ja', '欢迎光临请问有什么可以帮您', 'Hani'],
    ['ko', 'Welcome everyone', 'Latn'],
    ['Russian', 'Welcome', 'Latn'],
    ['Arabic', 'Welcome', 'Latn'],
    ['Hebrew', 'مرحبا بكم', 'Arab'],
    ['Greek', 'Добро пожаловать', 'Cyrl'],
    ['Hindi', 'வணக்கம்', 'Taml'],
  ])('%s: %s', (language, text, code) => {
    const writing = writingOf(language)
    expect(writing === null ? null : foreignWriting(text, writing)).toBe(code)
  })

  it.each([
    ['zh', '您好，welcome to the lobby, how may I help you today?'],
    ['zh', 'OK'],
    ['zh', 'VIP 8'],
    ['zh', '{{visitor.name}} <break time="200ms"/> https://host.example/a'],
    ['zh', '12:30 — 50 %'],
    ['zh', `${'Welcome. '.repeat(200)}您好`],
    ['zh', ''],
    ['English', 'Hola, ¿en qué puedo ayudarle?'],
    ['English', 'Welcome. 欢迎光临'],
    ['ja', 'いらっしゃいませ'],
    ['ja', '営業中'],
    ['Serbian', 'Добро дошли'],
    ['Serbian', 'Dobro došli'],
    ['ko', '안녕하세요 歡迎'],
  ])('%s: %s is fine', (language, text) => {
    const writing = writingOf(language)
    expect(writing === null ? 'unknown' : foreignWriting(text, writing)).toBeNull()
  })

  it('is found in scripts with its position and the evidence', () => {
    const scriptDtoList = [{ scriptContent: '欢迎' }, { scriptContent: 'Good morning\neveryone' }, { scriptContent: 5 }]
    expect(found('script-language', { language: 'zh', scriptDtoList })).toEqual([
      {
        rule: 'script-language',
        path: 'data.scriptDtoList[1].scriptContent',
        field: 'scriptDtoList.scriptContent',
        facts: { number: 2, language: 'zh', expected: 'Hani', found: 'Latn', text: 'Good morning everyone' },
      },
    ])
    for (const language of ['', null, 7, 'whatever'])
      expect(found('script-language', { language, scriptDtoList })).toEqual([])
  })
})
