import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { SessionsSection } from '../../../src/renderer/sections/sessions/sessions-section.tsx'
import { fakeTimers } from '../../support/fake-timers.ts'
import { aProfile, anAppState } from '../../support/page-state.ts'
import { renderPage } from '../../support/render.tsx'
import type { RenderedPage } from '../../support/render.tsx'
import { aKnownSession, anInbox } from './inbox-stage.ts'
import { aConcurrency, aFailure, now } from './stage.ts'

/** The page at the time of the test count. */
function openNow(handlers: Partial<Handlers>): RenderedPage {
  fakeTimers({ now, toFake: ['Date'] })
  return renderPage(<SessionsSection />, {
    handlers: {
      'app.state': () => anAppState([aProfile({ protection: 'open' })]),
      'inbox.list': () => anInbox([aKnownSession('call-1')]),
      ...handlers,
    },
  })
}

// Would catch a line with wrong counts: unknown calls as zero, or ended calls as live.
test.each([
  [12, 7, '12 live, 7 known here, 5 not known'],
  [7, 7, '7 live, 7 known here, 0 not known'],
  [5, 7, '5 live, 7 known here, 2 probably ended'],
  [6, 7, '6 live, 7 known here, 1 probably ended'],
])('%i live and %i known are shown as: %s', async (total, known, words) => {
  openNow({
    'session.figures': () => aConcurrency({ latest: { ...aConcurrency().latest, total } }),
    'inbox.list': () => anInbox([aKnownSession('call-1')], { known }),
  })
  const result = await screen.findByText(words)
  // The result bar announces the drain, so a heading that did too would announce it twice.
  expect(result.closest('[role="status"]')).toBeNull()
})

// Would catch a false certainty: a session without an application might be a call of a different application.
test('sessions without an application count neither as known nor as ended, and are named separately', async () => {
  const { user, callsOf } = openNow({
    'session.figures': () => aConcurrency({ latest: { ...aConcurrency().latest, total: 0 } }),
    'inbox.list': () => anInbox([aKnownSession('call-1', { appId: null }), aKnownSession('call-2')]),
    'inbox.markEnded': () => null,
  })
  await screen.findByText('0 live, 1 known here, 1 probably ended · 1 without application')
  await user.click(screen.getByRole('button', { name: 'Mark 1 as ended' }))
  expect(callsOf('inbox.markEnded')).toEqual([{ sessionIds: ['call-2'], isEnded: true }])
})

// Would catch calls reported as unknown that might be among the sessions without an application.
test.each([
  [12, '12 live, 1 known here, 9 not known · 2 without application', "9 live sessions aren't known here."],
  [3, '3 live, 1 known here, 0 not known · 2 without application', null],
])('sessions without an application might be among %i live calls', async (total, words, foot) => {
  openNow({
    'session.figures': () => aConcurrency({ latest: { ...aConcurrency().latest, total } }),
    'inbox.list': () => anInbox(['a', 'b', 'c'].map((id) => aKnownSession(id, id === 'a' ? {} : { appId: null }))),
  })
  await screen.findByText(words)
  expect(screen.queryByText(/known here\.$/)?.textContent.replace('Add session IDs', '') ?? null).toBe(foot)
})

// Would catch rows that offer to close sessions that the line above calls ended, without a way to mark them.
test('with no call live, the sessions of this application can be marked as ended', async () => {
  const { user, callsOf } = openNow({
    'session.figures': () => aConcurrency({ latest: { ...aConcurrency().latest, total: 0 } }),
    'inbox.list': () => anInbox([aKnownSession('call-1'), aKnownSession('call-2')]),
    'inbox.markEnded': () => null,
  })
  await screen.findByText('0 live, 2 known here, 2 probably ended')
  await user.click(screen.getByRole('button', { name: 'Mark 2 as ended' }))
  expect(callsOf('inbox.markEnded')).toEqual([{ sessionIds: ['call-1', 'call-2'], isEnded: true }])
})

// Would catch a call that has just started and is called ended, with a button that takes it off the list.
test('nothing is concluded about a session that is newer than the count', async () => {
  const latest = { ...aConcurrency().latest, at: now - 3_000, total: 0 }
  const { user, callsOf } = openNow({
    'session.figures': () => aConcurrency({ latest }),
    'inbox.list': () => anInbox([aKnownSession('call-3', { firstSeenAt: now - 1_000 }), aKnownSession('call-1')]),
    'inbox.markEnded': () => null,
  })
  await screen.findByText('0 live, 2 known here, 1 probably ended')
  await user.click(screen.getByRole('button', { name: 'Mark 1 as ended' }))
  expect(callsOf('inbox.markEnded')).toEqual([{ sessionIds: ['call-1'], isEnded: true }])
})

// Would catch a conclusion from an outdated count.
test('nothing is concluded from a stale count', async () => {
  openNow({
    'session.figures': () =>
      aConcurrency({
        latest: { ...aConcurrency().latest, total: 0 },
        failure: { failure: aFailure({ kind: 'timeout', timeoutMs: 1, phase: 'answer' }), at: now },
      }),
  })
  await screen.findByText('was 0 live, 1 known here')
  expect(screen.queryByRole('button', { name: /^Mark .*as ended$/ })).toBeNull()
})

// Would catch a zero that was never read.
test('before the first count the line says that nothing was counted', async () => {
  openNow({ 'session.figures': () => aConcurrency({ latest: null }) })
  await screen.findByText('1 known here')
})
