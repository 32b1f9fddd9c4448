import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { TriggeredAlerts } from '../../../src/renderer/sections/sessions/rules/triggered-alerts.tsx'
import { SessionsSection } from '../../../src/renderer/sections/sessions/sessions-section.tsx'
import { sectionNow } from '../../../src/renderer/state/location-store.ts'
import { appId } from '../../../src/shared/schemas/ids.ts'
import type { Alerts } from '../../../src/shared/schemas/alert.ts'
import { alertEvent } from '../../../src/shared/schemas/alert.ts'
import { alertHandlers, aRule, someAlerts } from '../../support/alert-rules.ts'
import { aProfile, anAppState } from '../../support/page-state.ts'
import { fail, pasteInto, renderPage } from '../../support/render.tsx'
import type { RenderedPage } from '../../support/render.tsx'
import { aConcurrency, aSeries, fairAppId, receptionAppId, now, showTab, twoApplications } from './stage.ts'

const full = { kind: 'at-or-above', value: 20, minutes: 5 } as const
const none = { value: 0, minutes: 0 } as const
const reception = appId.parse(receptionAppId)
const atOrAbove = { kind: 'at-or-above', appId: reception } as const

function anEvent(changes: object = {}) {
  const where = { appId: receptionAppId, ruleAppId: receptionAppId }
  const base = { ...where, id: 1, condition: full, severity: 'warning', at: now, endedAt: null }
  return alertEvent.parse({ ...base, value: 24, told: 'notified', ...changes })
}

async function open(
  answer: Alerts,
  handlers: Partial<Handlers> = {},
  applications = twoApplications,
): Promise<RenderedPage> {
  showTab('rules')
  // Long tables draw only the visible part of the scrolling box.
  const page = renderPage(
    <div style={{ overflowY: 'auto' }}>
      <SessionsSection />
    </div>,
    {
      handlers: {
        'app.state': () => anAppState([aProfile({ applications })]),
        'session.figures': ({ appId }) => aConcurrency({ appId }),
        'session.series': () => aSeries([]),
        ...alertHandlers(answer),
        ...handlers,
      },
    },
  )
  await screen.findByRole('heading', { name: 'Alerts' })
  return page
}

const list = (name = 'Alerts'): HTMLElement => screen.getByRole('list', { name })

/** The row of an alert kind. */
function row(kind: string, ofList = list()): HTMLElement {
  const found = within(ofList)
    .getAllByRole('listitem')
    .find((item) => within(item).queryByRole('switch', { name: kind }) !== null)
  if (found === undefined) throw new Error(`no row of ${kind}`)
  return found
}

// Would catch an alert that nobody requested, and an alert that starts with a number other than the shown number.
test('every kind has a row for the application and for all applications, and each row is initially off', async () => {
  const settings = { quietHours: null, weekendHours: null, capacities: { [receptionAppId]: 24 } }
  const { user, callsOf } = await open(someAlerts({ settings }))
  await screen.findByRole('list', { name: 'Alerts' })
  const kinds = ['Calls at or above', 'Drop to zero', 'Same count', 'No reading']
  for (const name of ['Alerts', 'All applications']) {
    const switches = within(list(name)).getAllByRole('switch')
    expect(switches.map((turn) => turn.getAttribute('aria-label'))).toEqual(kinds)
    expect(switches.every((turn) => !(turn as HTMLInputElement).checked)).toBe(true)
  }
  expect(within(list()).getByRole('textbox', { name: 'Number' })).toHaveProperty('value', '19')
  expect(within(list('All applications')).getByRole('textbox', { name: 'Number' })).toHaveProperty('value', '10')
  expect(within(row('Drop to zero')).queryByRole('textbox')).toBeNull()
  expect(screen.getByRole('tab', { name: 'Rules' }).textContent).toBe('Rules')

  await user.click(within(row('Drop to zero')).getByRole('switch'))
  expect(callsOf('alert.set')).toEqual([{ kind: 'drop-to-zero', appId: reception, isOn: true }])
})

// Would catch a second set of rows with the same meaning.
test('a profile with one application has no rows for all applications', async () => {
  const onAccount = aRule({ kind: 'creations-below', appId: null })
  await open(someAlerts({ rules: [onAccount] }), {}, twoApplications.slice(0, 1))
  await screen.findByRole('list', { name: 'Alerts' })
  expect(screen.queryByRole('list', { name: 'All applications' })).toBeNull()
})

