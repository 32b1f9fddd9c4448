import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { AccountSection } from '../../../src/renderer/sections/account/account-section.tsx'
import type { Account } from '../../../src/shared/schemas/account.ts'
import type { Profile } from '../../../src/shared/schemas/profile.ts'
import { aProfile, anAppState } from '../../support/page-state.ts'
import { renderPage } from '../../support/render.tsx'
import type { RenderedPage } from '../../support/render.tsx'

const now = 1_795_000_000_000

afterEach(() => {
  vi.useRealTimers()
})

function sample(minutesAgo: number, left: number | null): Account['history'][number] {
  return { at: now - minutesAgo * 60_000, avatarCreationsLeft: left, durationLeft: 36_000 }
}

function open(account: Partial<Account>, fields: Partial<Profile> = {}): RenderedPage {
  const all = { latest: sample(0, 37), failure: null, history: [sample(0, 37)], ...account }
  return renderPage(<AccountSection />, {
    handlers: {
      'app.state': () => anAppState([aProfile(fields)]),
      'account.figures': () => all,
      'account.refresh': () => all,
    },
  })
}

const figure = (name: string): Promise<HTMLElement> => screen.findByRole('figure', { name })

// Would catch a balance without its source and time, and a unit that nobody stated.
test('both balances stand with source and time; the duration is a bare number', async () => {
  vi.useFakeTimers({ now, toFake: ['Date', 'setInterval', 'clearInterval'] })
  open({})
  const left = await figure('Avatar creations left')
  expect(left.textContent).toContain('37')
  expect(left.textContent).toContain('queryAccount · updated 0 s ago')
  const duration = await figure('Conversation duration left')
  expect(duration.textContent).toContain('36,000queryAccount')
  screen.getByText('The service does not say the unit; the profile can name it.')
})

// Would catch a unit that the profile names and the page does not show.
test.each([
  ['seconds', '36,000 s'],
  ['minutes', '36,000 min'],
] as const)('the profile names the unit: %s', async (durationUnit, words) => {
  open({}, { durationUnit })
  expect((await figure('Conversation duration left')).textContent).toContain(words)
  expect(screen.queryByText(/does not say the unit/)).toBeNull()
})

// Would catch a failed read that wipes the last known balance, or hides that it failed.
test('a failed read stands beside the last known balance', async () => {
  open({ failure: { at: now, failure: { kind: 'no-token' } } })
  await screen.findByText('This profile has no token.')
  expect((await figure('Avatar creations left')).textContent).toContain('37')
})

// Would catch an unknown balance drawn as zero: it would stop an operator for nothing.
test('a balance that is not known is a dash', async () => {
  open({ latest: null, history: [] })
  const left = await figure('Avatar creations left')
  expect(left.textContent).toContain('–')
  expect(left.textContent).toContain('not read yet')
})

// Would catch an old balance that looks like a new one.
test('a balance becomes stale when reads were missed', async () => {
  vi.useFakeTimers({ now, toFake: ['Date', 'setInterval', 'clearInterval'] })
  open({})
  const left = await figure('Avatar creations left')
  expect(left.hasAttribute('data-stale')).toBe(false)
  act(() => {
    vi.advanceTimersByTime(12 * 60_000)
  })
  expect(left.hasAttribute('data-stale')).toBe(true)
  expect(left.textContent).toContain('12 min ago')
})

// Would catch a trend that says nothing to those who do not see it, and readings without a balance drawn as zero.
test('the trend is told in words, and appears with the second reading', async () => {
  const { emit } = open({})
  await screen.findByText(/^The trend appears after the second reading/)
  const history = [sample(10, 40), sample(5, null), sample(0, 37)]
  await emit('account.changed', { latest: sample(0, 37), failure: null, history })
  screen.getByRole('img', { name: /^2 readings: 40 at .*, 37 at / })
  screen.getByText('40 → 37')
})

// Would catch a button that asks twice, or a new balance that is not shown.
test('Read now asks once', async () => {
  const { user, callsOf } = open({})
  await user.click(await screen.findByRole('button', { name: 'Read now' }))
  expect(callsOf('account.refresh')).toEqual([{}])
})
