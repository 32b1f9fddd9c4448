import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { documentText, findRanges } from '../../../src/renderer/sections/conversations/find/document-ranges.ts'
import type { DocumentRange } from '../../../src/renderer/sections/conversations/find/document-ranges.ts'
import { sampleConversation } from '../../support/conversations.ts'
import { pasteInto } from '../../support/render.tsx'
import { aBody, aSavedSnapshot } from './stage.ts'
import { boxIn, linesOf, show } from './viewer-stage.tsx'

function documentOf(html: string): HTMLElement {
  const root = document.createElement('div')
  root.innerHTML = html
  return root
}

function textAt({ startContainer, startOffset, endContainer, endOffset }: DocumentRange): string {
  const range = document.createRange()
  range.setStart(startContainer, startOffset)
  range.setEnd(endContainer, endOffset)
  return range.toString()
}

const foundIn = (html: string, search: string) => findRanges(documentOf(html), search).map(textAt)

describe('places of a text', () => {
  // Would catch a word that is not found because a part of it is coloured or marked.
  test('include the marks inside a line or a value', () => {
    expect(foundIn('<bdi>nee<mark>dle</mark></bdi>', 'needle')).toEqual(['needle'])
    expect(foundIn('<div data-line="1"><bdi><b>"a"</b><i>: </i><u>1</u></bdi></div>', '"a": 1')).toEqual(['"a": 1'])
  })

  // Would catch two fields that count as one text.
  test('end where the line or the value ends', () => {
    expect(foundIn('<bdi>nee</bdi><bdi>dle</bdi>', 'needle')).toEqual([])
    expect(foundIn('<div data-line="1">nee</div><div data-line="2">dle</div>', 'needle')).toEqual([])
  })

  test('continue in the next part of a line that is too long for one block', () => {
    const html = '<div data-line="1"><bdi>x nee</bdi></div><div data-line=""><bdi>dle y</bdi></div>'
    expect(foundIn(html, 'needle')).toEqual(['needle'])
  })

  // Would catch a count that includes text outside the document.
  test('leave out hints, pictures, texts for screen readers and collapsed content', () => {
    const collapsed = '<details><summary>more</summary><p>needle</p></details>'
    expect(foundIn(collapsed, 'needle')).toEqual([])
    expect(foundIn(collapsed.replace('<details>', '<details open>'), 'needle')).toEqual(['needle'])
    const beside = ['class="visually-hidden"', 'aria-hidden="true"', 'data-beside']
    expect(beside.map((attribute) => `<p ${attribute}>needle</p>`).flatMap((html) => foundIn(html, 'needle'))).toEqual(
      [],
    )
  })

  test('are found in order, in upper and lower case alike', () => {
    expect(foundIn('<p>Hall hall</p><p>HALL 大厅</p>', 'hall')).toEqual(['Hall', 'hall', 'HALL'])
    expect(foundIn('<p>大厅</p>', '大厅')).toEqual(['大厅'])
  })

  // Would catch Vietnamese that was typed with the keyboard of Windows.
  test('are found whether their accents are composed or not', () => {
    const word = 'trợ lý'.normalize('NFC')
    const forms = [word, word.normalize('NFD')]
    const html = forms.map((form) => `<p>${form}</p>`).join('')
    for (const typed of [...forms, word.replace('ợ', 'ơ\u0323')]) expect(foundIn(html, typed), typed).toEqual(forms)
  })

  // Would catch a pattern that is interpreted instead of found.
  test('treat characters of patterns literally', () => {
    const text = '.*+?^${}()|[]/-'
    for (const character of text) expect(foundIn(`<p>abc ${text}</p>`, character), character).toEqual([character])
    expect(foundIn('<p>a\\b</p>', '\\')).toEqual(['\\'])
  })

  test('are in the text nodes of the document', () => {
    const { text, starts } = documentText(documentOf('<p>one <b>two</b></p><p>three</p>'))
    expect(text).toBe('one \ntwo\nthree')
    expect(starts).toEqual([0, 5, 9])
  })
})

const bar = () => within(screen.getByRole('search', { name: 'Find in document' }))
const input = () => bar().getByRole('searchbox', { name: 'Find in document' })
const position = () => bar().getByRole('status').textContent

