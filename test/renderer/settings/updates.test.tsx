import { act, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Shell } from '../../../src/renderer/app/shell.tsx'
import { SettingsSection } from '../../../src/renderer/sections/settings/settings-section.tsx'
import type { Updates } from '../../../src/shared/schemas/update-feed.ts'
import { fakeTimers } from '../../support/fake-timers.ts'
import { anAppState, someUpdates } from '../../support/page-state.ts'
import { renderPage } from '../../support/render.tsx'

const about = async () => within(await screen.findByRole('region', { name: 'About' }))
const newer = { version: '1.2.0', notes: { en: '<b>Faster</b>\nCalmer' } }
const draw = (updates: Partial<Updates>) =>
  renderPage(<SettingsSection />, {
    handlers: {
      'updates.read': () => someUpdates({ off: null, ...updates }),
      'updates.check': () => someUpdates({ off: null, checkedAt: Date.now() }),
      'updates.openPage': () => null,
    },
  })

// Would catch a build without a feed that calls itself up to date.
test.each([
  ['not-set-up', "This build doesn't update itself."],
  ['policy', 'Your organisation turned off updates.'],
  ['development', "This build doesn't update itself."],
] as const)('%s is shown, and no check can be requested', async (off, text) => {
  draw({ off })
  const panel = await about()
  expect(await panel.findByText(text)).toBeTruthy()
  expect(panel.queryByRole('button', { name: 'Check for updates' })).toBeNull()
})

// Would catch a button that does not check, and a result that is not shown.
test('Check for updates checks, and shows the time', async () => {
  const { user, callsOf } = draw({})
  const panel = await about()
  expect(await panel.findByText('Not checked yet')).toBeTruthy()
  await user.click(panel.getByRole('button', { name: 'Check for updates' }))
  expect(await panel.findByText(/Up to date · checked/)).toBeTruthy()
  expect(callsOf('updates.check')).toHaveLength(1)
})

// Would catch a screen reader that says "checked 4 s ago", "checked 5 s ago" and so on while the page is open.
test('the result of a check does not change as time passes, because each change is announced', async () => {
  fakeTimers({ now: new Date('2026-11-29T10:00:00').getTime(), toFake: ['Date', 'setInterval', 'clearInterval'] })
  const { user } = draw({})
  const panel = await about()
  await user.click(panel.getByRole('button', { name: 'Check for updates' }))
  const result = await panel.findByText(/Up to date · checked/)
  const before = result.textContent
  act(() => {
    vi.advanceTimersByTime(90_000)
  })
  expect(result.textContent).toBe(before)
  expect(before).toContain('10:00:00')
})

// Would catch a failed check that looks successful, or that has no reason.
test('a failed check shows its reason without an alert', async () => {
  draw({ problem: 'signature' })
  const text = "Couldn't check for updates. The list isn't signed by Greenroom's maintainers."
  expect(await (await about()).findByText(text)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

// Would catch markup of a feed that is rendered.
test('a newer version shows its notes as plain text, and how to get it', async () => {
  const { user, callsOf } = draw({ newer, way: 'package-manager' })
  const panel = await about()
  expect(await panel.findByText('Greenroom 1.2.0 is available')).toBeTruthy()
  expect(panel.getByText(/<b>Faster<\/b>/)).toBeTruthy()
  expect(panel.getByText('Update with your package manager.')).toBeTruthy()
  await user.click(panel.getByRole('button', { name: 'Open download page' }))
  expect(callsOf('updates.openPage')).toHaveLength(1)
})

// Would catch a notice without a target, or a notice that cannot be dismissed.
test('the notice of a newer version leads to its notes, and can be dismissed', async () => {
  const notices = [{ id: 'update', kind: 'update-available' as const, version: '1.2.0' }]
  const { user, callsOf } = renderPage(<Shell />, {
    handlers: {
      'app.state': () => anAppState(undefined, { notices }),
      'app.dismissNotice': () => null,
      'updates.read': () => someUpdates({ off: null, newer }),
    },
  })
  expect(await screen.findByText('Greenroom 1.2.0 is available')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: "See what's new" }))
  expect(await (await about()).findByText(/Faster/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(callsOf('app.dismissNotice')).toEqual([{ id: 'update' }])
})
