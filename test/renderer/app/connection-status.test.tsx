import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { operationNames } from '../../../src/main/service/operations.ts'
import { Shell } from '../../../src/renderer/app/shell.tsx'
import app from '../../../src/renderer/i18n/en/app.json' with { type: 'json' }
import { aProfile, anAppState } from '../../support/page-state.ts'
import { renderPage } from '../../support/render.tsx'
import { aFailure } from '../sessions/stage.ts'

const ready = (): Promise<void> => waitFor(() => expect(document.documentElement.hasAttribute('data-ready')).toBe(true))

describe('the network', () => {
  const say = (online: boolean): void => {
    Object.defineProperty(navigator, 'onLine', { value: online, configurable: true })
    window.dispatchEvent(new Event(online ? 'online' : 'offline'))
  }

  test('the page reports its state to main at the start and at each change', async () => {
    const { callsOf } = renderPage(<Shell />)
    await ready()
    say(false)
    say(true)
    await waitFor(() =>
      expect(callsOf('app.connectivity')).toEqual([{ online: true }, { online: false }, { online: true }]),
    )
  })

  test('the connection status says that nothing is sent or read offline', async () => {
    const text = "Nothing is sent while you're offline."
    const { emit } = renderPage(<Shell />)
    await ready()
    expect(screen.queryByText(text)).toBeNull()
    await emit('app.changed', anAppState([aProfile()], { isOffline: true }))
    expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByText('Offline')).toBeTruthy()
    await emit('app.changed', anAppState([], { isOffline: true }))
    expect(screen.queryByText(text)).toBeNull()
  })

  // Would catch a service that is never polled again without a shown reason.
  test('the connection status says once that polling is suspended because the token was refused', async () => {
    const text = /^Greenroom stopped refreshing\./
    const { emit } = renderPage(<Shell />)
    await ready()
    expect(screen.queryByText(text)).toBeNull()
    await emit('app.changed', anAppState([aProfile()], { refusedTokens: [aProfile().profile.id] }))
    expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByText('Token rejected')).toBeTruthy()
    await emit('app.changed', anAppState([aProfile()], { refusedTokens: [] }))
    expect(screen.queryByText(text)).toBeNull()
  })

  // Would catch a refusal of the service that is shown as a missing answer.
  test.each([
    [aFailure({ kind: 'declined' }, { httpStatus: 200 }), 'Request failed'],
    [aFailure({ kind: 'timeout', phase: 'answer', timeoutMs: 1 }), 'No answer'],
    [{ kind: 'keychain-locked' } as const, 'Keychain locked'],
    [{ kind: 'keychain-missing' } as const, 'No keychain'],
  ])('a failed read is shown with its kind of failure: %#', async (failure, text) => {
    const usage = { pace: null, today: null, week: null }
    const figures = { latest: null, failure: { failure, at: Date.now() }, creationsUsage: usage, durationUsage: usage }
    renderPage(<Shell />, { handlers: { 'account.figures': () => figures } })
    await screen.findByText(text)
  })

  // Would catch a balance from before the clock was set back that makes every later failure look connected.
  test('a read from before the clock was set back is not the last contact', async () => {
    const usage = { pace: null, today: null, week: null }
    const latest = { at: Date.now() + 3_600_000, avatarCreationsLeft: 34, durationLeft: 100 }
    const failure = aFailure({ kind: 'declined' }, { httpStatus: 200 })
    renderPage(<Shell />, {
      handlers: {
        'account.figures': () => ({ latest, failure: null, creationsUsage: usage, durationUsage: usage }),
        'session.figures': ({ appId }) => ({
          appId,
          latest: null,
          intervalMs: 5_000,
          list: null,
          listFailure: null,
          failure: { failure, at: Date.now() },
        }),
      },
    })
    await screen.findByText('Request failed')
  })

  // Would catch a failed read of the balances that hides a later answer of the service.
  test('an answer to any other operation shows Connected immediately', async () => {
    const usage = { pace: null, today: null, week: null }
    const failure = aFailure({ kind: 'timeout', phase: 'answer', timeoutMs: 1 })
    const answered: unknown[] = []
    const { emit } = renderPage(<Shell />, {
      handlers: {
        'account.figures': () => ({
          latest: null,
          creationsUsage: usage,
          durationUsage: usage,
          failure: { failure, at: Date.now() - 60_000 },
        }),
        'exchange.recent': () => answered as never,
      },
    })
    await screen.findByText('No answer')
    const exchange = { id: 'e-1', operation: 'getConversation', httpStatus: 200 }
    answered.push({ ...exchange, startedAt: Date.now() - 1_000, durationMs: 300, problem: null })
    await emit('exchange.added', {})
    await screen.findByText('Connected')
  })

  // Would catch a green "Connected" while creations, closes and other reads than counts and balances fail.
  test.each([
    ['getConversationById', 503, 'http: HTTP 503', 'Request failed'],
    ['createAvatar', null, 'connection-reset: ECONNRESET', 'No answer'],
    ['queryAvatar', 200, 'declined: HTTP 200', 'Request failed'],
    ['sessionStop', 401, 'token-rejected: HTTP 401', 'Token rejected'],
  ])('a failed exchange of %s is shown immediately: %s', async (operation, httpStatus, problem, text) => {
    const usage = { pace: null, today: null, week: null }
    const latest = { at: Date.now() - 20_000, avatarCreationsLeft: 34, durationLeft: 100 }
    const exchanges: unknown[] = []
    const { emit } = renderPage(<Shell />, {
      handlers: {
        'account.figures': () => ({ latest, failure: null, creationsUsage: usage, durationUsage: usage }),
        'exchange.recent': () => exchanges as never,
      },
    })
    await screen.findByText('Connected')
    exchanges.push({ id: 'e-1', operation, httpStatus, startedAt: Date.now() - 1_000, durationMs: 300, problem })
    await emit('exchange.added', {})
    await screen.findByText(text)
  })

  // Would catch a list of exchanges that requires knowledge of the service's paths.
  test('the last exchanges are shown as text', async () => {
    const exchange = (id: string, operation: string, httpStatus: number | null, problem: string | null) =>
      ({ id, operation, httpStatus, problem, startedAt: Date.now() - 2_000, durationMs: 12 }) as never
    const { user } = renderPage(<Shell />, {
      handlers: {
        'exchange.recent': () => [
          exchange('e-1', 'getconcurrentNumber', 503, 'http: HTTP 503'),
          exchange('e-2', 'getConversationById', 200, 'declined: HTTP 200'),
          exchange('e-3', 'createAvatar', null, 'connection-reset: ECONNRESET'),
          exchange('e-4', 'queryAccount', 200, null),
        ],
      },
    })
    await user.click(await screen.findByRole('button', { name: /^Request failed/ }))
    const lines = within(await screen.findByRole('dialog', { name: 'Connection' })).getAllByRole('listitem')
    expect(lines.map(({ textContent }) => /^(.*)12 ms/.exec(textContent)?.[1])).toEqual([
      'Live count · busy (503)',
      'Conversation · refused',
      'Create avatar · connection lost',
      'Balances',
    ])
  })

  test('the last hour shows for each operation the share of answered calls and their speed', async () => {
    const { user } = renderPage(<Shell />, {
      handlers: {
        'exchange.lastHour': () => [
          { operation: 'getconcurrentNumber', calls: 1_000, answered: 999, medianMs: 120 },
          { operation: 'queryAccount', calls: 4, answered: 0, medianMs: null },
        ],
      },
    })
    await user.click(await screen.findByRole('button', { name: /^Not contacted/ }))
    const hour = await screen.findByRole('table', { name: 'Last hour, as seen from this computer' })
    const rows = within(hour).getAllByRole('row').slice(1)
    expect(rows.map(({ textContent }) => textContent)).toEqual(['Live count99% of 1,000120 ms', 'Balances0% of 4–'])
  })

  // Would catch "100%" while the service refuses every connection: a call that sent nothing is no exchange.
  test('the last hour is read again each time that the status is opened', async () => {
    let answered = 4
    const { user } = renderPage(<Shell />, {
      handlers: { 'exchange.lastHour': () => [{ operation: 'queryAccount', calls: 4, answered, medianMs: 12 }] },
    })
    const status = await screen.findByRole('button', { name: /^Not contacted/ })
    await user.click(status)
    expect(await screen.findByRole('row', { name: /^Balances 100% of 4/ })).toBeTruthy()
    await user.click(status)
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull())
    answered = 3
    await user.click(status)
    expect(await screen.findByRole('row', { name: /^Balances 75% of 4/ })).toBeTruthy()
  })

  test('every operation of the service has a text', () => {
    expect(Object.keys(app.status.operation).sort()).toEqual([...operationNames].sort())
  })

  // Would catch a green "Connected" without any confirmation for an hour.
  test('an answer older than the slowest read does not count as a connection', async () => {
    const usage = { pace: null, today: null, week: null }
    const latest = { at: Date.now() - 3_600_000, avatarCreationsLeft: 34, durationLeft: 100 }
    renderPage(<Shell />, {
      handlers: {
        'account.figures': () => ({ latest, failure: null, creationsUsage: usage, durationUsage: usage }),
      },
    })
    const button = await screen.findByRole('button', { name: /^Last contact/ })
    expect(button.textContent).toBe('Last contact1 h')
  })

  // Would catch a locked keychain that is shown as a service without an answer.
  test.each([
    ['keychain-locked', 'Keychain locked'],
    ['keychain-missing', 'No keychain'],
  ] as const)('a secret that cannot be read is shown as such: %s', async (secret, text) => {
    const { emit } = renderPage(<Shell />)
    await ready()
    await emit('app.changed', anAppState([aProfile({}, { secret })]))
    expect(screen.getByText(text)).toBeTruthy()
  })

  test('a token that was read before the keychain was locked still connects', async () => {
    const usage = { pace: null, today: null, week: null }
    const latest = { at: Date.now(), avatarCreationsLeft: 34, durationLeft: 100 }
    renderPage(<Shell />, {
      handlers: {
        'app.state': () => anAppState([aProfile({}, { secret: 'keychain-locked' })]),
        'account.figures': () => ({ latest, failure: null, creationsUsage: usage, durationUsage: usage }),
      },
    })
    await screen.findByText('Connected')
  })

  test('a secret that could not be removed from a locked keychain is reported', async () => {
    const { emit } = renderPage(<Shell />)
    await ready()
    await emit('app.changed', anAppState([aProfile()], { notices: [{ id: 'secret-left', kind: 'secret-left' }] }))
    expect(screen.getByText(/^A replaced or removed secret is still in the locked keychain\./)).toBeTruthy()
  })

  // Would catch a removed token that is shown as rejected.
  test.each([true, false])('a profile without a token is shown as such (refused before: %s)', async (before) => {
    const { emit } = renderPage(<Shell />)
    await ready()
    const refusedTokens = before ? [aProfile().profile.id] : []
    await emit('app.changed', anAppState([aProfile({}, { secret: 'none' })], { refusedTokens }))
    expect(screen.getByText('No token')).toBeTruthy()
    expect(screen.queryByText('Token rejected')).toBeNull()
  })
})
