/** The rule about the language of scripts: told by writing system, which is certain, and never by guessing at words. */
import { textIn } from '../document.ts'
import { excerptOf, occurrencesOf } from './subject.ts'
import type { Check, Found } from './subject.ts'
import { foreignWriting, writingOf } from './writing-systems.ts'

/** A script is written in another writing system than the conversation's language. */
export const scriptLanguage: Check = function* ({ data }): Generator<Found> {
  const language = textIn(data, 'language')
  const expected = language === null ? null : writingOf(language)
  if (language === null || expected === null) return
  for (const { path, field, value, number } of occurrencesOf(data, 'scriptDtoList.scriptContent')) {
    if (typeof value !== 'string') continue
    const found = foreignWriting(value, expected)
    if (found === null) continue
    const facts = { number, language: excerptOf(language), expected: expected.code, found }
    yield { path, field, facts: { ...facts, text: excerptOf(value) } }
  }
}
