import { describe, expect, it } from 'vitest'
import { createPeaksHandlers } from '../../../../src/main/sessions/concurrency/monitor.ts'
import { peaksReport } from '../../../../src/main/sessions/concurrency/peaks-report.ts'
import { peaksOf } from '../../../../src/main/sessions/concurrency/peaks.ts'
import { keptQuarterHours } from '../../../../src/main/sessions/concurrency/series.ts'
import { refusal } from '../../../../src/shared/failure.ts'
import { savedText } from '../../../support/saved-text.ts'
import { setStage } from '../../../support/subjects.ts'
import { countedApp } from '../random-samples.ts'

const here = { windowId: 1 }
const minuteMs = 60_000
const hourMs = 60 * minuteMs

function setUp(now: number) {
  const stage = setStage()
  stage.database.exec('PRAGMA synchronous = OFF')
  stage.clock.set(now)
  const { id } = stage.current()?.profile ?? expect.fail()
  const add = (at: number, total: number): void =>
    stage.samples.addConcurrency(id, { appId: countedApp, at, corporateId: 'c', total, yours: null }, minuteMs)
  /** A reading each minute; the last one is valid until the end of the time. */
  const addMinutes = (from: number, to: number, total: number): void => {
    for (let at = from; at < to; at += minuteMs) add(at, total)
  }
  const peaks = (timeZone: string) =>
    peaksOf(keptQuarterHours(stage, countedApp), stage.clock.now(), timeZone) ?? expect.fail()
  return { ...stage, id, add, addMinutes, peaks }
}

/** A day's text, by hour; "" where it has no such hour. */
const hoursOf = (day: ReturnType<ReturnType<typeof setUp>['peaks']>['days'][number] | undefined) =>
  day?.hours.map((hour) => (hour === null ? '' : `${String(hour.total ?? '–')}${hour.isPartial ? '*' : ''}`))

describe('the peaks of the stored counts', () => {
  // Would catch a peak at an hour of UTC, unread hours that look calm, and half an hour that counts as a whole.
  it('are those of the hours of a time zone, with the unread time', () => {
    // 23:00 on Sunday in Berlin.
    const start = Date.UTC(2026, 10, 22, 22)
    const { addMinutes, add, peaks } = setUp(start + 4 * hourMs)
    addMinutes(start, start + 20 * minuteMs, 3)
    add(start + 20 * minuteMs, 9)
    addMinutes(start + 21 * minuteMs, start + hourMs, 3)
    addMinutes(start + hourMs, start + hourMs + 30 * minuteMs, 5)
    addMinutes(start + 3 * hourMs, start + 4 * hourMs, 0)
    const { days, weeks, from, to } = peaks('Europe/Berlin')
    expect([from, to]).toEqual([start, start + 4 * hourMs])
    expect(days.map(({ day }) => day)).toEqual(['2026-11-23', '2026-11-22'])
    expect(hoursOf(days[1])?.slice(22)).toEqual(['', '9'])
    expect(hoursOf(days[0])?.slice(0, 4)).toEqual(['5*', '–', '0', ''])
    expect(weeks.map(({ monday, total, at }) => [monday, total, at])).toEqual([
      ['2026-11-23', 5, start + hourMs],
      ['2026-11-16', 9, start + 15 * minuteMs],
    ])
    // Half an hour of 5, nothing for an hour and a half, an hour of 0.
    expect(weeks[0]?.unreadMs).toBe(90 * minuteMs)
    expect(weeks[0]?.mean).toBeCloseTo(5 / 3, 6)
    expect(weeks[1]?.unreadMs).toBe(0)
  })

  // Would catch a missing hour on the day on which that hour does not exist, and a gap because of 25 hours in 24
  // columns.
  it('follow clocks that are set forward and back', () => {
    const forward = Date.UTC(2026, 2, 29, 0)
    const spring = setUp(forward + 2 * hourMs)
    spring.addMinutes(forward, forward + 2 * hourMs, 4)
    expect(hoursOf(spring.peaks('Europe/Berlin').days[0])?.slice(0, 5)).toEqual(['', '4', '', '4', ''])
    const back = Date.UTC(2026, 9, 25, 0)
    const autumn = setUp(back + 2 * hourMs)
    autumn.addMinutes(back, back + hourMs, 4)
    autumn.addMinutes(back + hourMs, back + 2 * hourMs, 6)
    expect(hoursOf(autumn.peaks('Europe/Berlin').days[0])?.slice(1, 4)).toEqual(['', '6', ''])
  })

  it('do not exist where nothing was read', () => {
    const stage = setUp(Date.UTC(2026, 10, 22))
    expect(peaksOf(keptQuarterHours(stage, countedApp), stage.clock.now(), 'UTC')).toBeNull()
  })
})