// Would catch an alert that cannot be switched off.
test('a rule for all applications keeps its row when one application is left', async () => {
  const { user } = await open(
    someAlerts({ rules: [aRule({ kind: 'stale', appId: null })] }),
    {},
    twoApplications.slice(0, 1),
  )
  await screen.findByRole('list', { name: 'All applications' })
  const turn = within(row('No reading', list('All applications'))).getByRole('switch', { checked: true })
  await user.click(turn)
  await waitFor(() => expect(turn).toHaveProperty('checked', false))
})

// Would catch a number that is saved while it is typed, and a wrong number that is sent or disappears.
test('the parts of a rule are set in the row, one by one', async () => {
  const { user, callsOf } = await open(someAlerts({ rules: [aRule(atOrAbove, { value: 20, minutes: 5 })] }))
  await screen.findByRole('list', { name: 'Alerts' })
  const field = (name: string): HTMLElement => within(row('Calls at or above')).getByRole('textbox', { name })
  await user.clear(field('Number'))
  await user.type(field('Number'), '90')
  expect(callsOf('alert.set')).toEqual([])
  await user.tab()
  await user.clear(field('Minutes'))
  await user.type(field('Minutes'), '1.5')
  await user.tab()
  expect(field('Minutes')).toHaveProperty('value', '1.5')
  screen.getByText('A whole number, 0 to 1,440.')
  await user.clear(field('Minutes'))
  await user.type(field('Minutes'), '15{Enter}')
  await user.click(within(row('Calls at or above')).getByRole('checkbox', { name: 'Critical' }))
  await user.click(within(row('Calls at or above')).getByRole('switch'))
  expect(callsOf('alert.set')).toEqual([
    { ...atOrAbove, value: 90 },
    { ...atOrAbove, minutes: 15 },
    { ...atOrAbove, severity: 'critical' },
    { ...atOrAbove, isOn: false },
  ])
  // The rows belong to the application on screen.
  await user.selectOptions(screen.getByRole('combobox', { name: 'Application' }), fairAppId)
  await waitFor(() => expect(field('Number')).toHaveProperty('value', '10'))
})

