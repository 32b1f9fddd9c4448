import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { Toasts } from '../../../src/renderer/app/toasts.tsx'
import { TriggeredAlerts } from '../../../src/renderer/sections/sessions/rules/triggered-alerts.tsx'
import { SessionsSection } from '../../../src/renderer/sections/sessions/sessions-section.tsx'
import { sectionNow } from '../../../src/renderer/state/location-store.ts'
import { refusal } from '../../../src/shared/failure.ts'
import type { Alerts } from '../../../src/shared/schemas/alert.ts'
import { alertEvent, alertRule, alerts } from '../../../src/shared/schemas/alert.ts'
import { aProfile, anAppState } from '../../support/page-state.ts'
import { layOut } from '../../support/lay-out.ts'
import { fail, pasteInto, renderPage } from '../../support/render.tsx'
import type { RenderedPage } from '../../support/render.tsx'
import { aConcurrency, aSeries, fairAppId, receptionAppId, now, showTab, twoApplications } from './stage.ts'

const full = { kind: 'at-or-above', unit: 'calls', value: 20, minutes: 5 } as const

function aRule(changes: object = {}) {
  const base = { id: 'r1', appId: receptionAppId, condition: full, severity: 'warning', isOn: true, snoozedUntil: null }
  return alertRule.parse({ ...base, ...changes })
}

function anEvent(changes: object = {}) {
  const base = {
    id: 1,
    ruleId: 'r1',
    condition: full,
    severity: 'warning',
    appId: receptionAppId,
    at: now,
    endedAt: null,
  }
  return alertEvent.parse({ ...base, value: 24, told: 'notified', ...changes })
}

function theAlerts(changes: object = {}): Alerts {
  return alerts.parse({ rules: [aRule()], settings: { quietHours: null, capacities: {} }, active: [], ...changes })
}

async function open(answer: Alerts, handlers: Partial<Handlers> = {}): Promise<RenderedPage> {
  showTab('rules')
  const shown = (
    <>
      <SessionsSection />
      <Toasts />
    </>
  )
  // Long tables draw what is in the box that scrolls.
  const page = renderPage(<div style={{ overflowY: 'auto' }}>{shown}</div>, {
    handlers: {
      'app.state': () => anAppState([aProfile({ applications: twoApplications })]),
      'session.figures': ({ appId }) => aConcurrency({ appId }),
      'session.series': () => aSeries([]),
      'alert.read': () => answer,
      'alert.save': () => answer,
      'alert.setOn': () => answer,
      'alert.remove': () => answer,
      'alert.snooze': () => answer,
      'alert.setSettings': () => answer,
      ...handlers,
    },
  })
  await screen.findByRole('heading', { name: 'Alerts' })
  return page
}

const list = (): HTMLElement => screen.getByRole('list', { name: 'Alerts' })

// Would catch rules that nobody asked for, and an example that makes another rule than it says.
test('a profile begins without rules, and each example is one click', async () => {
  const page = await open(theAlerts({ rules: [] }))
  const examples = await screen.findByRole('group', { name: 'Suggestions' })
  expect(screen.queryByRole('list', { name: 'Alerts' })).toBeNull()
  for (const name of ['No reading for 5 min', 'At or above 10 calls', 'Drop to zero']) {
    await page.user.click(within(examples).getByRole('button', { name }))
  }
  await page.user.click(within(examples).getByRole('button', { name: 'Fewer than 5 creations left' }))
  const common = { id: null, appId: receptionAppId, severity: 'warning' }
  expect(page.callsOf('alert.save')).toEqual([
    { ...common, condition: { kind: 'stale', minutes: 5 } },
    { ...common, condition: { ...full, unit: 'calls', value: 10, minutes: 0 } },
    { ...common, condition: { kind: 'drop-to-zero' } },
    { ...common, appId: null, severity: 'critical', condition: { kind: 'creations-below', value: 5 } },
  ])
})

