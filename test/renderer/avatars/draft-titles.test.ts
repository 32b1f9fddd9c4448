import { expect, test } from 'vitest'
import { draftTitles } from '../../../src/renderer/sections/avatars/drafts/draft-titles.ts'
import type { Draft } from '../../../src/shared/schemas/avatar.ts'
import { draftId } from '../../../src/shared/schemas/ids.ts'
import { aDraft } from './stage.ts'

const titles = (name: string, ...drafts: readonly Partial<Draft>[]): readonly (string | undefined)[] => {
  const all = drafts.map((changes, index) => aDraft({ id: draftId.parse(`d${String(index)}`), ...changes }))
  const found = draftTitles(all, name)
  return all.map(({ id }) => found.get(id))
}

test('a card is titled with the name of its avatar, or else of its file', () => {
  expect(titles('No. {n}', { fileName: 'a.jpg' }, { fileName: 'b.jpg' })).toEqual(['No. 1', 'No. 2'])
  expect(titles('', { fileName: 'Ada.v2.jpg' }, { fileName: '', original: null })).toEqual(['Ada.v2', ''])
  expect(titles('{filename}', { fileName: 'a.jpg' }, { fileName: 'b.jpg', overrides: { name: 'Bo' } })).toEqual([
    'a',
    'Bo',
  ])
})

// Would catch forty cards that all read "Host".
test('avatars with the same name are titled with their files', () =>
  expect(titles('Host', { fileName: 'a.jpg' }, { fileName: 'b.jpg' })).toEqual(['a', 'b']))

// Would catch two portraits that cannot be distinguished before they are paid.
test('files with the same name are titled with their folders', () => {
  const front = { fileName: 'front.jpg' }
  const files = [{ ...front, folder: 'anna' }, { ...front, folder: 'bo' }, { fileName: 'c.jpg', folder: 'anna' }, front]
  expect(titles('{filename}', ...files)).toEqual(['anna/front', 'bo/front', 'c', 'front'])
})

test('drafts without image and name have no title, however many there are', () =>
  expect(titles('', { fileName: '' }, { fileName: '' })).toEqual(['', '']))
