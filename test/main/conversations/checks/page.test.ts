/** docs/checks.md compared with the rules, in both directions. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { conversationFields } from '../../../../src/shared/conversation/fields.ts'
import { checkRules } from '../../../../src/shared/conversation/check-rules.ts'

const page = readFileSync(new URL('../../../../docs/checks.md', import.meta.url), 'utf8')
const sections = page
  .split(/^## /m)
  .slice(1)
  .map((text) => ({ id: /^\S+/.exec(text)?.[0] ?? '', text }))

it('the page has every rule once, in order, and no other', () =>
  expect(sections.map(({ id }) => id)).toEqual(Object.keys(checkRules)))

it.each(Object.entries(checkRules))(
  '%s is a %s on the page too, with every answer that an operator needs',
  (rule, severity) => {
    const text = sections.find(({ id }) => id === rule)?.text ?? ''
    expect(/^- Severity: (\w+)$/m.exec(text)?.[1]).toBe(severity)
    for (const part of ['Looks at', 'Finds', 'Why', 'What to do'])
      expect(text).toMatch(new RegExp(`^- ${part}: \\S`, 'm'))
  },
)

it('the page says how to mute', () => expect(page).toContain('button **Mute**'))

it('the page names every field with documented codes, and every field with media', () => {
  const named = (field: string): string => `\`${field.replace(/^(scriptDtoList|modelDtoList)\./, '$1[].')}\``
  const coded = conversationFields.filter(({ code }) => code?.kind === 'documented')
  const media = conversationFields.filter((field) => field.media !== null)
  for (const { field } of [...coded, ...media]) expect(page).toContain(named(field))
})
