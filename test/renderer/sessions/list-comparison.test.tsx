import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SessionsSection } from '../../../src/renderer/sections/sessions/sessions-section.tsx'
import { fakeTimers } from '../../support/fake-timers.ts'
import { renderPage } from '../../support/render.tsx'
import type { RenderedPage } from '../../support/render.tsx'
import { aConcurrency, aFailure, aListReading, now, showTab } from './stage.ts'
import type { Changes } from './stage.ts'
import type { Concurrency } from '../../../src/shared/schemas/session.ts'

function open(changes: Changes<Concurrency>): RenderedPage {
  showTab('history')
  return renderPage(<SessionsSection />, { handlers: { 'session.figures': () => aConcurrency(changes) } })
}

function candidate(sessionId: string, isKnown = false) {
  return { sessionId, isLikely: true, isKnown }
}

// Would catch a comparison without its time, or a comparison before the list was read.
test('a list that agrees is shown with the time of its reading', async () => {
  fakeTimers({ now, toFake: ['Date', 'setInterval', 'clearInterval'] })
  open({ list: aListReading({ at: now - 12_000 }) })
  const place = await screen.findByRole('region', { name: 'Session list' })
  await within(place).findByText(/^List and counter agreed at .*\d/)
  expect(within(place).getByText('List').parentElement?.textContent).toMatch(/^List\d.* · read .*\d/)
})

// Would catch a result for an earlier count beside a different count.
test('a list that was compared with an earlier count names that count', async () => {
  fakeTimers({ now, toFake: ['Date', 'setInterval', 'clearInterval'] })
  open({ list: aListReading({ numberAt: now - 39_000 }) })
  const place = await screen.findByRole('region', { name: 'Session list' })
  within(place).getByText(/^List and counter agreed at .*\d/)
})

test('before the first read the page says that the list was not read', async () => {
  open({})
  const place = await screen.findByRole('region', { name: 'Session list' })
  expect(within(place).getByText('List').parentElement?.textContent).toBe('Listnot read yet')
})

// Would catch a difference without its numbers, or with exchanged sides.
test('a difference is shown with both numbers', async () => {
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
    /^List and counter differed at .+: Total concurrent sessions: list 14, counter 12 and Corporate ID: list –, counter 1003645\.$/,
  )
})

// Would catch an unknown form that is not shown, or that is not drawn as text.
test('an unknown form is shown unchanged', async () => {
  const dataText = '[\n  { "uuid": "call-1", "name": "<img src=x>" }\n]'
  open({ list: aListReading({ agreement: 'other-shape', dataText }) })
  await screen.findByText("The list's format is unknown.")
  expect(screen.getByRole('region', { name: 'getconcurrentList' }).textContent).toBe(dataText)
  screen.getByRole('button', { name: 'Copy the answer' })
  expect(screen.queryByRole('button', { name: /^Add \d/ })).toBeNull()
})

// Would catch ids that are added without being shown, known ids that are offered again, and an offer for a different
// profile.
test('the ids in the list are offered once to the inbox of the profile', async () => {
  const { user, calls } = open({
    list: aListReading({
      agreement: 'other-shape',
      dataText: '[]',
      candidates: [candidate('call-1'), candidate('call-2', true), candidate('call-3')],
    }),
  })
  await user.click(await screen.findByRole('button', { name: 'Add 2 sessions' }))
  await screen.findByRole('dialog', { name: 'Add session IDs' })
  expect(calls.map(({ name }) => name)).not.toContain('inbox.add')
  const proposed = within(screen.getByRole('list', { name: 'IDs found' }))
  expect(proposed.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['call-1', 'call-3'])
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Add session IDs' }))
  await screen.findByRole('dialog', { name: 'Add session IDs' })
  expect(screen.queryByText('call-1')).toBeNull()
})

// Would catch a button without ids to offer.
test('when all ids of the list are known, the page says so', async () => {
  open({ list: aListReading({ candidates: [candidate('call-1', true)] }) })
  await screen.findByText('All known here.')
  expect(screen.queryByRole('button', { name: /^Add \d/ })).toBeNull()
})

// Would catch a list that fails without a message.
test('a list that cannot be read is reported', async () => {
  open({ listFailure: { failure: aFailure({ kind: 'dns', host: 'app.example' }), at: now } })
  await within(await screen.findByRole('region', { name: 'Session list' })).findByText(
    "Couldn't find host app.example.",
  )
})

// Would catch a doubt about the count that is shown only on a different tab.
test('a differing list is reported beside the figures, with a link to the list', async () => {
  const { user } = open({
    list: aListReading({ agreement: 'differs', differences: [{ figure: 'total', number: '12', list: '14' }] }),
  })
  await user.click(await screen.findByRole('tab', { name: 'Live' }))
  await screen.findByText(/^List and counter differed at .+: Total concurrent sessions: list 14, counter 12/)
  await user.click(screen.getByRole('button', { name: 'Show list' }))
  await screen.findByRole('region', { name: 'Session list' })
})
