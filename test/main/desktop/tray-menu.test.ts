import { describe, expect, it } from 'vitest'
import type { AlertNotice } from '../../../src/main/alerts/alerts.ts'
import { pictureTray } from '../../../src/main/desktop/tray-menu.ts'
import type { TrayProfile } from '../../../src/main/desktop/tray-menu.ts'
import { textsIn } from '../../../src/main/context/texts.ts'
import { alertTexts } from '../../../src/main/desktop/native-texts.ts'
import { sumLive } from '../../../src/shared/model/live-count.ts'
import type { StateCounts } from '../../../src/shared/model/batch-progress.ts'
import type { AlertEvent } from '../../../src/shared/schemas/alert.ts'
import { alertEvent } from '../../../src/shared/schemas/alert.ts'
import { applicationCount } from '../../../src/shared/schemas/session.ts'
import { profileId } from '../../../src/shared/schemas/ids.ts'

const now = new Date(2026, 10, 21, 10, 24, 8).getTime()
const p1 = profileId.parse('p1')
const english = textsIn('en')
const chinese = textsIn('zh-CN')

function notice(condition: AlertEvent['condition'], changes: Partial<AlertEvent> = {}): AlertNotice {
  const where = { appId: 'lobby', ruleAppId: null }
  const base = { ...where, id: 1, condition, severity: 'warning', at: now, endedAt: null }
  const event = alertEvent.parse({ ...base, value: 24, told: 'notified', ...changes })
  return { profileId: p1, profileName: 'Main hall', appLabel: event.appId === null ? '' : 'Lobby', event }
}

const full = { kind: 'at-or-above', value: 20, minutes: 5 } as const
function live(...counts: readonly { readonly total: number; readonly ageMs: number }[]) {
  const known = counts.map(({ total, ageMs }) => ({ at: now - ageMs, total, yours: null }))
  return sumLive(
    [...known, null]
      .slice(0, Math.max(1, known.length))
      .map((latest, index) =>
        applicationCount.parse({ appId: `app-${String(index)}`, latest, hasFailed: false, intervalMs: 15_000 }),
      ),
    now,
  )
}

const twelve = live({ total: 12, ageMs: 3_000 })
const hall: TrayProfile = { id: p1, name: 'Main hall', live: twelve, alerts: [] }
const fair: TrayProfile = { id: profileId.parse('p2'), name: 'Fair & co', live: live(), alerts: [] }

function picture(profiles: readonly TrayProfile[], jobs: StateCounts = {}) {
  return pictureTray({ profiles, jobs }, english, now)
}

