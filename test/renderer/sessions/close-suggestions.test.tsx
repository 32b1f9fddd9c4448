import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { Toasts } from '../../../src/renderer/app/toasts.tsx'
import { CloseSuggestions } from '../../../src/renderer/sections/sessions/rules/close-suggestions.tsx'
import { SuggestionRules } from '../../../src/renderer/sections/sessions/rules/suggestion-rules.tsx'
import { PageHeader } from '../../../src/renderer/ui/page.tsx'
import type { CloseSuggestion } from '../../../src/shared/schemas/close-rule.ts'
import { fakeTimers } from '../../support/fake-timers.ts'
import { aProfile, anAppState } from '../../support/page-state.ts'
import { pasteInto, renderPage } from '../../support/render.tsx'
import type { RenderedPage } from '../../support/render.tsx'
import { aCloseManyTicket, aSuggestion, aRun, someSuggestionRules } from './inbox-stage.ts'
import { fairAppId, now, twoApplications } from './stage.ts'
import type { Changes } from './stage.ts'

type Protection = ReturnType<typeof aProfile>['profile']['protection']

async function rules(handlers: Partial<Handlers> = {}, protection: Protection = 'open'): Promise<RenderedPage> {
  const view = aProfile({ protection, applications: twoApplications })
  const shown = (
    <>
      <SuggestionRules />
      <Toasts />
    </>
  )
  const page = renderPage(shown, {
    handlers: {
      'app.state': () => anAppState([view]),
      'closeRule.read': () => someSuggestionRules(),
      'closeRule.save': () => someSuggestionRules(),
      'closeRule.setOn': () => someSuggestionRules(),
      ...handlers,
    },
  })
  await screen.findByRole('button', { name: 'Add rule' })
  await screen.findByText(/^(No rules yet|Known sessions older than 1 h)$/)
  return page
}

// Would catch a rule whose fields are saved as something else.
test('a new rule is saved as it was set', async () => {
  const page = await rules()
  await page.user.click(screen.getByRole('button', { name: 'Add rule' }))
  const form = screen.getByRole('form', { name: 'Rule' })
  const minutes = within(form).getByRole('textbox', { name: 'Minutes' })
  await page.user.clear(minutes)
  await page.user.type(minutes, '90')
  await page.user.selectOptions(within(form).getByRole('combobox', { name: 'Applies to' }), fairAppId)
  await page.user.click(screen.getByRole('button', { name: 'Save rule' }))
  expect(page.callsOf('closeRule.save')).toEqual([
    {
      id: null,
      appId: fairAppId,
      condition: { kind: 'older-than', minutes: 90 },
      countdownSeconds: 60,
    },
  ])
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
})

// Would catch a rule for hours that begins as one for minutes, or times that are never in force.
test('a rule for after hours takes two different times', async () => {
  const page = await rules()
  await page.user.click(screen.getByRole('button', { name: 'Add rule' }))
  await page.user.click(screen.getByRole('radio', { name: 'After hours' }))
  const until = screen.getByLabelText('Until')
  const save = screen.getByRole('button', { name: 'Save rule' })
  await page.user.clear(until)
  expect(save).toHaveProperty('disabled', true)
  await pasteInto(page.user, until, '22:00')
  screen.getByText('From and Until must differ.')
  expect(save).toHaveProperty('disabled', true)
  await page.user.clear(until)
  await pasteInto(page.user, until, '05:30')
  await page.user.click(save)
  expect(page.callsOf('closeRule.save')).toMatchObject([
    { appId: null, condition: { kind: 'after-hours', from: '22:00', until: '05:30' } },
  ])
})

// Would catch numbers that main refuses with a sentence about fields.
test.each([
  ['Minutes', '0'],
  ['Minutes', '1.5'],
  ['Minutes', '10081'],
  ['Time to decide (seconds)', '14'],
  ['Time to decide (seconds)', ''],
])('%s takes no %j', async (name, typed) => {
  const page = await rules()
  await page.user.click(screen.getByRole('button', { name: 'Add rule' }))
  const box = screen.getByRole('textbox', { name })
  await page.user.clear(box)
  if (typed !== '') await page.user.type(box, typed)
  expect(box.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('button', { name: 'Save rule' })).toHaveProperty('disabled', true)
})

