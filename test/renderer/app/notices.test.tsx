import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { NoticesButton } from '../../../src/renderer/app/side-popover.tsx'
import { renderPage } from '../../support/render.tsx'
import { aBatch, anEntry } from '../activity/stage.tsx'

// Would catch a mark that disappears before the notices were opened, or that stays afterwards.
test('notices have a line per action with its outcome, and are marked until they are opened', async () => {
  const closed = anEntry({
    action: 'session.closeAll',
    target: 'app-1',
    label: 'Lobby kiosk',
    facts: { result: 'fell', countBefore: 8, countAfter: 0, seconds: 5 },
  })
  const batch = anEntry({
    action: 'avatar.batchEnded',
    outcome: 'seen',
    target: 'anna.jpg',
    batch: aBatch(32, { accepted: 32, ready: 32 }),
  })
  let seenId = closed.id
  const { user, emit, callsOf } = renderPage(<NoticesButton />, {
    handlers: {
      'activity.notices': () => ({ rows: [batch, closed], seenId }),
      'activity.seeNotices': ({ upTo }) => {
        seenId = upTo
        return null
      },
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Notices, unread' }))
  const lines = within(await screen.findByRole('list', { name: 'Notices' })).getAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^unread · observed · Create 32 avatars 32 of 32 ready/),
    expect.stringMatching(/^OK · Close all sessions Lobby kiosk8 → 0 in 5 s/),
  ])
  expect(callsOf('activity.seeNotices')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Notices, unread' }))
  await waitFor(() => expect(callsOf('activity.seeNotices')).toEqual([{ upTo: batch.id }]))
  await emit('activity.added', {})
  await screen.findByRole('button', { name: 'Notices' })
})