describe('the tray', () => {
  it('shows each open profile with the time of its reading, and leads there', () => {
    const { groups, tooltip, title, state } = picture([hall, fair])
    expect(groups).toEqual([
      [
        { label: 'Main hall: 12 live · 10:24', chosen: null },
        { label: 'Open Main hall', chosen: { kind: 'profile', profileId: 'p1' } },
      ],
      [
        { label: 'Fair & co: not read yet', chosen: null },
        { label: 'Open Fair & co', chosen: { kind: 'profile', profileId: 'p2' } },
      ],
      [
        { label: 'Open Greenroom', chosen: { kind: 'program' } },
        { label: 'Quit Greenroom', chosen: { kind: 'quit' } },
      ],
    ])
    expect([tooltip, state]).toEqual(['Main hall: 12 live · 10:24\nFair & co: not read yet', 'live'])
    // Beside the icon there is no room for the profile's name.
    expect([title, picture([hall]).title]).toEqual(['', '12'])
  })

  // Would catch a menu that is built again for each count, twice a minute while nobody sees it.
  it('stays the same after a second reading in the same minute', () => {
    const later = { ...hall, live: live({ total: 12, ageMs: 0 }) }
    expect(picture([later])).toEqual(picture([hall]))
  })

  it('shows how many avatars train, wait and need a decision, over all profiles', () => {
    const { groups, tooltip } = picture([hall], { training: 12, waiting: 2, submitting: 1, unknown: 2 })
    expect(groups[0]).toEqual([{ label: '12 in training, 3 waiting, 2 need a decision', chosen: null }])
    expect(tooltip).toBe('Main hall: 12 live · 10:24\n12 in training, 3 waiting, 2 need a decision')
    const one = pictureTray({ profiles: [], jobs: { training: 1, unknown: 1 } }, chinese, now)
    expect(one.tooltip).toBe('Greenroom\n1 个训练中、1 个待处理')
  })

  it('shows a stale number in the past tense, and none without its time', () => {
    const old = { ...hall, live: live({ total: 12, ageMs: 30_001 }) }
    expect([picture([old]).title, picture([old]).tooltip]).toEqual(['', 'Main hall: was 12 · 10:23'])
  })

  // Would catch an icon that looks idle while calls are live, or healthy while no figure is current.
  it('shows in its icon whether calls are live, and whether no figure is current', () => {
    const stateOf = (...profiles: TrayProfile[]) => picture(profiles).state
    const old = { ...hall, live: live({ total: 12, ageMs: 30_001 }) }
    const quiet = { ...hall, live: live({ total: 0, ageMs: 3_000 }) }
    expect([stateOf(), stateOf(fair), stateOf(quiet), stateOf(hall, quiet)]).toEqual(['idle', 'idle', 'idle', 'live'])
    expect([stateOf(old), stateOf(old, fair), stateOf(old, hall)]).toEqual(['paused', 'paused', 'live'])
  })

  it('shows how many applications a sum covers', () => {
    const part = { ...hall, live: live({ total: 12, ageMs: 3_000 }, { total: 5, ageMs: 90_000 }) }
    expect([picture([part]).title, picture([part]).tooltip]).toEqual(['', 'Main hall: 12 live in 1 of 2 · 10:24'])
    // With the language's punctuation between the name and its figures.
    expect(pictureTray({ profiles: [part], jobs: {} }, chinese, now).tooltip).toBe(
      'Main hall：已读取 1 / 2 个应用，共 12 路通话 · 10:24',
    )
  })

  it('shows the five newest triggered alerts', () => {
    const alerts = Array.from({ length: 7 }, (_, index) => notice({ ...full, value: 24 + index }))
    const { groups, tooltip, state } = picture([{ ...hall, alerts }])
    expect(groups[0]?.map(({ label }) => label).slice(1, -1)).toEqual(
      [24, 25, 26, 27, 28].map((count) => `Lobby: At or above ${String(count)} calls for 5 min`),
    )
    expect(tooltip).toMatch(/\n7 alerts$/)
    expect(state).toBe('alert')
  })

  it('shows the date of a reading from a different day', () => {
    const { tooltip } = picture([{ ...hall, live: live({ total: 3, ageMs: 24 * 3_600_000 }) }])
    expect(tooltip).toBe('Main hall: was 3 · 20 Nov 2026, 10:24')
  })

  it('leads to the program when no profile is open, and never closes a call', () => {
    const { groups, title } = picture([])
    expect(groups.flat().map(({ label }) => label)).toEqual(['Open Greenroom', 'Quit Greenroom'])
    expect(title).toBe('')
    const all = [hall, { ...fair, alerts: [notice(full)] }]
    const kinds = picture(all).groups.flatMap((lines) => lines.map(({ chosen }) => chosen?.kind))
    expect(new Set(kinds)).toEqual(new Set([undefined, 'profile', 'program', 'alert', 'quit']))
  })
})

describe('a notification of an alert', () => {
  const ofAccount = { appId: null }
  const none = { value: 0, minutes: 0 }
  it.each<[AlertNotice, string, string]>([
    [notice(full), 'Lobby: At or above 20 calls for 5 min', 'Main hall: 24 calls'],
    [
      notice({ ...full, minutes: 0 }, { value: 1, severity: 'critical' }),
      'Critical. Lobby: At or above 20 calls',
      'Main hall: 1 call',
    ],
    [notice({ ...none, kind: 'drop-to-zero' }, { value: 0 }), 'Lobby: Drop to zero', 'Main hall: 0 calls'],
    [notice({ ...none, kind: 'no-change', minutes: 60 }), 'Lobby: Same count for 1 h', 'Main hall: 24 calls'],
    [
      notice({ ...none, kind: 'stale', minutes: 5 }, { value: null }),
      'Lobby: No reading for 5 min',
      'Main hall: No reading',
    ],
    [
      notice({ ...none, kind: 'creations-below', value: 5 }, { ...ofAccount, value: 1 }),
      'Main hall: Fewer than 5 creations left',
      'Main hall: 1 left',
    ],
    [
      notice({ ...none, kind: 'time-to-empty', minutes: 120 }, { ...ofAccount, value: 113.7 }),
      'Main hall: Conversation duration empty within 2 h',
      'Main hall: about 1 h 54 min left',
    ],
  ])('%#: shows application, profile and reason', (expected, title, body) => {
    expect(alertTexts(english, expected)).toEqual({ title, body })
    const other = alertTexts(chinese, expected)
    expect(`${other.title}${other.body}`).not.toMatch(/live|calls|empty|above|undefined|NaN/)
    expect(other.body.startsWith('Main hall：')).toBe(true)
  })
})