// Would catch a state that hides why nothing comes: off, snoozed, or judged by a capacity that nobody entered.
test('the lines say what is on, raised, snoozed, off or without a capacity', async () => {
  const percent = { ...full, unit: 'percent', value: 80, minutes: 0 }
  await open(
    theAlerts({
      rules: [
        aRule(),
        aRule({ id: 'r2', condition: { kind: 'stale', minutes: 5 }, appId: null, snoozedUntil: Date.now() + 600_000 }),
        aRule({ id: 'r3', condition: { kind: 'drop-to-zero' }, isOn: false }),
        aRule({ id: 'r4', condition: percent }),
        aRule({ id: 'r5', condition: { kind: 'no-change', minutes: 30 }, snoozedUntil: 1 }),
      ],
      active: [anEvent()],
    }),
  )
  await screen.findByRole('list', { name: 'Alerts' })
  const row = (text: RegExp): HTMLElement => {
    const found = within(list())
      .getAllByRole('listitem')
      .find(({ textContent }) => text.test(textContent))
    if (found === undefined) throw new Error(`no rule says ${String(text)}`)
    return found
  }
  within(row(/Lobby kiosks.*At or above 20 calls for 5 min/)).getByText(/^triggered \d+ [a-z]+ ago$/)
  within(row(/All applications.*No reading for 5 min/)).getByText(/^snoozed until .*\d/)
  within(row(/Drop to zero/)).getByText('off')
  within(row(/At or above 80 % of capacity/)).getByText('no capacity: not evaluated')
  within(row(/Same count for 30 min/)).getByText('not triggered')
})

// Would catch a form whose fields are lost by one key too many.
test('what was changed in a rule is asked about before Escape or Cancel drops it', async () => {
  const { user } = await open(theAlerts())
  const openForm = async () => user.click(await screen.findByRole('button', { name: 'Add alert' }))
  const calls = (): HTMLElement => screen.getByRole('textbox', { name: 'Calls' })
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  await openForm()
  await press('Cancel')
  expect(screen.queryByRole('dialog')).toBeNull()

  await openForm()
  await user.type(calls(), '0')
  await user.keyboard('{Escape}')
  within(screen.getByRole('dialog', { name: 'Discard unsaved changes?' })).getByText('Alert rule')
  await press('Keep editing')
  expect(calls()).toHaveProperty('value', '100')
  await press('Cancel')
  await press('Discard changes')
  expect(screen.queryByRole('dialog')).toBeNull()
  await openForm()
  expect(calls()).toHaveProperty('value', '10')
})