describe('the report of peaks', () => {
  const setting = {
    profileName: 'Lobby <b>& co',
    appLabel: 'Kiosk',
    appId: countedApp,
    capacity: 9,
    timeZone: 'Asia/Shanghai',
    language: 'en',
  } as const

  // Would catch a report with times of an unknown zone, a name that is interpreted as markup, and a file that executes
  // or fetches something.
  it('states zone, span and gaps, marks counts that reached the capacity, and runs nothing', () => {
    const start = Date.UTC(2026, 10, 22, 22)
    const { addMinutes, peaks } = setUp(start + 2 * hourMs)
    addMinutes(start, start + 30 * minuteMs, 9)
    const report = peaksReport(peaks('Asia/Shanghai'), setting)
    expect(report).toContain('<dd>Lobby &lt;b&gt;&amp; co</dd>')
    expect(report).toContain('<dd>Kiosk · lobby</dd>')
    expect(report).toContain('<dd>Asia/Shanghai · GMT+08:00</dd>')
    expect(report).toMatch(/<dd>Nov 23, 2026, 6:00\sAM to Nov 23, 2026, 8:00\sAM<\/dd>/)
    expect(report).toMatch(
      /<td>Mon, Nov 23, 2026<\/td><td><strong>9<\/strong><\/td><td>Nov 23, 2026, 6:00\sAM<\/td><td>9<\/td><td>1\.5 hr<\/td>/,
    )
    expect(report).toContain('<td><strong>9</strong>*</td><td>–</td>')
    expect(report).toContain("default-src 'none'")
    expect(report).not.toMatch(/<script|https?:/)
  })

  it('states in either language that there are no counts', () => {
    expect(peaksReport(null, { ...setting, capacity: null })).toContain('No readings are kept yet.')
    const chinese = peaksReport(null, { ...setting, language: 'zh-CN' })
    expect(chinese).toContain('<html lang="zh-CN">')
    expect(chinese).toContain('还没有保存的读数。')
  })
})

describe('exporting the peaks', () => {
  it('writes one HTML file of the application, and is refused without a profile', async () => {
    const now = Date.UTC(2026, 10, 22, 12)
    const stage = setUp(now)
    stage.addMinutes(now - hourMs, now, 7)
    stage.repositories.alerts.setSettings(stage.id, { quietHours: null, weekendHours: null, capacities: { lobby: 7 } })
    const saved: string[] = []
    const saveFile = (name: string, contents: Parameters<typeof stage.saveFile>[1]) => {
      saved.push(savedText(contents))
      return Promise.resolve(name)
    }
    const handlers = createPeaksHandlers({ ...stage, saveFile }, () => 'en')
    const file = handlers['session.exportPeaks']({ appId: countedApp }, here)
    await expect(file).resolves.toEqual({ fileName: 'peaks-lobby-2026-11-22.html' })
    expect(saved[0]).toContain('<strong>7</strong>')
    stage.open(null)
    const refused = async () => handlers['session.exportPeaks']({ appId: countedApp }, here)
    await expect(refused).rejects.toThrow(refusal('no-profile'))
  })
})
