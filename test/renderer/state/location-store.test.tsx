import { act, cleanup, renderHook } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { setShownProfile } from '../../../src/renderer/api/shown-profile.ts'
import { resetStores } from '../../../src/renderer/state/create-store.ts'
import {
  closeAsked,
  go,
  goBehindDialog,
  sectionStateOf,
  sectionNow,
  setSectionState,
  useArrival,
  useLocation,
} from '../../../src/renderer/state/location-store.ts'
import { appId, jobId, profileId, sessionId, snapshotId } from '../../../src/shared/schemas/ids.ts'

const lobby = profileId.parse('lobby')
const tower = profileId.parse('tower')
const [desk, fair] = [appId.parse('1001'), appId.parse('1002')]
const snapshot = snapshotId.parse('snapshot-1')
const other = snapshotId.parse('snapshot-2')
const comparison = {
  left: { kind: 'snapshot', snapshotId: snapshot },
  right: { kind: 'snapshot', snapshotId: other },
  part: 'changes',
} as const

const show = (id: typeof lobby): void => act(() => setShownProfile(id))

afterEach(() => {
  cleanup()
  resetStores()
  setShownProfile(undefined)
})

test('a section shows its last content on return by its name alone', () => {
  show(lobby)
  go({ section: 'sessions', appId: desk, tab: 'history', sessionId: sessionId.parse('call-1') })
  go({ section: 'avatars', jobId: jobId.parse('job-1') })
  go({ section: 'sessions' })
  expect(sectionNow()).toBe('sessions')
  expect(sectionStateOf()).toMatchObject({ appId: desk, tab: 'history', sessionId: 'call-1', jobId: 'job-1' })
})

test('a snapshot replaces a comparison, but a field in it does not', () => {
  show(lobby)
  go({ section: 'conversations', snapshotId: snapshot })
  go({ section: 'conversations', comparison })
  go({ section: 'conversations', at: 'data.name' })
  expect(sectionStateOf()).toMatchObject({ snapshotId: snapshot, comparison })
  go({ section: 'conversations', snapshotId: other })
  expect(sectionStateOf()).toMatchObject({ snapshotId: other, comparison: null })
})

// Would catch the conversation of one profile under the name of a different profile.
test('each profile has its own place, and the section belongs to the window', () => {
  show(lobby)
  go({ section: 'conversations', snapshotId: snapshot })
  show(tower)
  expect([sectionNow(), sectionStateOf().snapshotId]).toEqual(['conversations', null])
  show(lobby)
  expect(sectionStateOf().snapshotId).toBe(snapshot)
})

// Would catch a late answer that moves the operator away from the current section.
test('a place can be changed without going there', () => {
  show(lobby)
  go({ section: 'account' })
  setSectionState({ section: 'conversations', snapshotId: snapshot }, tower)
  expect([sectionNow(), sectionStateOf().snapshotId, sectionStateOf(tower).snapshotId]).toEqual([
    'account',
    null,
    snapshot,
  ])
})

function useReached(section: 'settings' | 'sessions', isReady: boolean, reached: unknown[]): void {
  useArrival(
    section,
    () => isReady,
    (location) => reached.push(location),
  )
}

// Would catch a second click on the same link that does nothing, and a part that takes the focus in each render.
test('going twice to the same place arrives twice, and a new render does not arrive again', () => {
  show(lobby)
  const reached: unknown[] = []
  const draw = () =>
    renderHook(({ isReady }) => useReached('settings', isReady, reached), {
      wrapper: StrictMode,
      initialProps: { isReady: false },
    })
  const drawn = draw()
  const about = { section: 'settings', part: 'about' } as const
  act(() => go(about))
  expect(reached).toEqual([])
  drawn.rerender({ isReady: true })
  expect(reached).toHaveLength(1)
  drawn.unmount()
  draw().rerender({ isReady: true })
  expect(reached).toHaveLength(1)
  act(() => go(about))
  expect(reached).toHaveLength(2)
})

const asked = () => renderHook(() => useLocation('sessions')?.ask).result.current

// Would catch a dialog that opens unexpectedly: over the next profile, or on return to the section.
test('a requested dialog ends with the next location, and with a change of profile', () => {
  show(lobby)
  go({ section: 'sessions', appId: desk, ask: 'close-all' })
  expect(asked()).toBe('close-all')
  show(tower)
  expect(asked()).toBeUndefined()
  show(lobby)
  expect(asked()).toBeUndefined()
  go({ section: 'sessions', ask: 'close-all' })
  go({ section: 'avatars' })
  go({ section: 'sessions' })
  expect(asked()).toBeUndefined()
})

// Would catch a question about one application that becomes a question about the next.
test('a link closes the question about closing all, and leaves Add session IDs open', () => {
  show(lobby)
  go({ section: 'sessions', appId: desk, ask: 'close-all' })
  goBehindDialog({ section: 'sessions', appId: fair })
  expect([asked(), sectionStateOf().appId]).toEqual([undefined, fair])
  go({ section: 'sessions', ask: 'add', from: 'list' })
  goBehindDialog({ section: 'sessions', appId: desk })
  const { result } = renderHook(() => useLocation('sessions'))
  expect(result.current).toMatchObject({ ask: 'add', from: 'list', appId: desk })
})

// Would catch a late end of a close that moves the operator back to Sessions.
test('closing a dialog does not change the location once the window is elsewhere', () => {
  show(lobby)
  go({ section: 'sessions', ask: 'add' })
  closeAsked()
  expect([sectionNow(), asked()]).toEqual(['sessions', undefined])
  go({ section: 'sessions', ask: 'add' })
  go({ section: 'activity' })
  closeAsked()
  expect(sectionNow()).toBe('activity')
})

// Would catch typed text that is not saved in a field that saves on blur.
test('going to a different section blurs the focused field', () => {
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  go({ section: 'avatars' })
  expect(document.activeElement).toBe(field)
  go({ section: 'sessions' })
  expect(document.activeElement).toBe(document.body)
  field.remove()
})