// Would catch a form that sends other numbers than it shows, or a rule of the account tied to an application.
test('a rule is made, edited, switched and snoozed', async () => {
  const page = await open(theAlerts())
  const { user } = page
  await user.click(await screen.findByRole('button', { name: 'Add alert' }))
  const form = (): HTMLElement => screen.getByRole('form', { name: 'Alert rule' })
  const field = (name: string): HTMLElement => within(form()).getByRole('textbox', { name })
  await user.clear(field('Calls'))
  await user.type(field('Calls'), '90')
  await user.selectOptions(within(form()).getByRole('combobox', { name: 'Unit' }), 'percent')
  within(form()).getByText('no capacity: not evaluated')
  await user.selectOptions(within(form()).getByRole('combobox', { name: 'Applies to' }), fairAppId)
  await user.clear(field('For minutes'))
  await user.type(field('For minutes'), '1.5')
  expect(screen.getByRole('button', { name: 'Save rule' })).toHaveProperty('disabled', true)
  await user.clear(field('For minutes'))
  await user.type(field('For minutes'), '15')
  await user.click(within(form()).getByRole('radio', { name: 'Critical' }))
  await user.click(screen.getByRole('button', { name: 'Save rule' }))
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Alert rule' })).toBeNull())

  const choose = async (item: string): Promise<void> => {
    await user.click(within(list()).getByRole('button', { name: 'More for At or above 20 calls for 5 min' }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
  }
  await choose('Edit')
  expect(field('Calls')).toHaveProperty('value', '20')
  // What is no number is not there as "NaN" when its field comes back.
  await user.type(field('Calls'), '.5')
  const when = within(form()).getByRole('combobox', { name: 'Alert when' })
  for (const kind of ['drop-to-zero', 'at-or-above']) await user.selectOptions(when, kind)
  expect(field('Calls')).toHaveProperty('value', '')
  await user.selectOptions(when, 'time-to-empty')
  expect(within(form()).queryByRole('combobox', { name: 'Applies to' })).toBeNull()
  await user.selectOptions(within(form()).getByRole('combobox', { name: 'Balance' }), 'duration')
  await user.click(screen.getByRole('button', { name: 'Save rule' }))

  await user.click(within(list()).getByRole('switch', { name: 'On: At or above 20 calls for 5 min' }))
  await choose('Snooze for 1 h')
  const percent = { unit: 'percent', value: 90 }
  expect(page.callsOf('alert.save')).toEqual([
    {
      id: null,
      appId: fairAppId,
      condition: { ...full, ...percent, minutes: 15 },
      severity: 'critical',
    },
    {
      id: 'r1',
      appId: null,
      condition: { kind: 'time-to-empty', balance: 'duration', minutes: 120 },
      severity: 'warning',
    },
  ])
  expect(page.callsOf('alert.setOn')).toEqual([{ id: 'r1', isOn: false }])
  expect(page.callsOf('alert.snooze')).toEqual([{ id: 'r1', minutes: 60 }])
})

// Would catch an Undo that makes another rule, without the snooze and the history of the one that was removed.
test('a removed rule is put back by main, with the focus on it', async () => {
  const page = await open(theAlerts(), {
    'alert.remove': () => theAlerts({ rules: [] }),
    'alert.restore': () => theAlerts(),
  })
  const { user } = page
  await user.click(await screen.findByRole('button', { name: 'More for At or above 20 calls for 5 min' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }))
  await screen.findByText('Removed: At or above 20 calls for 5 min')
  expect(screen.queryByRole('list', { name: 'Alerts' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  // Would catch a keyboard that goes on from the top of the window.
  const restored = await screen.findByRole('switch', { name: /At or above 20 calls for 5 min/ })
  await waitFor(() => expect(document.activeElement).toBe(restored))
  expect([page.callsOf('alert.remove'), page.callsOf('alert.restore')]).toEqual([[{ id: 'r1' }], [{ id: 'r1' }]])
  expect(page.callsOf('alert.save')).toEqual([])
})

// Would catch a rule that is gone from the screen although it was not saved.
test('a rule that could not be saved stays in its form, and says why', async () => {
  const page = await open(theAlerts(), { 'alert.save': () => fail(refusal('no-profile').failure) })
  await page.user.click(await screen.findByRole('button', { name: 'Add alert' }))
  await page.user.click(screen.getByRole('button', { name: 'Save rule' }))
  await within(screen.getByRole('form', { name: 'Alert rule' })).findByText('No profile is open.')
})

// Would catch a form that goes over to another rule, and makes that one, when its own is removed in another window.
test('the form of a rule that was removed elsewhere stays the form of that rule', async () => {
  const rule = aRule({ condition: { kind: 'no-change', minutes: 30 } })
  const page = await open(theAlerts({ rules: [rule] }), {
    'alert.save': () => fail({ kind: 'not-found', what: 'rule' }),
  })
  await page.user.click(await screen.findByRole('button', { name: /^More for/ }))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  await page.emit('alerts.changed', theAlerts({ rules: [] }))
  const form = within(screen.getByRole('form', { name: 'Alert rule' }))
  expect(form.getByRole('combobox', { name: 'Alert when' })).toHaveProperty('value', 'no-change')
  await page.user.click(screen.getByRole('button', { name: 'Save rule' }))
  expect(page.callsOf('alert.save')).toEqual([expect.objectContaining({ id: 'r1', condition: rule.condition })])
})

// Would catch a count beside a capacity that may be of yesterday.
test('the count beside a capacity has its time, and looks stale when it is', async () => {
  await open(theAlerts(), {
    'session.overview': () =>
      twoApplications.map(({ appId }, index) => ({
        appId,
        intervalMs: 15_000,
        hasFailed: false,
        latest: { at: Date.now() - (index === 0 ? 4_000 : 360_000), total: 12, yours: 3 },
      })),
  })
  const capacity = await screen.findByRole('region', { name: 'Capacity' })
  await waitFor(() => expect(capacity.textContent).toMatch(/12 live · [45] s ago.*was 12 · 6 min ago/))
})

// Would catch a capacity of one application that takes away the others, and a time that is sent half typed.
test('capacity and quiet hours are kept', async () => {
  const settings = { quietHours: { from: '22:00', until: '07:00' }, capacities: { [fairAppId]: 8 } }
  const page = await open(theAlerts({ settings }))
  const { user } = page
  const box = await screen.findByRole('textbox', { name: 'Lobby kiosks' })
  expect(screen.getByRole('textbox', { name: fairAppId })).toHaveProperty('value', '8')
  // One to some and a thousand to others: said, and not taken for either.
  for (const typed of ['0', '1.000', '1,000', '1 000']) {
    await user.type(box, `${typed}{Enter}`)
    expect(box.getAttribute('aria-invalid')).toBe('true')
    screen.getByText('A whole number, 1 to 1,000,000.')
    await user.clear(box)
  }
  await user.type(box, '30{Enter}')
  const from = within(screen.getByRole('group', { name: 'Every day' })).getByLabelText('From')
  await user.clear(from)
  await pasteInto(user, from, '21:30')
  await user.tab()
  await user.click(screen.getByRole('switch', { name: 'Every day' }))
  await user.click(screen.getByRole('switch', { name: 'Weekends' }))
  expect(page.callsOf('alert.setSettings')).toEqual([
    { capacities: { [receptionAppId]: 30 } },
    { quietHours: { from: '21:30' } },
    { quietHours: null },
    { weekendHours: { from: '00:00', until: '00:00' } },
  ])
})

// Would catch a raised alert that nobody sees, one that is gone and still shown, and a way that leads elsewhere.
test('triggered alerts are listed, the most severe first, each with its page and a snooze', async () => {
  const low = { kind: 'creations-below', value: 5 }
  const active = [
    anEvent(),
    anEvent({ id: 2, appId: fairAppId, condition: { kind: 'drop-to-zero' }, value: 0, severity: 'critical' }),
    anEvent({ id: 3, appId: null, condition: low, value: 4, severity: 'info' }),
  ]
  let shown = 0
  const view = aProfile({ applications: twoApplications })
  const page = renderPage(<TriggeredAlerts onShown={() => (shown += 1)} />, {
    handlers: {
      'app.state': () => anAppState([view]),
      'alert.read': () => theAlerts({ active }),
      'alert.snooze': () => theAlerts({ active }),
    },
  })
  const lines = await screen.findAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent.replace(/since.*? · /, '').replace(/(?<=Snooze).*/, ''))).toEqual([
    `Critical ${fairAppId}: Drop to zerowas 0 callsShowSnooze`,
    'Warning Lobby kiosks: At or above 20 calls for 5 minwas 24 callsShowSnooze',
    'Info Account: Fewer than 5 creations leftwas 4 leftShowSnooze',
  ])
  await page.user.click(within(lines[1] ?? document.body).getByRole('button', { name: 'Snooze' }))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Snooze for 1 h' }))
  expect(page.callsOf('alert.snooze')).toEqual([{ id: 'r1', minutes: 60 }])
  await page.user.click(within(lines[0] ?? document.body).getByRole('button', { name: 'Show' }))
  expect([sectionNow(), shown]).toEqual(['sessions', 1])
})

// Would catch a history that is read though nobody looks, and one that ends at its first page.
test('the history is read when it is opened, and older alerts when its end is near', async () => {
  layOut(100_000)
  const many = Array.from({ length: 100 }, (_, index) => anEvent({ id: 200 - index, endedAt: now + 90_000 }))
  const page = await open(theAlerts(), {
    'alert.history': ({ before }) =>
      before === null ? many : [anEvent({ id: 7, told: 'snoozed', condition: { kind: 'drop-to-zero' }, value: 0 })],
  })
  expect(page.callsOf('alert.history')).toEqual([])
  await page.user.click(await screen.findByText('Alert history'))
  const history = await screen.findByRole('table', { name: 'Alert history' })
  await waitFor(() => expect(within(history).getAllByText('1 min')).toHaveLength(100))
  await within(history).findByText('no: snoozed')
  within(history).getByText('still triggered')
  // Another alert moves every page by one: what was opened stays open.
  many.unshift(anEvent({ id: 201 }))
  many.pop()
  await page.emit('alerts.changed', theAlerts())
  await waitFor(() => expect(within(history).getAllByText('still triggered')).toHaveLength(2))
  within(history).getByText('no: snoozed')
  expect(page.callsOf('alert.history')).toEqual([
    { limit: 100, before: null },
    { limit: 100, before: 101 },
    { limit: 100, before: null },
    { limit: 100, before: 102 },
  ])
})
