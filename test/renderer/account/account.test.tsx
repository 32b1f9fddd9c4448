import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { NavigationLinks } from '../../../src/renderer/app/navigation.tsx'
import { Toasts } from '../../../src/renderer/app/toasts.tsx'
import { AccountSection } from '../../../src/renderer/sections/account/account-section.tsx'
import { setLanguage } from '../../../src/renderer/i18n/language.ts'
import type {
  Account,
  AccountChange,
  AccountSeries,
  BalanceMovement,
  BalancePace,
  BalanceUsage,
} from '../../../src/shared/schemas/account.ts'
import type { Profile } from '../../../src/shared/schemas/profile.ts'
import { alertHandlers, someAlerts } from '../../support/alert-rules.ts'
import { fakeTimers } from '../../support/fake-timers.ts'
import { aProfile, anAppState } from '../../support/page-state.ts'
import { fail, renderPage } from '../../support/render.tsx'
import type { RenderedPage } from '../../support/render.tsx'

const now = 1_795_000_000_000
const minute = 60_000
const noUsage: BalanceUsage = { pace: null, today: null, week: null }
const latest = { at: now, avatarCreationsLeft: 37, durationLeft: 36_000 }

interface Reading {
  readonly ago: number
  readonly creations: number | null
  readonly duration?: number | null
}

const two: readonly Reading[] = [
  { ago: 5, creations: 38 },
  { ago: 0, creations: 37 },
]

interface Changes {
  readonly account?: Partial<Account>
  readonly readings?: readonly Reading[]
  readonly changes?: AccountChange[]
  readonly movement?: BalanceMovement
  readonly fields?: Partial<Profile>
}

function seriesOf(readings: readonly Reading[], range: AccountSeries['range']): AccountSeries {
  const at = readings.map(({ ago }) => now - ago * minute)
  return {
    range,
    from: now - 60 * minute,
    to: now,
    at,
    holdsUntil: at.map((instant, index) => Math.min(instant + 11 * minute, at[index + 1] ?? now)),
    creations: readings.map(({ creations }) => creations),
    duration: readings.map(({ duration = 36_000 }) => duration),
    changes: [],
    movements: { creations: null, duration: null },
  }
}

function aChange(annotation: AccountChange['annotation'], change: number | null, left: number | null): AccountChange {
  return { annotation, change: { creations: change, duration: null }, left: { creations: left, duration: null } }
}

function open({ account = {}, readings = two, changes = [], movement, fields = {} }: Changes = {}) {
  const all = { latest, failure: null, creationsUsage: noUsage, durationUsage: noUsage, ...account }
  return renderPage(
    <>
      <NavigationLinks />
      <AccountSection />
    </>,
    {
      handlers: {
        'app.state': () => anAppState([aProfile(fields)]),
        'account.figures': () => all,
        'account.refresh': () => all,
        'account.series': ({ range }) => ({
          ...seriesOf(readings, range),
          changes,
          movements: { creations: movement ?? null, duration: null },
        }),
      },
    },
  )
}

const figure = (name: string): Promise<HTMLElement> => screen.findByRole('figure', { name })

/** The rows about the usage of a balance: pace, today, this week. */
async function usageOf(
  balance: 'Avatar creations left' | 'Conversation duration left',
): Promise<readonly (string | null)[]> {
  const list = await screen.findByRole('list', { name: balance })
  return within(list)
    .queryAllByRole('listitem')
    .map((item) => [...item.children].map(({ textContent }) => textContent).join(' | '))
}

// On past days, so that times include their dates.
const topUpAt = new Date(2026, 9, 21, 10, 24).getTime()

function paceOf(perHour: number, isSinceTopUp = true): BalanceUsage {
  return { ...noUsage, pace: { from: topUpAt, isSinceTopUp, perHour } satisfies BalancePace }
}

// Would catch a balance without its source and time, and a unit that the profile does not name.
test('both balances are shown with source and time; the duration is a bare number', async () => {
  fakeTimers({ now, toFake: ['Date', 'setInterval', 'clearInterval'] })
  open()
  const left = await figure('Avatar creations left')
  expect(left.textContent).toContain('37')
  expect(left.textContent).toContain('updated just now')
  const duration = await figure('Conversation duration left')
  expect(duration.textContent).toMatch(/36,000(?! s| min)/)
  expect(duration.textContent).toContain('unit unknown')
})

