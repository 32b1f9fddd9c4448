import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sampleConversation } from '../../support/conversations.ts'
import { aBody, aSavedSnapshot } from './stage.ts'
import { partOf, linesOf, show, valueOf } from './viewer-stage.tsx'

const [model] = sampleConversation.modelDtoList

function withPrompt(prompt: unknown, changes: object = {}) {
  return aSavedSnapshot(
    aBody({ ...sampleConversation, modelDtoList: [{ ...model, largeName: 'law', prompt, ...changes }] }),
  )
}

const box = () => screen.findByRole('region', { name: 'Prompt of law' })
const models = () => within(partOf('Language models'))

// Would catch a count that takes a Chinese sentence for one word, and an emoji for two characters.
test('a prompt is shown line by line and counted', async () => {
  await show([withPrompt('You answer.\n\n请用简体中文回答 👍')])
  expect(linesOf(await box())).toEqual(['You answer.', '', '请用简体中文回答 👍'])
  const counts = await models().findByText(/characters/)
  expect(counts.textContent).toBe('23 characters · 6 words · 3 lines')
  models().getByRole('button', { name: 'Copy prompt' })
})

// Would catch "No prompt" over a conversation whose second model has one.
test('the summary contains the first existing prompt', async () => {
  const modelDtoList = [null, { ...model, prompt: '' }, { ...model, prompt: 'You answer.' }]
  await show([aSavedSnapshot(aBody({ ...sampleConversation, modelDtoList }))])
  const summary = within(await screen.findByRole('region', { name: 'Summary' }))
  await summary.findByText('You answer.')
})

// Would catch variables that a proof-reader must search for, and JSON that counts as a variable.
test('template variables are marked, and listed with the number of their uses', async () => {
  await show([withPrompt('I am {{ name }} of ${company}. {{name}} knows {visitor}. {"not": 1} {}')])
  const list = await screen.findByRole('list', { name: 'Variables' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['{{name}} 2', '${company} 1', '{visitor} 1'])
  const marks = [...(await box()).querySelectorAll('mark')].map(({ textContent }) => textContent)
  expect(marks).toEqual(['{{ name }}', '${company}', '{{name}}', '{visitor}'])
})

// Would catch a prompt whose end is not in the document, so that a search cannot find it.
test('a prompt of 200 kB is shown completely', async () => {
  const line = 'You are {{name}}, receptionist of the house, and you speak slowly and clearly to everyone.'
  const lines = Array.from({ length: 2_300 }, (_none, place) => `${String(place)} ${line}`)
  await show([withPrompt(lines.join('\n'))])
  await models().findByText(/2,300 lines/)
  expect(linesOf(await box())).toEqual(lines)
})

// Would catch a button that always marks the first use.
test('a variable moves from use to use, and wraps around the end', async () => {
  const { user } = await show([withPrompt('{{name}} one\n{{ name }} two\n{{company}}')])
  const button = within(await screen.findByRole('list', { name: 'Variables' })).getByRole('button', { name: /name/ })
  const marked = () => [...(CSS.highlights.get('flash') ?? [])].map(({ startContainer }) => startContainer)
  const lineOf = (node: Node | undefined) => node?.parentElement?.closest('[data-line]')?.textContent
  for (const line of ['{{name}} one', '{{ name }} two', '{{name}} one']) {
    await user.click(button)
    expect(marked().map(lineOf)).toEqual([line])
  }
})

test.each([
  ['', 'empty'],
  [null, 'null'],
  [undefined, 'absent'],
  [7, '7'],
])('a prompt %j is shown unchanged', async (prompt, result) => {
  await show([withPrompt(prompt)])
  await screen.findByRole('heading', { name: 'law' })
  expect(valueOf('Language models', 'Prompt').textContent).toBe(result)
})

test('a model without a name has its number as its heading', async () => {
  await show([withPrompt('Hello', { largeName: null })])
  await screen.findByRole('heading', { name: 'Item 1' })
})
