import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { SessionsSection } from '../../../src/renderer/sections/sessions/sessions-section.tsx'
import { consumeOfferedSessions, useOfferedSessions } from '../../../src/renderer/state/session-candidates-store.ts'
import { aProfile } from '../../support/page-state.ts'
import { renderPage } from '../../support/render.tsx'
import type { RenderedPage } from '../../support/render.tsx'
import { aConcurrency, aFailure, aListReading, now } from './stage.ts'
import type { Changes } from './stage.ts'
import type { Concurrency } from '../../../src/shared/schemas/session.ts'

afterEach(() => {
  vi.useRealTimers()
})

function open(changes: Changes<Concurrency>): RenderedPage {
  return renderPage(<SessionsSection />, { handlers: { 'session.figures': () => aConcurrency(changes) } })
}

function candidate(sessionId: string, isKnown = false) {
  return { sessionId, isLikely: true, isKnown }
}

// Would catch a comparison without its time, or one that is made before the list was read.
test('the list agrees, with the time of its reading', async () => {
  vi.useFakeTimers({ now, toFake: ['Date', 'setInterval', 'clearInterval'] })
  open({ list: aListReading({ at: now - 12_000 }) })
  const place = await screen.findByRole('region', { name: 'getconcurrentList' })
  expect(place.textContent).toBe('getconcurrentList agrees· 12 s ago')
})

// Would catch a verdict on an earlier count that stands beside another one.
test('a list that was compared with an earlier count says with which', async () => {
  vi.useFakeTimers({ now, toFake: ['Date', 'setInterval', 'clearInterval'] })
  open({ list: aListReading({ numberAt: now - 39_000 }) })
  const place = await screen.findByRole('region', { name: 'getconcurrentList' })
  expect(place.textContent).toMatch(/^getconcurrentList agreed with the count of .*\d/)
  expect(place.textContent).not.toContain('agrees')
})

test('before the list was read nothing is said about it', async () => {
  open({})
  await screen.findByRole('figure', { name: 'Total concurrent sessions' })
  expect(screen.queryByRole('region', { name: 'getconcurrentList' })).toBeNull()
})

// Would catch a difference that is told without its numbers, or with the sides exchanged.
test('a difference is told with both numbers', async () => {
  open({
    list: aListReading({
      agreement: 'differs',
      differences: [
        { figure: 'total', number: '12', list: '14' },
        { figure: 'corporateId', number: '1003645', list: null },
      ],
    }),
  })
  await screen.findByText(
    'getconcurrentList says something else: Total concurrent sessions 14 there, 12 here; Corporate ID nothing there, 1003645 here',
  )
})

// Would catch an unknown form that is swallowed, or drawn as anything but text.
test('another form is shown as it came', async () => {
  const dataText = '[\n  { "uuid": "call-1", "name": "<img src=x>" }\n]'
  open({ list: aListReading({ agreement: 'other-shape', dataText }) })
  await screen.findByText(/came in another form/)
  expect(screen.getByRole('region', { name: 'Answer of getconcurrentList' }).textContent).toBe(dataText)
  screen.getByRole('button', { name: 'Copy the answer' })
  expect(screen.queryByRole('button', { name: /Offer/ })).toBeNull()
})

const profileId = aProfile().profile.id

function OfferedHere() {
  const offered = useOfferedSessions(profileId)
  return <p>{offered === null ? 'none' : offered.candidates.map(({ sessionId }) => sessionId).join(' ')}</p>
}

// Would catch ids that are added without being shown, known ones offered anew, and an offer for another profile.
test('the ids in it are offered to the inbox of the profile, once', async () => {
  const { user, calls, redraw } = open({
    list: aListReading({
      agreement: 'other-shape',
      dataText: '[]',
      candidates: [candidate('call-1'), candidate('call-2', true), candidate('call-3')],
    }),
  })
  await user.click(await screen.findByRole('button', { name: 'Offer 2 IDs to the session inbox' }))
  await screen.findByText('2 IDs are proposed in the session inbox below.')
  expect(calls.map(({ name }) => name)).not.toContain('inbox.add')
  redraw(<OfferedHere />)
  await screen.findByText('call-1 call-3')
  expect(consumeOfferedSessions(profileId)).toMatchObject({ source: { kind: 'list', name: null } })
  expect(consumeOfferedSessions(profileId)).toBeNull()
  await screen.findByText('none')
})

// Would catch a button that offers nothing.
test('when all of its ids are known it says so', async () => {
  open({ list: aListReading({ candidates: [candidate('call-1', true)] }) })
  await screen.findByText('The ID in it is in the session inbox.')
  expect(screen.queryByRole('button', { name: /Offer/ })).toBeNull()
})

// Would catch a list that fails in silence, and the same trouble told twice.
test('a list that cannot be read is told, unless the number cannot be read either', async () => {
  const failed = { failure: aFailure({ kind: 'dns', host: 'app.example' }), at: now }
  const { redraw, emit } = open({ listFailure: failed })
  await screen.findByText('getconcurrentList could not be read:')
  redraw(<SessionsSection />)
  const both = aConcurrency({ listFailure: failed, failure: failed })
  await emit('concurrency.changed', { appId: both.appId, concurrency: both })
  await screen.findByText('The live figures could not be read:')
  expect(screen.queryByText('getconcurrentList could not be read:')).toBeNull()
})