// Would catch wrong hours, and a unit of the profile that is missing in a part of the page.
test.each([
  { durationUnit: 'seconds', words: '36,000 s', hours: '10 h', pace: '1,200 s per hour (20 min)' },
  { durationUnit: 'minutes', words: '36,000 min', hours: '600 h', pace: '1,200 min per hour (20 h)' },
  { durationUnit: 'unknown', words: '36,000', hours: null, pace: '1,200 per hour' },
] as const)(
  'the unit of the profile is used everywhere: $durationUnit',
  async ({ durationUnit, words: text, hours, pace }) => {
    const { user } = open({
      account: { durationUsage: paceOf(1_200) },
      readings: [
        { ago: 30, creations: 37, duration: 36_600 },
        { ago: 0, creations: 37 },
      ],
      fields: { durationUnit },
    })
    const left = await figure('Conversation duration left')
    expect(left.textContent).toContain(text)
    if (hours !== null) within(left).getByText(hours)
    expect((await usageOf('Conversation duration left'))[0]).toContain(` | ${pace}`)
    await user.click(screen.getByRole('radio', { name: 'Duration' }))
    await screen.findByRole('img', {
      name: new RegExp(`^Conversation duration left, Hour: ${text.replace('36,000', '36,600')} at .+, ${text} at `),
    })
    await user.click(screen.getByRole('button', { name: 'Show table' }))
    const table = within(screen.getByRole('table', { name: /^Conversation duration left, Hour/ }))
    table.getByRole('cell', { name: text })
    expect(table.queryByRole('columnheader', { name: /unit unknown/ }) !== null).toBe(durationUnit === 'unknown')
  },
)

// Would catch the pace of the wrong balance, and a number without its time.
test('each balance has its pace with the time to empty, and the usage of today and this week', async () => {
  open({
    account: {
      creationsUsage: {
        ...paceOf(9),
        today: { from: topUpAt, used: 12, added: 0, refunded: 1 },
        week: { from: topUpAt, used: 60, added: 50, refunded: 2 },
      },
      durationUsage: paceOf(0, false),
    },
  })
  expect(await usageOf('Avatar creations left')).toEqual([
    'Lasts about 4 hours | 9 per hour since the top-up, Oct 21, 2026, 10:24 AM',
    'Today: 12 used, 1 refunded · since Oct 21, 2026, 10:24 AM',
    'This week: 60 used, 50 added, 2 refunded · since Oct 21, 2026, 10:24 AM',
  ])
  expect(await usageOf('Conversation duration left')).toEqual([
    'Not going down | 0 per hour since Oct 21, 2026, 10:24 AM',
  ])
})

// Would catch a forecast in the wrong unit, and a forecast that promises more than is known.
test.each([
  { left: 37, perHour: 40, words: 'Lasts about 55 minutes' },
  { left: 37, perHour: 20, words: 'Lasts about 111 minutes' },
  { left: 37, perHour: 3.7, words: 'Lasts about 10 hours' },
  { left: 47, perHour: 0.8, words: 'Lasts about 2 days' },
  { left: 37_000, perHour: 3.7, words: 'Lasts 30 days or longer' },
  { left: 37, perHour: -2, words: 'Not going down | 0 per hour' },
  { left: 0, perHour: 3.7, words: 'Nothing left' },
] as const)('a balance of $left at $perHour per hour: $words', async ({ left, perHour, words: text }) => {
  open({ account: { latest: { ...latest, avatarCreationsLeft: left }, creationsUsage: paceOf(perHour) } })
  expect((await usageOf('Avatar creations left'))[0]).toContain(text)
})

// Would catch a number that runs into its Chinese unit.
test('the time to empty in Chinese has its spaces', async () => {
  open({ account: { creationsUsage: paceOf(40) } })
  await act(() => setLanguage('zh-CN'))
  const [item] = within(await screen.findByRole('list', { name: '剩余数字人创建次数' })).getAllByRole('listitem')
  expect(item?.textContent).toMatch(/^约可用 55 分钟自 .+ 充值以来，每小时 40$/)
})

// Would catch a failed read that removes the last known balance or hides the failure.
test('a failed read is shown beside the last known balance', async () => {
  open({ account: { failure: { at: now, failure: { kind: 'no-token' } } } })
  await screen.findByText('This profile has no token.')
  expect((await figure('Avatar creations left')).textContent).toContain('37')
})

