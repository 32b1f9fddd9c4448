import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SessionsSection } from '../../../src/renderer/sections/sessions/sessions-section.tsx'
import { filterInbox } from '../../../src/renderer/state/view-preferences-store.ts'
import { aProfile, anAppState } from '../../support/page-state.ts'
import { renderPage } from '../../support/render.tsx'
import { aKnownSession, anInbox } from './inbox-stage.ts'
import { aConcurrency } from './stage.ts'

const minutesAgo = (minutes: number): number => Date.now() - minutes * 60_000

function open() {
  const inbox = anInbox([
    aKnownSession('new', { firstSeenAt: minutesAgo(5) }),
    aKnownSession('half-hour', { firstSeenAt: minutesAgo(31) }),
    aKnownSession('long-over', { firstSeenAt: minutesAgo(90), endedAt: 1 }),
    aKnownSession('hours', { firstSeenAt: minutesAgo(150) }),
  ])
  return renderPage(<SessionsSection />, {
    handlers: {
      'app.state': () => anAppState([aProfile({ protection: 'open' })]),
      'session.figures': () => aConcurrency(),
      'inbox.list': () => inbox,
    },
  })
}

async function openDialog({ user }: ReturnType<typeof open>) {
  await user.click(await screen.findByRole('button', { name: 'Older than…' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Select older sessions' }))
  return { dialog, field: dialog.getByRole('textbox', { name: 'Older than (minutes)' }) }
}

const selectedNames = (): string[] =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox', { name: /^Select (?!all)/, checked: true })
    .map((box) => box.getAttribute('aria-label') ?? '')

// Would catch a younger call that is closed, and an ended session among the sessions to close.
test('selects older sessions that have not ended, and sends nothing', async () => {
  const page = open()
  const { dialog, field } = await openDialog(page)
  expect(dialog.getByRole('button', { name: 'Select 1 session' })).toBeTruthy()
  await page.user.clear(field)
  await page.user.type(field, '30{Enter}')
  expect(selectedNames()).toEqual(['Select half-hour', 'Select hours'])
  expect(screen.getByText('2 selected')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Close 2 sessions' })).toBeTruthy()
  expect(page.callsOf('session.openCloseMany')).toEqual([])
})

test('does nothing for an invalid age or an age that no session has reached', async () => {
  const page = open()
  const { dialog, field } = await openDialog(page)
  for (const typed of ['0', '9000', 'an hour']) {
    await page.user.clear(field)
    await page.user.type(field, `${typed}{Enter}`)
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Select 0 sessions' }).disabled).toBe(true)
  }
})

// Would catch a selected session that is not shown.
test('selects only sessions that the search shows', async () => {
  const page = open()
  await screen.findByRole('button', { name: 'Older than…' })
  await page.user.type(screen.getByRole('textbox', { name: 'Session ID' }), 'hours')
  const { dialog } = await openDialog(page)
  await page.user.click(dialog.getByRole('button', { name: 'Select 1 session' }))
  expect(selectedNames()).toEqual(['Select hours'])
})

test('the rows are sorted by how long the sessions are known', async () => {
  const page = open()
  const rows = (): (string | undefined)[] =>
    screen.getAllByRole('checkbox', { name: /^Select (?!all)/ }).map((box) => box.getAttribute('aria-label')?.slice(7))
  await page.user.click(await screen.findByRole('button', { name: 'Known for' }))
  expect(rows()).toEqual(['hours', 'long-over', 'half-hour', 'new'])
  await page.user.click(screen.getByRole('button', { name: 'Known for' }))
  expect(rows()).toEqual(['new', 'half-hour', 'long-over', 'hours'])
  filterInbox({ order: 'newest' })
})
