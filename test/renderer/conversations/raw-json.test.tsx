import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { jsonLines } from '../../../src/shared/conversation/json-lines.ts'
import { sampleConversation } from '../../support/conversations.ts'
import { listenToCopies } from '../../support/clipboard.ts'
import { aBody, aSavedSnapshot, longId } from './stage.ts'
import { boxIn, partOf, linesOf, show } from './viewer-stage.tsx'

const raw = () => within(partOf('Raw JSON'))
const box = () => boxIn('Raw JSON', 'Raw JSON')

async function lineWith(text: string): Promise<HTMLElement> {
  let found: HTMLElement | undefined
  await waitFor(() => {
    found = [...box().querySelectorAll<HTMLElement>('[data-line]')].find((line) => line.textContent.includes(text))
    expect(found).toBeDefined()
  })
  if (found === undefined) throw new Error(`no line with ${text}`)
  return found
}

// Would catch a body that was serialised again on its way to the screen.
test('both forms keep every digit, and the form as received is the body itself', async () => {
  const body = `{"success":true,"code":"0","data":{"later":${longId},"rate":1.50}}`
  const { user } = await show([aSavedSnapshot(body)])
  await lineWith(`"later": ${longId}`)
  expect(linesOf(box())).toContain('    "rate": 1.50')
  await user.click(screen.getByRole('radio', { name: 'As received' }))
  await waitFor(() => expect(linesOf(box()).join('')).toBe(body))
})

// Would catch a raw view with unexplained codes.
test('a hint beside a documented field has its label and the meaning of its code', async () => {
  const data = { conversationInfoDto: { gender: 2 }, mood: 'calm' }
  await show([aSavedSnapshot(aBody(data))])
  expect((await lineWith('"gender": 2')).textContent).toContain('Gender · female')
  expect((await lineWith('"mood"')).textContent).not.toContain('·')
})

// Would catch a line far below the window that is not in the document.
test('all lines of a large body are in the document', async () => {
  const scriptDtoList = Array.from({ length: 150 }, (_none, place) => ({ scriptContent: `Line ${String(place)}` }))
  const body = aBody({ ...sampleConversation, scriptDtoList })
  await show([aSavedSnapshot(body)])
  await lineWith('Line 149')
  expect(linesOf(box())).toEqual(jsonLines(body, 'pretty').lines)
})

test('hidden characters of the JSON are visible', async () => {
  await show([aSavedSnapshot('{"success":true,"code":"0","data":{"language":"a\u202Eb"}}')])
  expect((await lineWith('"language"')).textContent).toContain('aRLOb')
})

// Would catch a copy of the text on screen, including marks, instead of the received text.
test('the JSON is copied completely, in the chosen form', async () => {
  const body = `{"success":true,"code":"0","data":{"language":"a\u202Eb","later":${longId}}}`
  const copied = listenToCopies()
  const { user } = await show([aSavedSnapshot(body)])
  await user.click(screen.getByRole('radio', { name: 'As received' }))
  await user.click(raw().getByRole('button', { name: 'Copy Raw JSON' }))
  await waitFor(() => expect(copied).toEqual([body]))
})