// Would catch a state that hides why no notification is sent, and an alert in the row of a different rule.
test('the rows show which rules are on, triggered and snoozed', async () => {
  const { user, callsOf } = await open(
    someAlerts({
      rules: [
        aRule(atOrAbove, { value: 20, minutes: 5 }),
        aRule({ kind: 'no-change', appId: reception }, { snoozedUntil: 1 }),
        aRule({ kind: 'at-or-above', appId: null }),
        aRule({ kind: 'stale', appId: null }, { snoozedUntil: Date.now() + 600_000 }),
        aRule({ kind: 'creations-below', appId: null }),
      ],
      active: [anEvent()],
    }),
  )
  await screen.findByRole('list', { name: 'Alerts' })
  within(row('Calls at or above')).getByText(/^triggered \d+ [a-z]+ ago$/)
  within(row('Same count')).getByText('not triggered')
  expect(within(row('Drop to zero')).queryByText('not triggered')).toBeNull()
  within(row('Calls at or above', list('All applications'))).getByText('not triggered')
  within(row('No reading', list('All applications'))).getByText(/^snoozed until .*\d/)
  // Without the rule of the account.
  expect(screen.getByRole('tab', { name: 'Rules' }).textContent).toBe('Rules4')

  await user.click(screen.getByRole('button', { name: 'Snooze: At or above 20 calls for 5 min' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Snooze for 1 h' }))
  expect(callsOf('alert.snooze')).toEqual([{ ...atOrAbove, minutes: 60 }])
})

// Would catch a rule that looks set although it was not saved.
test('a rule that could not be saved shows the reason in its row', async () => {
  const { user } = await open(someAlerts(), {
    'alert.set': () => fail({ kind: 'storage', reason: 'full', detail: '' }),
  })
  await screen.findByRole('list', { name: 'Alerts' })
  await user.click(within(row('Drop to zero')).getByRole('switch'))
  await within(row('Drop to zero')).findByText(/disk is full/)
  expect(within(row('Drop to zero')).getByRole('switch')).toHaveProperty('checked', false)
})

// Would catch a count beside a capacity that might be from yesterday.
test('the count beside a capacity has its time, and a stale count looks stale', async () => {
  await open(someAlerts(), {
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

// Would catch a full disk that removes both the capacity and the message that it was not saved.
test('a capacity that could not be saved stays as typed', async () => {
  const { user } = await open(someAlerts(), {
    'alert.setSettings': () => fail({ kind: 'storage', reason: 'full', detail: '' }),
  })
  const box = await screen.findByRole('textbox', { name: 'Lobby kiosks' })
  await user.type(box, '30{Enter}')
  await screen.findByText(/disk is full/)
  expect(box).toHaveProperty('value', '30')
})

// Would catch a capacity of one application that removes the other capacities, and a half-typed time that is sent.
test('capacity and quiet hours are saved', async () => {
  const settings = { quietHours: { from: '22:00', until: '07:00' }, weekendHours: null, capacities: { [fairAppId]: 8 } }
  const page = await open(someAlerts({ settings }))
  const { user } = page
  const box = await screen.findByRole('textbox', { name: 'Lobby kiosks' })
  expect(screen.getByRole('textbox', { name: fairAppId })).toHaveProperty('value', '8')
  // One to some and a thousand to others: the page reports the text and takes it for neither.
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

// Would catch quiet hours that are lost with the window, without a message.
test('a time that is still being typed is saved when the window closes', async () => {
  const settings = { quietHours: { from: '22:00', until: '07:00' }, weekendHours: null, capacities: {} }
  const page = await open(someAlerts({ settings }))
  const group = await screen.findByRole('group', { name: 'Every day' })
  const from = within(group).getByLabelText('From')
  await page.user.clear(from)
  await pasteInto(page.user, from, '21:30')
  fireEvent(window, new Event('pagehide'))
  await waitFor(() => expect(page.callsOf('alert.setSettings')).toEqual([{ quietHours: { from: '21:30' } }]))
})

// Would catch a triggered alert that is not shown, a cleared alert that is still shown, and a link to the wrong page.
test('triggered alerts are listed, the most severe first, each with its page and a snooze', async () => {
  const low = { kind: 'creations-below', value: 5, minutes: 0 }
  const active = [
    anEvent(),
    anEvent({ id: 2, appId: fairAppId, condition: { ...none, kind: 'drop-to-zero' }, value: 0, severity: 'critical' }),
    anEvent({ id: 3, appId: null, ruleAppId: null, condition: low, value: 4 }),
  ]
  let shown = 0
  const view = aProfile({ applications: twoApplications })
  const page = renderPage(<TriggeredAlerts onShown={() => (shown += 1)} />, {
    handlers: {
      'app.state': () => anAppState([view]),
      ...alertHandlers(someAlerts({ active })),
    },
  })
  const lines = await screen.findAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent.replace(/since.*? · /, '').replace(/(?<=Snooze).*/, ''))).toEqual([
    `Critical ${fairAppId}: Drop to zerowas 0 callsShowSnooze`,
    'Warning Lobby kiosks: At or above 20 calls for 5 minwas 24 callsShowSnooze',
    'Warning Account: Fewer than 5 creations leftwas 4 leftShowSnooze',
  ])
  await page.user.click(within(lines[1] ?? document.body).getByRole('button', { name: 'Snooze' }))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Snooze for 1 h' }))
  expect(page.callsOf('alert.snooze')).toEqual([{ ...atOrAbove, minutes: 60 }])
  await page.user.click(within(lines[0] ?? document.body).getByRole('button', { name: 'Show' }))
  expect([sectionNow(), shown]).toEqual(['sessions', 1])
})

// Would catch a history that is read while it is closed, and older alerts that cannot be reached.
test('the history is read when it is opened, and Show more reads older alerts', async () => {
  const snoozed = anEvent({ id: 7, told: 'snoozed', condition: { ...none, kind: 'drop-to-zero' }, value: 0 })
  const alerts = [anEvent({ id: 9 }), anEvent({ id: 8, endedAt: now + 90_000 }), snoozed]
  const page = await open(someAlerts(), {
    // Answers as main does for thousands of alerts, with two rows instead of 300.
    'alert.history': ({ limit }) => ({ rows: alerts.slice(0, limit / 150), total: alerts.length }),
  })
  expect(page.callsOf('alert.history')).toEqual([])
  await page.user.click(await screen.findByText('Alert history'))
  const history = await screen.findByRole('table', { name: 'Alert history' })
  await within(history).findByText('1 min')
  expect(within(history).queryByText('no: snoozed')).toBeNull()
  await page.user.click(screen.getByRole('button', { name: 'Show 1 more of 3' }))
  await within(history).findByText('no: snoozed')
  // The opened history stays open when an alert arrives.
  alerts.unshift(anEvent({ id: 10 }))
  await page.emit('alerts.changed', someAlerts())
  await waitFor(() => expect(within(history).getAllByRole('row')).toHaveLength(5))
  within(history).getByText('no: snoozed')
  expect(page.callsOf('alert.history')).toEqual([{ limit: 300 }, { limit: 600 }, { limit: 600 }])
})
