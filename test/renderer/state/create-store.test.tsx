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

// Would catch a list of a different account that is "empty" because of this account's filter, and rejected files of
// this account there.
test('text typed for one profile is not shown in a different profile, and returns with its profile', () => {
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
  // A task that ends late is reported under the profile where it began.
  act(() => addRejectedFiles([{ fileName: 'late.jpg', failure }], lobby))
  expect(shown()).toBe('')
  show(lobby)
  expect(shown()).toBe('bao cut.jpglate.jpg')
})

// Would catch text of a deleted profile that stays in memory and appears in the next profile with its id.
test('the state of a profile is removed with the profile', () => {
  const store = createProfileStore({ text: '' })
  store.set(() => ({ text: 'of the lobby' }), lobby)
  store.set(() => ({ text: 'of the tower' }), tower)
  forgetOtherProfiles(new Set([tower]))
  expect([store.get(lobby).text, store.get(tower).text]).toEqual(['', 'of the tower'])
})

test('every store is reset to its initial state, without a list of stores', () => {
  const ofProfile = createProfileStore({ count: 0 })
  const ofWindow = createWindowStore({ count: 0 })
  ofProfile.set(({ count }) => ({ count: count + 1 }), lobby)
  ofWindow.setState({ count: 1 })
  expect([ofProfile.get(lobby).count, ofProfile.get(tower).count, ofWindow.getState().count]).toEqual([1, 0, 1])
  resetStores()
  expect([ofProfile.get(lobby).count, ofWindow.getState().count]).toEqual([0, 0])
})