// Would catch a forecast that is missing without a reason.
test('a balance without a pace says why it has no forecast', async () => {
  open({ account: { latest: { ...latest, durationLeft: 0 }, creationsUsage: noUsage, durationUsage: noUsage } })
  expect(await usageOf('Avatar creations left')).toEqual(['No forecast yet | It takes readings over 30 minutes.'])
  expect(await usageOf('Conversation duration left')).toEqual(['Nothing left'])
})

// Would catch an unknown balance drawn as zero (it would stop an operator for nothing), and an empty chart.
test('an unknown balance is a dash, and the chart announces its future content', async () => {
  open({ account: { latest: null }, readings: [] })
  const left = await figure('Avatar creations left')
  expect(left.textContent).toContain('–')
  expect(left.textContent).toContain('not read yet')
  expect(await usageOf('Avatar creations left')).toEqual([])
  await screen.findByText('Not enough readings yet')
  expect(screen.queryByRole('img')).toBeNull()
})

// Would catch a single dot in a box that promises a line.
test('the lines start with the second reading', async () => {
  open({ readings: two.slice(1) })
  await screen.findByText('Not enough readings yet')
  expect(screen.queryByRole('img')).toBeNull()
})

// Would catch an old balance that looks like a new one, here or in the navigation.
test('a balance becomes stale when reads were missed', async () => {
  fakeTimers({ now, toFake: ['Date', 'setInterval', 'clearInterval'] })
  open()
  const left = await figure('Avatar creations left')
  expect(left.hasAttribute('data-stale')).toBe(false)
  const inNavigation = (): HTMLElement => screen.getByText('37 left')
  expect(inNavigation().hasAttribute('data-stale')).toBe(false)
  act(() => {
    vi.advanceTimersByTime(12 * minute)
  })
  expect(left.hasAttribute('data-stale')).toBe(true)
  expect(left.textContent).toContain('12 min ago stale')
  expect(inNavigation().hasAttribute('data-stale')).toBe(true)
  act(() => {
    vi.setSystemTime(now)
    vi.advanceTimersByTime(1_000)
  })
  expect(left.hasAttribute('data-stale')).toBe(false)
  // A clock that is set back by an hour does not make a balance new.
  act(() => {
    vi.setSystemTime(now - 60 * minute)
    vi.advanceTimersByTime(1_000)
  })
  expect(left.hasAttribute('data-stale')).toBe(true)
})

// Would catch a line over a time in which nothing was read.
test('the small line of a balance has a step at each change, and a gap where nothing was read', async () => {
  open({
    readings: [
      { ago: 40, creations: 40 },
      { ago: 20, creations: 38 },
      { ago: 10, creations: 36 },
    ],
  })
  await figure('Avatar creations left')
  const path = await vi.waitUntil(() => document.querySelector('svg[viewBox="0 0 1000 100"] path'))
  expect(path.getAttribute('d')).toBe('M0 6H275M500 50H750V94H1000')
})

// Would catch a trend without a text for screen readers, and a balance that was not read but is reported as unchanged.
test('the trend has a text, and its table contains gaps and annotations', async () => {
  const { user } = open({
    movement: { from: now - 60 * minute, used: 54, added: 50, refunded: 1 },
    readings: [
      { ago: 40, creations: 40, duration: null },
      { ago: 5, creations: null, duration: null },
      { ago: 0, creations: 37, duration: null },
    ],
    changes: [
      aChange({ kind: 'batch', at: now - 30 * minute, count: 3, accepted: 2 }, -2, 38),
      aChange({ kind: 'close-all', at: now - 20 * minute, count: null }, null, 38),
      aChange({ kind: 'unknown', at: now - 18 * minute, name: 'Bao Nguyen' }, -1, 37),
      aChange({ kind: 'refund', at: now - 16 * minute, name: 'Otto Brandt' }, 1, 38),
      aChange({ kind: 'top-up', at: now - 14 * minute }, 50, 88),
      {
        ...aChange({ kind: 'top-up', at: now - 12 * minute }, null, 88),
        change: { creations: null, duration: 600 },
      },
      aChange({ kind: 'alert', at: now - 10 * minute, severity: 'critical' }, null, null),
    ],
  })
  await screen.findByRole('img', { name: /^Avatar creations left, Hour: 40 at .+, 37 at / })
  await screen.findByText('54 used, 50 added, 1 refunded')
  const changes = within(screen.getByRole('table', { name: 'Changes' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].slice(1).map(({ textContent }) => textContent))
  expect(changes).toEqual([
    ['Alert, critical', '', '–', '–'],
    ['Top-up', 'seen in the balance', '+50', '88'],
    ['Refund', 'Otto Brandt failed', '+1', '38'],
    ['Outcome unknown', 'Bao Nguyen', '−1', '37'],
    ['Close all sessions', '', '–', '38'],
    ['Create 3 avatars', '2 accepted', '−2', '38'],
  ])
  await user.click(screen.getByRole('button', { name: 'Show table' }))
  const table = screen.getByRole('table', { name: /^Avatar creations left, Hour/ })
  const rows = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].slice(1).map(({ textContent }) => textContent))
  const [newest, second, gap, oldest] = rows
  expect([newest, second, oldest]).toEqual([
    ['37', '−3'],
    ['–', '–'],
    ['40', 'Create 3 avatars'],
  ])
  expect(gap?.[1]).toMatch(
    /^no readings until .+ · Close all sessions · Outcome unknown · Refund · Top-up · Alert, critical$/,
  )
  // The duration was never read, so there is nothing to draw.
  await user.click(screen.getByRole('radio', { name: 'Duration' }))
  await screen.findByText('Not enough readings yet')
  expect(screen.queryByRole('img')).toBeNull()
})

