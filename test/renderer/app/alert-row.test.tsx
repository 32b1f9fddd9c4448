import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Shell } from '../../../src/renderer/app/shell.tsx'
import type { Events } from '../../../src/shared/events.ts'
import { alertEvent } from '../../../src/shared/schemas/alert.ts'
import { fail, renderPage } from '../../support/render.tsx'

const usage = { pace: null, today: null, week: null }

/** One alert is triggered. */
function only(id: number): Events['alerts.changed'] {
  const event = alertEvent.parse({
    id,
    ruleAppId: null,
    severity: 'warning',
    appId: null,
    value: 4,
    told: 'notified',
    at: Date.now(),
    endedAt: null,
    condition: { kind: 'creations-below', value: 5, minutes: 0 },
  })
  const settings = { quietHours: null, weekendHours: null, capacities: {} }
  return { rules: [], settings, active: [event] }
}

// Would catch an alert that is shown on only one page, an alert that screen readers do not announce, and a second Show.
test('a triggered alert is a line in the navigation, which names the alert on every page', async () => {
  const { user, emit } = renderPage(<Shell />, {
    handlers: {
      'account.figures': () => ({
        latest: { avatarCreationsLeft: 3, durationLeft: null, at: Date.now() },
        failure: null,
        creationsUsage: usage,
        durationUsage: usage,
      }),
    },
  })
  await waitFor(() => expect(document.documentElement.hasAttribute('data-ready')).toBe(true))
  const navigation = within(screen.getByRole('navigation', { name: 'Main' }))
  await emit('alerts.changed', only(1))
  for (const name of ['Account', 'Settings']) {
    await user.click(screen.getByRole('link', { name }))
    const line = await navigation.findByRole('button', { name: 'creations < 5' })
    expect(line.closest('[role=status]')).not.toBeNull()
    expect(line.textContent).toBe('creations < 5 · 3')
  }
  await user.click(navigation.getByRole('button', { name: 'creations < 5' }))
  const popover = within(await screen.findByRole('dialog', { name: 'Triggered alerts' }))
  await popover.findByText(/3 left now/)
  expect(popover.queryByRole('button', { name: 'Snooze' })).toBeNull()
  await user.keyboard('{Escape}')
  await user.click(navigation.getByRole('button', { name: 'Show' }))
  await screen.findByRole('heading', { level: 1, name: 'Account' })
})

// Would catch an alert that seems not snoozed because the previous alert could not be snoozed.
test('the failure to snooze an alert is not shown for the next alert', async () => {
  const { user, emit } = renderPage(<Shell />, {
    handlers: { 'alert.snooze': () => fail({ kind: 'storage', reason: 'full', detail: '' }) },
  })
  await waitFor(() => expect(document.documentElement.hasAttribute('data-ready')).toBe(true))
  await emit('alerts.changed', only(1))
  const navigation = within(screen.getByRole('navigation', { name: 'Main' }))
  await user.click(await navigation.findByRole('button', { name: 'Snooze' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Snooze for 1 h' }))
  await navigation.findByText(/disk is full/)
  await emit('alerts.changed', only(2))
  await navigation.findByRole('button', { name: 'Snooze' })
  expect(navigation.queryByText(/disk is full/)).toBeNull()
})