const scripts = ['First needle', 'hay', 'Second needle'].map((scriptContent) => ({ scriptType: 2, scriptContent }))

/** Shows a conversation with a text four times: in two scripts, and in the raw JSON of both. */
async function finding(): Promise<UserEvent> {
  const { user } = await show([aSavedSnapshot(aBody({ ...sampleConversation, scriptDtoList: scripts }))])
  await waitFor(() => expect(linesOf(boxIn('Raw JSON', 'Raw JSON')).length).toBeGreaterThan(10))
  await user.keyboard('{Control>}f{/Control}')
  expect(document.activeElement).toBe(input())
  return user
}

// Would catch a search of only a part of the document, a wrong position, and a search that stops at the last place.
test('a text is found in the whole document, with its position, and the search wraps around the end', async () => {
  const user = await finding()
  await pasteInto(user, input(), 'ND NEEDLE')
  await waitFor(() => expect(position()).toBe('1 of 2'))
  await user.clear(input())
  await pasteInto(user, input(), 'needle')
  // The summary contains the first script, too.
  await waitFor(() => expect(position()).toBe('1 of 5'))
  await user.keyboard('{Enter}{Enter}')
  expect(position()).toBe('3 of 5')
  await user.keyboard('{F3}{F3}{F3}')
  expect(position()).toBe('1 of 5')
  await user.keyboard('{Shift>}{F3}{/Shift}')
  expect(position()).toBe('5 of 5')
  await user.keyboard('{Shift>}{Enter}{/Shift}')
  expect(position()).toBe('4 of 5')
  await user.click(bar().getByRole('button', { name: 'Next' }))
  await user.click(bar().getByRole('button', { name: 'Previous' }))
  expect(position()).toBe('4 of 5')
  await user.clear(input())
  await pasteInto(user, input(), 'nowhere to be found')
  await waitFor(() => expect(position()).toBe('No matches'))
  expect(bar().getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true)
})

const marked = (name: string) =>
  [...(CSS.highlights.get(name) ?? [])].map(({ startContainer }) => startContainer.textContent?.trim())

// Would catch an invisible place, and marks that stay after the bar was closed.
test('each place is marked, the current place differently, until the bar is closed', async () => {
  const user = await finding()
  await pasteInto(user, input(), 'second needle')
  await waitFor(() => expect(position()).toBe('1 of 2'))
  expect(marked('found-current')).toEqual(['Second needle'])
  expect(marked('found')).toEqual(['"Second needle"'])
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('search', { name: 'Find in document' })).toBeNull()
  expect([...marked('found'), ...marked('found-current')]).toEqual([])
})

// Would catch a focus that restarts at the top of the window.
test('Escape returns the focus and selects the place', async () => {
  const { user } = await show([aSavedSnapshot(aBody({ ...sampleConversation, scriptDtoList: scripts }))])
  const refresh = screen.getByRole('button', { name: 'Refresh' })
  refresh.focus()
  await user.keyboard('{Control>}f{/Control}')
  await pasteInto(user, input(), 'needle')
  await waitFor(() => expect(position()).toMatch(/^1 of/))
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(refresh)
  expect(getSelection()?.toString()).toBe('needle')
})

// Would catch a number of places of the previous document.
test('the places follow the document when it changes', async () => {
  const user = await finding()
  await pasteInto(user, input(), 'hay')
  await waitFor(() => expect(position()).toBe('1 of 2'))
  await user.type(screen.getByRole('searchbox', { name: 'Search scripts' }), 'needle')
  await waitFor(() => expect(position()).toBe('1 of 1'))
})

// Would catch a key that is listed for the window and has no button on the page.
test('the button at the raw JSON opens the bar, and the key selects the typed text', async () => {
  const { user } = await show([aSavedSnapshot()])
  await user.click(screen.getByRole('button', { name: 'Find' }))
  expect(document.activeElement).toBe(input())
  await user.keyboard('old')
  screen.getByRole('button', { name: 'Refresh' }).focus()
  await user.keyboard('{Control>}f{/Control}')
  await user.keyboard('new')
  expect(input()).toHaveProperty('value', 'new')
})
