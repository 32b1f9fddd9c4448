import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { scrollToField } from '../../../src/renderer/sections/conversations/scroll-to-field.ts'
import { sampleConversation } from '../../support/conversations.ts'
import { pasteInto } from '../../support/render.tsx'
import { aBody, aSavedSnapshot } from './stage.ts'
import { boxIn, partOf, show, valueOf } from './viewer-stage.tsx'

const [script] = sampleConversation.scriptDtoList

function withScripts(scripts: readonly object[]) {
  const scriptDtoList = scripts.map((changes, index) => ({ ...script, id: index + 1, ...changes }))
  return aSavedSnapshot(aBody({ ...sampleConversation, scriptDtoList }))
}

const types = (): readonly string[] =>
  within(screen.getByRole('list', { name: 'Script type' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

const search = () => screen.findByRole('searchbox', { name: 'Search scripts' })

// Would catch scripts in the order of a list nobody ordered, or without the word for their type.
test('scripts stand under their types in the contract’s order; unknown types come last', async () => {
  await show([withScripts([{ scriptType: 9 }, { scriptType: 4 }, { scriptType: 0 }, { scriptType: 4 }])])
  await search()
  const titles = within(partOf('Scripts')).getAllByRole('heading', { level: 3 })
  expect(titles.map((title) => title.textContent)).toEqual(['wake-up word 1', 'farewell 2', 'type 9 1'])
})

// Would catch an opening line that nobody notices is not there.
test('all eight types are told, those without a script as missing', async () => {
  await show([withScripts([{ scriptType: 1 }, { scriptType: 1 }, { scriptType: null }])])
  await search()
  expect(types()).toEqual([
    'wake-up word missing',
    'opening line 2',
    'waiting phrase missing',
    'unknown question missing',
    'farewell missing',
    'interruption missing',
    'interruption sentence missing',
    'guiding phrase missing',
    'no type 1',
  ])
})

test('a script shows its text, its emotion and its other fields', async () => {
  await show([withScripts([{ scriptContent: 'Welcome, traveller.', emotion: '3' }])])
  await within(partOf('Scripts')).findByText('Welcome, traveller.')
  expect(valueOf('Scripts', 'Emotion').textContent).toBe('3')
  expect(valueOf('Scripts', 'Audio address').textContent).toBe('null')
})

// Would catch a search over what is drawn only, and a count that is told to nobody.
test('a search goes over all scripts and tells how many hold it', async () => {
  const many = Array.from({ length: 1_000 }, (_, place) => ({
    scriptType: place % 8,
    scriptContent: place % 200 === 199 ? `Good night ${String(place)}` : `Good day ${String(place)}`,
  }))
  const { user } = await show([withScripts(many)])
  await pasteInto(user, await search(), 'GOOD NIGHT')
  await waitFor(() =>
    expect(
      within(partOf('Scripts'))
        .getAllByRole('status')
        .map(({ textContent }) => textContent),
    ).toContain('5 of 1,000'),
  )
  await within(partOf('Scripts')).findByText('Good night 999')
  expect(types().some((type) => type.includes('missing'))).toBe(false)
  await pasteInto(user, await search(), ' of nothing')
  await screen.findByText('No matches')
  await user.type(await search(), '{Escape}')
  expect(await search()).toHaveProperty('value', '')
})

test('of a thousand scripts any can be jumped to', async () => {
  await show([
    withScripts(Array.from({ length: 1_000 }, (_, place) => ({ scriptType: 1, scriptContent: `No ${String(place)}` }))),
  ])
  await within(partOf('Scripts')).findByText('No 0')
  const box = boxIn('Scripts', 'Scripts')
  expect(box.tabIndex).toBe(0)
  scrollToField('data.scriptDtoList[3].scriptContent')
  const row = document.querySelector('[data-path="data.scriptDtoList[3].scriptContent"]')
  expect(row?.hasAttribute('data-flash')).toBe(true)
})

// Would catch "no text" for a type whose first script is far down in the list.
test('the summary has the first text of every type, however many scripts stand before it', async () => {
  const wakeUps = Array.from({ length: 900 }, () => ({ scriptType: 0, scriptContent: 'Hello' }))
  const others = ['Welcome to us!', 'One moment'].map((scriptContent, at) => ({ scriptType: at + 1, scriptContent }))
  await show([withScripts([...others, ...wakeUps])])
  const summary = within(await screen.findByRole('region', { name: 'Summary' }))
  expect(await summary.findAllByText('Welcome to us!')).toHaveLength(2)
  summary.getByText('One moment')
  summary.getByText('+899')
})

// Would catch items of a long list that nobody gets to see.
test('each of many knowledge bases can be reached', async () => {
  const knowledgeDtoList = Array.from({ length: 25 }, (_, place) => ({ id: place, name: `Handbook ${String(place)}` }))
  await show([aSavedSnapshot(aBody({ ...sampleConversation, knowledgeDtoList }))])
  await screen.findByRole('heading', { name: 'Handbook 0' })
  const box = boxIn('Knowledge', 'Knowledge bases')
  expect(box.tabIndex).toBe(0)
  expect(screen.queryByRole('heading', { name: 'Handbook 24' })).toBeNull()
  scrollToField('data.knowledgeDtoList[3].name')
  const row = document.querySelector('[data-path="data.knowledgeDtoList[3].name"]')
  expect(row?.hasAttribute('data-flash')).toBe(true)
})
