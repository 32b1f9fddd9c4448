import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sampleConversation } from '../../support/conversations.ts'
import { listenToCopies } from '../../support/clipboard.ts'
import { pasteInto } from '../../support/render.tsx'
import { aBody, aSavedSnapshot, longId } from './stage.ts'
import { boxIn, partOf, rowsOf, show } from './viewer-stage.tsx'

const raw = () => within(partOf('Raw JSON'))
const box = () => boxIn('Raw JSON', 'Raw JSON')
const find = () => raw().getByRole('searchbox', { name: 'Find in JSON' })
const current = () => box().querySelector('[data-current]')?.textContent ?? null

function statusTexts(): readonly string[] {
  return raw()
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
}

async function rowWith(text: string): Promise<HTMLElement> {
  let found: HTMLElement | undefined
  await waitFor(() => {
    found = [...box().querySelectorAll<HTMLElement>('[data-index]')].find((row) => row.textContent.includes(text))
    expect(found).toBeDefined()
  })
  if (found === undefined) throw new Error(`no row with ${text}`)
  return found
}

// Would catch a body that was written anew on its way to the screen.
test('both forms keep every digit; as received it is the body itself', async () => {
  const body = `{"success":true,"code":"0","data":{"later":${longId},"rate":1.50}}`
  const { user } = await show([aSavedSnapshot(body)])
  await rowWith(`"later": ${longId}`)
  expect(rowsOf(box()).some((row) => row.includes('"rate": 1.50'))).toBe(true)
  await user.click(screen.getByRole('radio', { name: 'As received' }))
  await waitFor(() => expect(rowsOf(box()).join('')).toBe(body))
})

// Would catch a raw view in which codes are riddles.
test('lines of documented fields say what they are and what their code means', async () => {
  const data = { conversationInfoDto: { gender: 2 }, mood: 'calm' }
  await show([aSavedSnapshot(aBody(data))])
  expect((await rowWith('"gender": 2')).textContent).toContain('Gender · female')
  expect((await rowWith('"mood"')).textContent).not.toContain('·')
})

// Would catch a search that finds only what is drawn, and one without a way on.
test('a search tells where it stands, and goes on and back round the end', async () => {
  const scriptDtoList = Array.from({ length: 600 }, (_, place) => ({
    scriptContent: place % 200 === 0 ? 'Needle here' : 'hay',
  }))
  const { user } = await show([aSavedSnapshot(aBody({ ...sampleConversation, scriptDtoList }))])
  await rowWith('"success"')
  await pasteInto(user, find(), 'needle')
  await waitFor(() => expect(statusTexts()).toContain('1 of 3'))
  await user.keyboard('{Enter}{Enter}')
  expect(statusTexts()).toContain('3 of 3')
  await user.keyboard('{F3}')
  expect(statusTexts()).toContain('1 of 3')
  await user.keyboard('{Shift>}{F3}{/Shift}')
  expect(statusTexts()).toContain('3 of 3')
  await user.click(raw().getByRole('button', { name: 'Previous' }))
  expect(statusTexts()).toContain('2 of 3')
  await user.clear(find())
  await pasteInto(user, find(), 'nowhere to be found')
  await waitFor(() => expect(statusTexts()).toContain('No matches'))
  expect(raw().getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true)
})

// Would catch a match nobody can see, and a pattern that is run instead of looked for.
test('what is found is marked, letter for letter', async () => {
  const { user } = await show([aSavedSnapshot(aBody({ language: 'a.b(c' }))])
  await rowWith('"language"')
  await user.type(find(), '.B(C')
  await waitFor(() => expect(current()).toContain('a.b(c'))
  expect([...box().querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['.b(c'])
})

// Would catch a count of rows in the place of what is found in them, and a place over the end of a row without a mark.
test('of two places in a long line each is gone to, the one over the end of a row marked on both sides', async () => {
  const { user } = await show([aSavedSnapshot(aBody({ language: `${'x'.repeat(380)}needle hay needle` }))])
  await rowWith('"language"')
  await pasteInto(user, find(), 'needle')
  await waitFor(() => expect(statusTexts()).toContain('1 of 2'))
  const marks = () =>
    [...box().querySelectorAll('mark')].map(({ textContent, dataset }) => [textContent, dataset['current']])
  expect(marks()).toEqual([
    ['nee', 'true'],
    ['dle', 'false'],
    ['needle', 'false'],
  ])
  await user.keyboard('{Enter}')
  expect(statusTexts()).toContain('2 of 2')
  expect(marks().at(-1)).toEqual(['needle', 'true'])
})

// Would catch a key that is listed for the window and works in one box alone.
test('Ctrl+F goes to the search from anywhere', async () => {
  const { user } = await show([aSavedSnapshot()])
  await rowWith('"success"')
  screen.getByRole('button', { name: 'Refresh' }).focus()
  await user.keyboard('{Control>}f{/Control}')
  expect(document.activeElement).toBe(find())
})

test('hidden characters of the JSON are seen', async () => {
  await show([aSavedSnapshot('{"success":true,"code":"0","data":{"language":"a\u202Eb"}}')])
  expect((await rowWith('"language"')).textContent).toContain('aRLOb')
})

// Would catch a copy of what is on screen, marks and all, in the place of what came.
test('the JSON is copied whole, in the form that is chosen', async () => {
  const body = `{"success":true,"code":"0","data":{"language":"a\u202Eb","later":${longId}}}`
  const copied = listenToCopies()
  const { user } = await show([aSavedSnapshot(body)])
  await user.click(screen.getByRole('radio', { name: 'As received' }))
  await user.click(raw().getByRole('button', { name: 'Copy Raw JSON' }))
  await waitFor(() => expect(copied).toEqual([body]))
})
