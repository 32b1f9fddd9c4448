import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sampleConversation } from '../../support/conversations.ts'
import { aBody, aSavedSnapshot } from './stage.ts'
import { partOf, rowsOf, show, valueOf } from './viewer-stage.tsx'

const [model] = sampleConversation.modelDtoList

function withPrompt(prompt: unknown, changes: object = {}) {
  return aSavedSnapshot(
    aBody({ ...sampleConversation, modelDtoList: [{ ...model, largeName: 'law', prompt, ...changes }] }),
  )
}

const box = () => screen.findByRole('region', { name: 'Prompt of law' })
const models = () => within(partOf('Language models'))

// Would catch a count that takes a Chinese sentence for one word, and an emoji for two characters.
test('a prompt is shown by its lines and counted', async () => {
  await show([withPrompt('You answer.\n\n请用简体中文回答 👍')])
  expect(rowsOf(await box())).toEqual(['You answer.', '\u00A0', '请用简体中文回答 👍'])
  const counts = await models().findByText(/characters/)
  expect(counts.textContent).toBe('23 characters · 6 words · 3 lines')
  models().getByRole('button', { name: 'Copy prompt' })
})

// Would catch "No prompt" over a conversation whose second model has one.
test('the summary has the first prompt that there is', async () => {
  const modelDtoList = [null, { ...model, prompt: '' }, { ...model, prompt: 'You answer.' }]
  await show([aSavedSnapshot(aBody({ ...sampleConversation, modelDtoList }))])
  const summary = within(await screen.findByRole('region', { name: 'Summary' }))
  await summary.findByText('You answer.')
})

// Would catch variables that a proof-reader has to look for, and JSON taken for one.
test('template variables are marked and listed with how often they stand there', async () => {
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

// Would catch a prompt that ends where its row does.
test('a prompt of 200 kB is read whole, and can be scrolled by the keyboard', async () => {
  const line = 'You are {{name}}, receptionist of the house, and you speak slowly and clearly to everyone.'
  await show([withPrompt(Array.from({ length: 2_300 }, () => line).join('\n'))])
  await models().findByText(/2,300 lines/)
  await models().findByText('2,300')
  expect((await box()).tabIndex).toBe(0)
})

// Would catch a row as high as a book, and a variable that is cut in two.
test('a line of 100,000 characters is cut into rows that together are the line', async () => {
  const prompt = 'word {{customer name}} '.repeat(4_500)
  await show([withPrompt(prompt)])
  await models().findByRole('button', { name: 'Copy prompt' })
  const rows = rowsOf(await box())
  expect(Math.max(...rows.map((row) => row.length))).toBeLessThanOrEqual(2_000)
  expect(prompt.startsWith(rows.join(''))).toBe(true)
  for (const row of rows) expect(row.match(/\{\{/g)?.length).toBe(row.match(/\}\}/g)?.length)
})

test.each([
  ['', 'empty'],
  [null, 'null'],
  [undefined, 'absent'],
  [7, '7'],
])('a prompt %j is told as it is', async (prompt, result) => {
  await show([withPrompt(prompt)])
  await screen.findByRole('heading', { name: 'law' })
  expect(valueOf('Language models', 'Prompt').textContent).toBe(result)
})

test('a model without a name is told by its place', async () => {
  await show([withPrompt('Hello', { largeName: null })])
  await screen.findByRole('heading', { name: 'Item 1' })
})
