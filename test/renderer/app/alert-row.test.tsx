import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Shell } from '../../../src/renderer/app/shell.tsx'
import { alertEvent } from '../../../src/shared/schemas/alert.ts'
import { renderPage } from '../../support/render.tsx'

// Would catch an alert that is seen on one page alone, and one that is said to nobody who can't see it.
test('a triggered alert stands in the navigation on every page', async () => {
  const { user, emit } = renderPage(<Shell />)
  await waitFor(() => expect(document.documentElement.hasAttribute('data-ready')).toBe(true))
  expect(screen.queryByRole('button', { name: '1 alert' })).toBeNull()
  const event = alertEvent.parse({
    ...{
      id: 1,
      ruleId: 'r1',
      severity: 'warning',
      appId: null,
      value: 4,
      told: 'notified',
      at: Date.now(),
      endedAt: null,
    },
    condition: { kind: 'creations-below', value: 5 },
  })
  await emit('alerts.changed', {
    rules: [],
    settings: { quietHours: null, weekendHours: null, capacities: {} },
    active: [event],
  })
  for (const name of ['Account', 'Settings']) {
    await user.click(screen.getByRole('link', { name }))
    const alert = within(screen.getByRole('navigation', { name: 'Main' }))
    alert.getByRole('button', { name: '1 alert' })
    await alert.findByRole('button', { name: 'Snooze' })
  }
  await user.click(screen.getByRole('button', { name: 'Show' }))
  await screen.findByRole('heading', { level: 1, name: 'Account' })
})