// Would catch a form that leaves whoever works by key on an empty page, and one that Escape does not leave.
test('the form takes the focus when it opens, and gives it back when Escape leaves it', async () => {
  const page = await rules()
  screen.getByRole('button', { name: 'Add rule' }).focus()
  await page.user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: /^Older than/ }))
  await page.user.keyboard('{Escape}')
  expect(screen.queryByRole('form', { name: 'Rule' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add rule' }))
})

// Would catch a switch that turns another rule, or an edit that begins from nothing.
test('a rule is turned off in its row, edited from what it is, removed, and put back', async () => {
  const page = await rules()
  await page.user.click(screen.getByRole('switch', { name: 'On: Known sessions older than 1 h' }))
  expect(page.callsOf('closeRule.setOn')).toEqual([{ id: 'rule-1', isOn: false }])
  const choose = async (item: string): Promise<void> => {
    await page.user.click(screen.getByRole('button', { name: 'More for Known sessions older than 1 h' }))
    await page.user.click(await screen.findByRole('menuitem', { name: item }))
  }
  await choose('Edit')
  expect(screen.getByRole('textbox', { name: 'Minutes' })).toHaveProperty('value', '60')
  await page.user.click(screen.getByRole('button', { name: 'Cancel' }))
  await choose('Remove')
  await screen.findByText('No rules yet')
  await page.user.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByRole('switch', { name: 'On: Known sessions older than 1 h' })
  expect(page.callsOf('closeRule.remove')).toEqual([])
  expect(page.callsOf('closeRule.save')).toEqual([])
})

function suggestions(handlers: Partial<Handlers> = {}, changes: Changes<CloseSuggestion> = {}): RenderedPage {
  const view = aProfile({ protection: 'open' })
  return renderPage(<CloseSuggestions />, {
    handlers: {
      'app.state': () => anAppState([view]),
      'closeRule.read': () => someSuggestionRules({ suggestions: [aSuggestion(changes)] }),
      'closeRule.cancelSuggestion': () => someSuggestionRules(),
      'session.openCloseMany': ({ sessionIds }) => aCloseManyTicket(sessionIds),
      'session.closeMany': () => aRun([{ sessionId: 'call-1' }, { sessionId: 'call-2' }]),
      ...handlers,
    },
  })
}

// Would catch a suggestion that does not say which calls it is about, or how long there is to say no.
test('a suggestion names its sessions and counts down', async () => {
  fakeTimers({ now, toFake: ['Date', 'setInterval', 'clearInterval'] })
  suggestions()
  await screen.findByRole('heading', { name: 'Close 2 sessions?' })
  screen.getByText('Known sessions older than 1 h · Lobby kiosks · 12 live then')
  const list = screen.getByRole('list', { name: 'Sessions' })
  expect(within(list).getAllByRole('listitem')[0]?.textContent).toContain('call-1')
  expect(screen.getByRole('timer').textContent).toBe('Ends in 1:00; nothing is closed then.')
  act(() => {
    vi.advanceTimersByTime(18_000)
  })
  expect(screen.getByRole('timer').textContent).toBe('Ends in 0:42; nothing is closed then.')
  expect(screen.getByRole('status').textContent).toBe('Close 2 sessions?')
})

// Would catch a Cancel that closes, or that leaves the suggestion counting.
test('Cancel ends it, and nothing is closed', async () => {
  const page = suggestions()
  await page.user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(page.callsOf('closeRule.cancelSuggestion')).toEqual([{ suggestionId: 'suggestion-1' }])
  await waitFor(() => expect(screen.queryByRole('heading')).toBeNull())
  expect(page.callsOf('session.openCloseMany')).toEqual([])
})

// Would catch a suggestion that closes with one click, or whose confirmation main does not know to be its.
test('its button opens the confirmation in the name of the suggestion', async () => {
  const page = suggestions()
  await page.user.click(await screen.findByRole('button', { name: 'Close 2 sessions' }))
  const dialog = await screen.findByRole('dialog', { name: 'Close 2 sessions' })
  expect(page.callsOf('session.openCloseMany')).toEqual([
    { sessionIds: ['call-1', 'call-2'], suggestionId: 'suggestion-1' },
  ])
  expect(page.callsOf('session.closeMany')).toEqual([])
  await page.user.click(within(dialog).getByRole('button', { name: 'Close 2 sessions' }))
  expect(page.callsOf('session.closeMany')).toEqual([{ ticket: 'ticket-1', typed: '' }])
})

// Would catch a card that lies over the page for an hour, a folded one without its way out, or one that hides news.
test('a suggestion collapses to a line with its countdown and Cancel, stays so, and a new one comes whole', async () => {
  fakeTimers({ now, toFake: ['Date', 'setInterval', 'clearInterval'] })
  const page = suggestions()
  await page.user.click(await screen.findByRole('button', { name: 'Collapse' }))
  screen.getByRole('heading', { name: 'Close 2 sessions?' })
  expect(screen.queryByRole('list')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Close 2 sessions' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show' }))
  act(() => {
    vi.advanceTimersByTime(18_000)
  })
  expect(screen.getByRole('timer').textContent).toBe('Ends in 0:42')
  await page.emit(
    'closeRules.changed',
    someSuggestionRules({ suggestions: [aSuggestion(), aSuggestion({ id: 'suggestion-2' })] }),
  )
  const [first, second] = screen.getAllByRole('article')
  within(second ?? document.body).getByRole('button', { name: 'Close 2 sessions' })
  await page.user.click(within(first ?? document.body).getByRole('button', { name: 'Cancel' }))
  expect(page.callsOf('closeRule.cancelSuggestion')).toEqual([{ suggestionId: 'suggestion-1' }])
})

// Would catch a keyboard that is thrown to the top of the page, as the card with the button is gone.
test('after Cancel the focus goes to the next suggestion, and from the last to the heading of the page', async () => {
  const view = aProfile({ protection: 'open' })
  const both = [aSuggestion(), aSuggestion({ id: 'suggestion-2', sessions: aCloseManyTicket(['call-3']).sessions })]
  let suggestions = both
  const page = renderPage(
    <>
      <PageHeader title="Avatars" />
      <CloseSuggestions />
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
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Cancel' })).toHaveLength(1))
  expect(screen.getByRole('article').contains(document.activeElement)).toBe(true)
  await page.user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Avatars' })))
})
