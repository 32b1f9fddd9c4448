import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { CloseSuggestions } from '../../../src/renderer/sections/sessions/suggestions/close-suggestions.tsx'
import { SessionsSection } from '../../../src/renderer/sections/sessions/sessions-section.tsx'
import { PageHeader } from '../../../src/renderer/ui/page-header.tsx'
import type { KnownSession } from '../../../src/shared/schemas/inbox.ts'
import { aProfile, anAppState } from '../../support/page-state.ts'
import { renderPage } from '../../support/render.tsx'
import type { RenderedPage } from '../../support/render.tsx'
import { aCloseManyTicket, aKnownSession, anInbox, aSuggestion, aRun, someSuggestionRules } from './inbox-stage.ts'
import { aCloseTicket, aConcurrency, anOutcome } from './stage.ts'

const three = ['call-1', 'call-2', 'call-3'].map((id) => aKnownSession(id))

interface Stage extends RenderedPage {
  /** What main knows from now on, told to the page. */
  readonly become: (sessions: readonly KnownSession[]) => Promise<void>
}

function open(handlers: Partial<Handlers> = {}): Stage {
  let known: readonly KnownSession[] = three
  const page = renderPage(<SessionsSection />, {
    handlers: {
      'app.state': () => anAppState([aProfile({ protection: 'open' })]),
      'session.figures': () => aConcurrency(),
      'inbox.list': () => anInbox(known),
      'session.openClose': (target) => aCloseTicket({ ...target }),
      'session.close': () => anOutcome(),
      'session.openCloseMany': ({ sessionIds }) => aCloseManyTicket(sessionIds),
      'session.closeMany': () => aRun([{ sessionId: 'call-1' }]),
      ...handlers,
    },
  })
  return {
    ...page,
    become: async (sessions) => {
      known = sessions
      await page.emit('inbox.changed', {})
    },
  }
}

const without = (...ids: readonly string[]): readonly KnownSession[] =>
  three.filter(({ sessionId }) => !ids.includes(sessionId))

const expectFocusOn = (find: () => HTMLElement): Promise<void> =>
  waitFor(() => {
    expect(document.activeElement).toBe(find())
  })

async function closeRow(page: Stage, id: string): Promise<void> {
  await page.user.click(await screen.findByRole('button', { name: `Close session ${id}` }))
  const dialog = await screen.findByRole('dialog', { name: 'Close session' })
  await page.user.click(within(dialog).getByRole('button', { name: 'Close session' }))
  await screen.findByText('call-1 closed.')
}

// Would catch a keyboard that is thrown to the top of the page with every call that is closed.
test('the focus goes on to the next row when the row of a closed session goes away', async () => {
  const page = open()
  await closeRow(page, 'call-2')
  await page.become(without('call-2'))
  await expectFocusOn(() => screen.getByRole('checkbox', { name: 'Select call-3' }))
})

// Would catch the same where main is quicker than the dialog.
test('the focus goes on to the next row when it went away behind the confirmation', async () => {
  const page = open()
  await page.user.click(await screen.findByRole('button', { name: 'Close session call-2' }))
  const dialog = await screen.findByRole('dialog', { name: 'Close session' })
  await page.become(without('call-2'))
  await waitFor(() => {
    expect(screen.queryByRole('checkbox', { name: 'Select call-2', hidden: true })).toBeNull()
  })
  expect(dialog.contains(document.activeElement)).toBe(true)
  await page.user.click(within(dialog).getByRole('button', { name: 'Close session' }))
  await expectFocusOn(() => screen.getByRole('checkbox', { name: 'Select call-3' }))
})

// Would catch a focus that has nowhere to go after the last row.
test('after the last row the focus goes to the heading', async () => {
  const page = open()
  await closeRow(page, 'call-3')
  await page.become(without('call-3'))
  await expectFocusOn(() => screen.getByRole('heading', { name: /known here/ }))
})

// Would catch a button that has the focus, is disabled by what it did, and takes the keyboard with it.
test('the focus goes on to the table when what was selected is closed', async () => {
  const page = open()
  await page.user.click(await screen.findByRole('checkbox', { name: 'Select call-1' }))
  await page.user.click(screen.getByRole('button', { name: 'Close 1 session' }))
  const dialog = await screen.findByRole('dialog', { name: 'Close these sessions' })
  await page.user.click(within(dialog).getByRole('button', { name: 'Close 1 session' }))
  await waitFor(() => {
    expect(dialog.isConnected).toBe(false)
  })
  await page.become(without('call-1'))
  await expectFocusOn(() => screen.getByRole('checkbox', { name: 'Select all' }))
})

// Would catch a focus that is pulled away from another part of the page.
test('a row that goes away takes no focus from elsewhere', async () => {
  const page = open()
  await page.user.click(await screen.findByRole('checkbox', { name: 'Select call-2' }))
  const box = screen.getByRole('textbox', { name: 'Label of call-1' })
  await page.user.click(box)
  await page.become(without('call-2'))
  await waitFor(() => {
    expect(screen.queryByRole('checkbox', { name: 'Select call-2' })).toBeNull()
  })
  expect(document.activeElement).toBe(box)
})

// Would catch the same for what a rule proposed: the card with the button is gone.
test('after Cancel the focus goes to the next suggestion, and from the last to the heading of the page', async () => {
  const view = aProfile({ protection: 'open' })
  const both = [aSuggestion(), aSuggestion({ id: 'suggestion-2', sessions: aCloseManyTicket(['call-3']).sessions })]
  let suggestions = both
  const page = renderPage(
    <>
      <PageHeader title="Avatars" />
      <CloseSuggestions view={view} />
    </>,
    {
      handlers: {
        'app.state': () => anAppState([view]),
        'closeRule.read': () => someSuggestionRules({ suggestions }),
        'closeRule.cancelSuggestion': ({ suggestionId }) => {
          suggestions = suggestions.filter(({ id }) => id !== suggestionId)
          return someSuggestionRules({ suggestions })
        },
      },
    },
  )
  const cancels = await screen.findAllByRole('button', { name: 'Cancel' })
  await page.user.click(cancels[0] ?? document.body)
  await waitFor(() => {
    expect(screen.getAllByRole('button', { name: 'Cancel' })).toHaveLength(1)
  })
  expect(screen.getByRole('article').contains(document.activeElement)).toBe(true)
  await page.user.click(screen.getByRole('button', { name: 'Cancel' }))
  await expectFocusOn(() => screen.getByRole('heading', { name: 'Avatars' }))
})