// Would catch a range that is shown before it is read.
test('a different range is read when it is chosen, and new readings are drawn', async () => {
  const { user, emit, callsOf } = open()
  await user.click(await screen.findByRole('radio', { name: 'Month' }))
  await screen.findByRole('img', { name: /^Avatar creations left, Month:/ })
  expect(callsOf('account.series')).toEqual([{ range: 'hour' }, { range: 'month' }])
  await emit('account.changed', { latest, failure: null, creationsUsage: noUsage, durationUsage: noUsage })
  expect(callsOf('account.series').at(-1)).toEqual({ range: 'month' })
  expect(callsOf('account.series').length).toBeGreaterThan(2)
})

// Would catch a chart that hides a failed read of its readings.
test('a failed read of the readings is shown, and the figures stay', async () => {
  renderPage(<AccountSection />, {
    handlers: {
      'app.state': () => anAppState([aProfile()]),
      'account.series': () => fail({ kind: 'storage', reason: 'corrupt', detail: 'x' }),
    },
  })
  await screen.findByText(/^Couldn't read the balances/)
  await figure('Avatar creations left')
})

function openWithAlerts(handlers: Partial<Handlers> = {}) {
  return renderPage(<AccountSection />, {
    handlers: {
      'app.state': () => anAppState([aProfile()]),
      'account.figures': () => ({ latest, failure: null, creationsUsage: noUsage, durationUsage: noUsage }),
      ...alertHandlers(someAlerts()),
      ...handlers,
    },
  })
}

const creationsBelow = { kind: 'creations-below', appId: null } as const

// Would catch a limit that is saved while it is typed.
test('a low-balance alert is set on the page', async () => {
  const { user, callsOf } = openWithAlerts()
  const turn = await screen.findByRole('switch', { name: 'Alert: Avatar creations left' })
  expect(turn).toHaveProperty('checked', false)
  await user.click(turn)
  expect(callsOf('alert.set')).toEqual([{ ...creationsBelow, isOn: true }])
  const limit = screen.getByRole('textbox', { name: 'Alert below' })
  await user.clear(limit)
  await user.type(limit, '12')
  expect(callsOf('alert.set')).toHaveLength(1)
  await user.keyboard('{Enter}')
  expect(callsOf('alert.set').at(-1)).toEqual({ ...creationsBelow, value: 12 })
  // One to some and a thousand to others: the page reports the text and takes it for neither.
  for (const typed of ['1.000', '1,000', '-3', 'none']) {
    await user.clear(limit)
    await user.type(limit, `${typed}{Enter}`)
    await user.tab()
    expect(limit).toHaveProperty('value', typed)
    expect(limit.getAttribute('aria-invalid')).toBe('true')
    screen.getByText('A whole number, 1 to 1,000,000.')
  }
  expect(callsOf('alert.set')).toHaveLength(2)
  await user.click(screen.getByRole('switch', { name: 'Alert: Avatar creations left' }))
  expect(callsOf('alert.set').at(-1)).toEqual({ ...creationsBelow, isOn: false })
  const minutes = screen.getByRole('textbox', { name: 'Alert if empty within (min)' })
  await user.clear(minutes)
  await user.type(minutes, '90')
  await user.tab()
  expect(callsOf('alert.set').at(-1)).toEqual({ kind: 'time-to-empty', appId: null, minutes: 90 })
})

// Would catch a limit that switches the alert on when the operator leaves its field, so that the click on the switch
// turns the alert off.
test('a limit typed before the alert is on is saved, and the switch turns the alert on', async () => {
  const { user, callsOf } = openWithAlerts()
  const turn = await screen.findByRole('switch', { name: 'Alert: Avatar creations left' })
  const limit = screen.getByRole('textbox', { name: 'Alert below' })
  await user.clear(limit)
  await user.type(limit, '10')
  await user.click(turn)
  await screen.findByRole('switch', { name: 'Alert: Avatar creations left', checked: true })
  expect(callsOf('alert.set')).toEqual([
    { ...creationsBelow, value: 10 },
    { ...creationsBelow, isOn: true },
  ])
  expect(limit).toHaveProperty('value', '10')
})

// Would catch a limit that is lost when the window closes, because closing moves no focus.
test('a limit that is typed when the page unloads is saved', async () => {
  const { user, callsOf } = openWithAlerts()
  const limit = await screen.findByRole('textbox', { name: 'Alert below' })
  await user.clear(limit)
  await user.type(limit, '7')
  expect(callsOf('alert.set')).toEqual([])
  window.dispatchEvent(new Event('pagehide'))
  await waitFor(() => expect(callsOf('alert.set')).toEqual([{ ...creationsBelow, value: 7 }]))
})

// Would catch a full disk that removes both the limit and the message that it was not saved.
test('a limit that could not be saved stays as typed', async () => {
  const { user, callsOf } = openWithAlerts({ 'alert.set': () => fail({ kind: 'storage', reason: 'full', detail: '' }) })
  const limit = await screen.findByRole('textbox', { name: 'Alert below' })
  await user.type(limit, '{Backspace}12{Enter}')
  await screen.findByText(/disk is full/)
  expect(limit).toHaveProperty('value', '12')
  // Leaving the field tries once more.
  await user.tab()
  expect(callsOf('alert.set')).toHaveLength(2)
})

// Would catch a sentence that is shown twice after Refresh, and a sentence that is not shown at all.
test.each([
  ['once what it shows already', { kind: 'no-token' } as const, /This profile has no token/],
  ['what it does not show yet', { kind: 'storage', reason: 'full', detail: '' } as const, /disk is full/],
])('Refresh of an account without a secret says %s', async (_what, failure, text) => {
  const shown = { failure: { kind: 'no-token' } as const, at: now }
  const { user } = renderPage(<AccountSection />, {
    handlers: {
      'account.figures': () => ({ latest: null, failure: shown, creationsUsage: noUsage, durationUsage: noUsage }),
      'account.refresh': () => fail(failure),
    },
  })
  await screen.findByText(/This profile has no token/)
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await screen.findByRole('button', { name: 'Refresh', busy: false })
  expect(await screen.findAllByText(text)).toHaveLength(1)
})

// Would catch a file of a different range, a cancelled export that is reported as saved, and a full disk that looks
// like a saved file.
test('Export CSV writes the chosen range and names the file', async () => {
  const answers: (() => { fileName: string | null })[] = [
    () => ({ fileName: null }),
    () => ({ fileName: 'balances.csv' }),
    () => fail({ kind: 'storage', reason: 'full', detail: 'ENOSPC' }),
  ]
  const { user, callsOf, answered } = renderPage(
    <>
      <AccountSection />
      <Toasts />
    </>,
    {
      handlers: {
        'app.state': () => anAppState([aProfile()]),
        'account.exportSeries': () => answers.shift()?.() ?? { fileName: null },
      },
    },
  )
  await user.click(await screen.findByRole('radio', { name: 'Week' }))
  const button = screen.getByRole('button', { name: 'Export CSV' })
  await user.click(button)
  await answered('account.exportSeries')
  expect(screen.queryByText(/Saved as/)).toBeNull()
  await user.click(button)
  await screen.findByText('Saved as balances.csv')
  await user.click(button)
  await screen.findByText("Couldn't write the export:")
  expect(callsOf('account.exportSeries')).toEqual([{ range: 'week' }, { range: 'week' }, { range: 'week' }])
})

// Would catch a button that asks twice, or a new balance that is not shown.
test('Refresh asks once', async () => {
  const { user, callsOf }: RenderedPage = open()
  await user.click(await screen.findByRole('button', { name: 'Refresh' }))
  expect(callsOf('account.refresh')).toEqual([{}])
})
