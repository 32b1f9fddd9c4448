import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { setShownProfile } from '../../../src/renderer/api/shown-profile.ts'
import {
  createProfileStore,
  createWindowStore,
  forgetOtherProfiles,
  resetStores,
} from '../../../src/renderer/state/create-store.ts'
import { addRejectedFiles, useRejectedFiles } from '../../../src/renderer/state/intake-store.ts'
import { changeQueueQuery, useQueueQuery } from '../../../src/renderer/state/view-preferences-store.ts'
import { refusal } from '../../../src/shared/failure.ts'
import { profileId } from '../../../src/shared/schemas/ids.ts'

const lobby = profileId.parse('lobby')
const tower = profileId.parse('tower')

const show = (id: typeof lobby): void => act(() => setShownProfile(id))

afterEach(() => {
  cleanup()
  resetStores()
  setShownProfile(undefined)
})

function Shown() {
  return (
    <p role="status">
      {useQueueQuery().search} {useRejectedFiles().map(({ fileName }) => fileName)}
    </p>
  )
}

const shown = (): string => screen.getByRole('status').textContent.trim()

// Would catch another account's list that is "empty" because of a filter typed for this one, and its rejected files.
test('what was typed for one profile does not stand in another, and is there when it is back', () => {
  show(lobby)
  render(<Shown />)
  const { failure } = refusal('file-gone')
  act(() => {
    changeQueueQuery({ search: 'bao' })
    addRejectedFiles([{ fileName: 'cut.jpg', failure }], lobby)
  })
  expect(shown()).toBe('bao cut.jpg')
  show(tower)
  expect(shown()).toBe('')
  // What ends late is told where it was begun.
  act(() => addRejectedFiles([{ fileName: 'late.jpg', failure }], lobby))
  expect(shown()).toBe('')
  show(lobby)
  expect(shown()).toBe('bao cut.jpglate.jpg')
})

// Would catch what was typed for a deleted profile that stays in memory, and is there for the next one of its id.
test('what was kept for a profile goes with it', () => {
  const store = createProfileStore({ text: '' })
  store.set(() => ({ text: 'of the lobby' }), lobby)
  store.set(() => ({ text: 'of the tower' }), tower)
  forgetOtherProfiles(new Set([tower]))
  expect([store.get(lobby).text, store.get(tower).text]).toEqual(['', 'of the tower'])
})

test('each store is put back to its start, without a list of them', () => {
  const ofProfile = createProfileStore({ count: 0 })
  const ofWindow = createWindowStore({ count: 0 })
  ofProfile.set(({ count }) => ({ count: count + 1 }), lobby)
  ofWindow.setState({ count: 1 })
  expect([ofProfile.get(lobby).count, ofProfile.get(tower).count, ofWindow.getState().count]).toEqual([1, 0, 1])
  resetStores()
  expect([ofProfile.get(lobby).count, ofWindow.getState().count]).toEqual([0, 0])
})
