import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SettingsSection } from '../../../src/renderer/sections/settings/settings-section.tsx'
import { aProfile, anAppState } from '../../support/page-state.ts'
import { fail, pasteInto, renderPage } from '../../support/render.tsx'

const practice = aProfile({ kind: 'practice', name: 'Practice service' })
const panel = async () => within(await screen.findByRole('region', { name: 'Practice service' }))
const contents = {
  drafts: 0,
  portraits: 2,
  jobs: 3,
  snapshots: 0,
  sessions: 0,
  samples: 0,
  rules: 0,
  watchedFiles: 0,
}

// Would catch a fault that switches off the other faults, or a speed that is only shown.
test("each press sets the speed or fault, and the page shows main's answer", async () => {
  const { user, callsOf } = renderPage(<SettingsSection />, {
    handlers: {
      'app.state': () => anAppState([practice]),
      'practice.read': () => ({ speed: 'normal', faults: ['slow'], seed: 'greenroom' }),
      'practice.set': ({ speed = 'normal' }) => ({ speed, faults: ['slow'], seed: 'greenroom' }),
    },
  })
  const inside = await panel()
  await user.click(await inside.findByRole('radio', { name: '2 s' }))
  await waitFor(() => expect(inside.getByRole<HTMLInputElement>('radio', { name: '2 s' }).checked).toBe(true))
  await user.click(inside.getByText('Faults and seed: 1 on'))
  await user.click(inside.getByRole('switch', { name: 'Server error 502' }))
  expect(callsOf('practice.set')).toEqual([{ speed: 'fast' }, { faults: { status: true } }])
})

// Would catch a keyboard that starts at the top of the window once the pressed button is gone.
test('opening the practice service by the keyboard leaves the focus on its part', async () => {
  const { user, emit, answered } = renderPage(<SettingsSection />, {
    handlers: {
      'app.state': () => anAppState(),
      'practice.open': () => practice,
      'practice.read': () => ({ speed: 'normal', faults: [], seed: 'greenroom' }),
    },
  })
  const inside = await panel()
  inside.getByRole('button', { name: 'Try the practice service' }).focus()
  await user.keyboard('{Enter}')
  await answered('practice.open')
  await emit('app.changed', anAppState([practice]))
  expect(inside.queryByRole('button', { name: 'Try the practice service' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Practice service' }))
})

// Would catch a click that deletes a profile before the page showed what is deleted with it.
test('a reset shows what it deletes, and is sent once it is confirmed', async () => {
  const { user, callsOf } = renderPage(<SettingsSection />, {
    handlers: {
      'app.state': () => anAppState([practice]),
      'practice.read': () => ({ speed: 'normal', faults: [], seed: 'greenroom' }),
      'profile.contents': () => contents,
      'practice.reset': () => practice,
    },
  })
  const inside = await panel()
  await user.click(await inside.findByText('Faults and seed'))
  const seed = await inside.findByRole('textbox', { name: 'Seed' })
  await user.clear(seed)
  expect(inside.getByRole<HTMLButtonElement>('button', { name: 'Reset practice service' }).disabled).toBe(true)
  await pasteInto(user, seed, 'museum')
  await user.click(inside.getByRole('button', { name: 'Reset practice service' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Reset practice service' }))
  expect(await dialog.findByText('Creations: 3')).toBeTruthy()
  expect(callsOf('practice.reset')).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Reset practice service' }))
  expect(callsOf('practice.reset')).toEqual([{ seed: 'museum' }])
})

// Would catch a dialog that closes with the profile and hides the next step.
test('a reset that fails after the profile was deleted says so, and can be tried again', async () => {
  const { user, emit, callsOf } = renderPage(<SettingsSection />, {
    handlers: {
      'app.state': () => anAppState([practice]),
      'practice.read': () => ({ speed: 'normal', faults: [], seed: 'greenroom' }),
      'profile.contents': () => contents,
      'practice.reset': async () => {
        await emit('app.changed', anAppState([]))
        return fail({ kind: 'storage', reason: 'full', detail: '' })
      },
    },
  })
  const inside = await panel()
  await user.click(await inside.findByText('Faults and seed'))
  await user.click(inside.getByRole('button', { name: 'Reset practice service' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Reset practice service' }))
  await user.click(dialog.getByRole('button', { name: 'Reset practice service' }))
  expect(await dialog.findByText(/The disk is full/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Reset practice service' }))
  expect(callsOf('practice.reset')).toEqual([{ seed: 'greenroom' }, { seed: 'greenroom' }])
})

// Would catch quiet hours of the weekend that are shown as none.
test.each([
  [null, null, ['No quiet hours']],
  [{ from: '22:00', until: '06:00' }, null, ['Quiet 22:00–06:00']],
  [null, { from: '08:00', until: '18:00' }, ['Quiet on weekends 08:00–18:00']],
  [null, { from: '00:00', until: '00:00' }, ['Quiet on weekends']],
])('the quiet hours are shown: %j, %j', async (quietHours, weekendHours, texts) => {
  renderPage(<SettingsSection />, {
    handlers: {
      'alert.read': () => ({ rules: [], active: [], settings: { quietHours, weekendHours, capacities: {} } }),
    },
  })
  const alerts = within(await screen.findByRole('region', { name: 'Alerts and quiet hours' }))
  expect((await alerts.findAllByText(/quiet/i, { selector: 'p' })).map(({ textContent }) => textContent)).toEqual(texts)
})

test('a failed read is shown', async () => {
  renderPage(<SettingsSection />, {
    handlers: {
      'app.state': () => anAppState([practice]),
      'practice.read': () => fail({ kind: 'storage', reason: 'other', detail: '' }),
      'alert.read': () => fail({ kind: 'storage', reason: 'other', detail: '' }),
    },
  })
  expect(await (await panel()).findByRole('button', { name: /again|Retry/ })).toBeTruthy()
  const alerts = within(await screen.findByRole('region', { name: 'Alerts and quiet hours' }))
  expect(await alerts.findByRole('button', { name: /again|Retry/ })).toBeTruthy()
})

test('in a different profile it offers the practice profile, and sends nothing to the service', async () => {
  const { callsOf } = renderPage(<SettingsSection />)
  expect(await (await panel()).findByRole('button', { name: 'Try the practice service' })).toBeTruthy()
  expect(callsOf('practice.read')).toEqual([])
})
