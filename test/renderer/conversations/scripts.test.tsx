import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { go } from '../../../src/renderer/state/location-store.ts'
import { sampleConversation } from '../../support/conversations.ts'
import { pasteInto } from '../../support/render.tsx'
import { aBody, aSavedSnapshot } from './stage.ts'
import { partOf, show, valueOf } from './viewer-stage.tsx'

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

// Would catch scripts in an arbitrary order, or without the name of their type.
test('scripts are listed under their types in the contract’s order; unknown types are last', async () => {
  await show([withScripts([{ scriptType: 9 }, { scriptType: 4 }, { scriptType: 0 }, { scriptType: 4 }])])
  await search()
  const titles = within(partOf('Scripts')).getAllByRole('heading', { level: 3 })
  expect(titles.map((title) => title.textContent)).toEqual(['wake-up word 1', 'farewell 2', 'type 9 1'])
})

// Would catch a missing opening line that is not shown as missing.
test('all eight types are listed, and a type without a script is shown as missing', async () => {
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

// Would catch a search of only the drawn scripts, and a count that screen readers do not announce.
test('a search covers all scripts and counts the scripts that contain the text', async () => {
  const many = Array.from({ length: 240 }, (_none, place) => ({
    scriptType: place % 8,
    scriptContent: place % 60 === 59 ? `Good night ${String(place)}` : `Good day ${String(place)}`,
  }))
  const { user } = await show([withScripts(many)])
  await pasteInto(user, await search(), 'GOOD NIGHT')
  await waitFor(() =>
    expect(
      within(partOf('Scripts'))
        .getAllByRole('status')
        .map(({ textContent }) => textContent),
    ).toContain('4 of 240'),
  )
  await within(partOf('Scripts')).findByText('Good night 239')
  expect(types().some((type) => type.includes('missing'))).toBe(false)
  await pasteInto(user, await search(), ' of nothing')
  await screen.findByText('No matches')
  await user.type(await search(), '{Escape}')
  expect(await search()).toHaveProperty('value', '')
})

const manyScripts = Array.from({ length: 230 }, (_none, place) => ({
  scriptType: place < 205 ? 1 : 2,
  scriptContent: `No ${String(place)}`,
}))
const isDrawn = (place: number) => document.getElementById(`field-data.scriptDtoList[${String(place)}]`) !== null

// Would catch scripts that are never shown, and a link to a field that fails because the field is not drawn.
test('200 scripts are drawn initially, and more for a field or on request', async () => {
  const { user } = await show([withScripts(manyScripts)])
  await screen.findByText('200 of 230')
  expect([199, 200].map(isDrawn)).toEqual([true, false])
  act(() => go({ section: 'conversations', at: 'data.scriptDtoList[210].scriptContent' }))
  expect(document.activeElement?.textContent).toBe('No 210')
  expect([210, 211].map(isDrawn)).toEqual([true, false])
  await user.click(screen.getByText('Show all'))
  expect(isDrawn(229)).toBe(true)
  expect(screen.queryByText('Show all')).toBeNull()
})

// Would catch the button of a type that does nothing because its scripts are not drawn.
test('the button of a type leads to its heading, however many scripts are above it', async () => {
  const { user } = await show([withScripts(manyScripts)])
  await screen.findByText('200 of 230')
  const scrolled: string[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function scroll(this: Element) {
    scrolled.push(this.textContent)
  })
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  await user.click(screen.getByTitle('waiting phrase'))
  expect(scrolled).toEqual(['waiting phrase 25'])
  expect(isDrawn(205)).toBe(true)
})

// Would catch a link to a field that does nothing because a search of the list has hidden the field.
test('the search of the list ends when the page goes to a field of the list', async () => {
  const { user } = await show([withScripts([{ scriptContent: 'Good day' }, { scriptContent: 'Good night' }])])
  await user.type(await search(), 'night')
  await within(partOf('Scripts')).findByText('1 of 2')
  expect(within(partOf('Scripts')).queryByText('Good day')).toBeNull()
  act(() => go({ section: 'conversations', at: 'data.scriptDtoList[0].scriptContent' }))
  expect(await search()).toHaveProperty('value', '')
  expect(document.activeElement?.textContent).toBe('Good day')
})

// Would catch "no text" for a type whose first script is far down in the list.
test('the summary contains the first text of every type, however many scripts precede it', async () => {
  const wakeUps = Array.from({ length: 900 }, () => ({ scriptType: 0, scriptContent: 'Hello' }))
  const others = ['Welcome to us!', 'One moment'].map((scriptContent, at) => ({ scriptType: at + 1, scriptContent }))
  await show([withScripts([...others, ...wakeUps])])
  const summary = within(await screen.findByRole('region', { name: 'Summary' }))
  expect(await summary.findAllByText('Welcome to us!')).toHaveLength(2)
  summary.getByText('One moment')
  summary.getByText('+899')
})

// Would catch list items that are never shown.
test('each of many knowledge bases is shown', async () => {
  const knowledgeDtoList = Array.from({ length: 25 }, (_, place) => ({ id: place, name: `Handbook ${String(place)}` }))
  await show([aSavedSnapshot(aBody({ ...sampleConversation, knowledgeDtoList }))])
  await screen.findByRole('heading', { name: 'Handbook 24' })
  act(() => go({ section: 'conversations', at: 'data.knowledgeDtoList[3].name' }))
  expect(document.activeElement?.textContent).toContain('Handbook 3')
})
