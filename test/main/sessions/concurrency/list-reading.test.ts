import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeJson } from '../../../../src/shared/model/json.ts'
import { CallError } from '../../../../src/main/service/retry.ts'
import { listReadingOf } from '../../../../src/main/sessions/concurrency/list-reading.ts'
import { createMonitor } from '../../../../src/main/sessions/concurrency/monitor.ts'
import { appId, sessionId } from '../../../../src/shared/schemas/ids.ts'
import { concurrency, listReading } from '../../../../src/shared/schemas/session.ts'
import type { ConcurrencySample } from '../../../../src/shared/schemas/session.ts'
import { serviceFailure, untilCancelled } from '../../../support/scripted-service.ts'
import type { ScriptedList } from '../../../support/scripted-service.ts'
import { activating } from '../../../support/active.ts'
import { setStage } from '../../../support/subjects.ts'

const lobby = appId.parse('lobby')
const number: ConcurrencySample = { appId: lobby, at: 1_000, corporateId: '1003645', total: 12, yours: 3 }
const at = 1_200
const uuid = '0f8fad5b-d9cb-469f-a165-70867728950e'

describe('the list compared with the number', () => {
  it('agrees when its figures are those of the number', () =>
    expect(listReadingOf({ figures: { ...number, at }, hasMore: false, dataText: '{…}', at }, number)).toEqual({
      at,
      numberAt: number.at,
      agreement: 'agrees',
      differences: [],
      dataText: null,
      candidates: [],
    }))

  it('names every figure that differs, including one that only one side has', () => {
    const figures = { ...number, total: 14, yours: null, corporateId: null }
    const { agreement, differences } = listReadingOf({ figures, hasMore: false, dataText: '{}', at }, number)
    expect([agreement, differences]).toEqual([
      'differs',
      [
        { figure: 'total', number: '12', list: '14' },
        { figure: 'yours', number: '3', list: null },
        { figure: 'corporateId', number: '1003645', list: null },
      ],
    ])
  })

  it('is shown as received when it contains more, with the ids in it', () => {
    const dataText = `{"totalConcurrentNumber":12,"sessions":[{"sessionId":"${uuid}","n":1.10}]}`
    const reading = listReadingOf({ figures: number, hasMore: true, dataText, at }, number)
    expect(reading).toMatchObject({
      agreement: 'agrees',
      candidates: [{ sessionId: uuid, isLikely: true, isKnown: false }],
    })
    expect(reading.dataText).toBe(
      `{\n  "totalConcurrentNumber": 12,\n  "sessions": [\n    {\n      "sessionId": "${uuid}",\n      "n": 1.10\n    }\n  ]\n}`,
    )
  })

  it.each(['[]', '"none"', 'null', '0', '', '{"list":null}', '[[[[]]]]', '[null,{}]'])(
    'has a different shape: %s',
    (dataText) =>
      expect(listReadingOf({ figures: null, hasMore: true, dataText, at }, number)).toMatchObject({
        agreement: 'other-shape',
        differences: [],
        candidates: [],
      }),
  )

  it('does not offer the application itself as a session', () => {
    const id = appId.parse('1983775419508027393')
    const dataText = `["${id}","${uuid}"]`
    const { candidates } = listReadingOf({ figures: null, hasMore: true, dataText, at }, { ...number, appId: id })
    expect(candidates.map((candidate) => candidate.sessionId)).toEqual([uuid])
  })

  it('never returns half an id of a text that is too long to be searched completely', () => {
    const ids = Array.from({ length: 40_000 }, (_, index) => `1983775419${String(500_000_000 + index)}`)
    const dataText = JSON.stringify(ids.map((id) => ({ sessionId: id, filler: 'x'.repeat(200) })))
    const { candidates, dataText: shown } = listReadingOf({ figures: null, hasMore: true, dataText, at }, number)
    expect(candidates.length).toBeGreaterThan(500)
    expect(candidates.length).toBeLessThanOrEqual(1_000)
    expect(candidates.map((candidate) => candidate.sessionId)).toEqual(ids.slice(0, candidates.length))
    expect(shown).toMatch(/…$/)
    expect(shown?.length).toBeLessThanOrEqual(20_000)
  })

  it('can have any shape without an exception', () =>
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat({ max: 30_000 }), (data, times) => {
        const dataText = times % 7 === 0 ? `[${'[{},'.repeat(times)}` : writeJson(data)
        const reading = listReadingOf({ figures: null, hasMore: true, dataText, at }, number)
        expect(listReading.parse(reading)).toEqual(reading)
        expect(reading.dataText?.length ?? 0).toBeLessThanOrEqual(20_000)
      }),
    ))
})

function setUp() {
  const stage = setStage()
  const monitor = createMonitor(stage, stage.observed)
  const lists = (): number => stage.service.askedFor('getconcurrentList')
  const setView = (section: 'sessions' | 'account' = 'sessions') =>
    monitor.setView({ windowId: 1, section, appId: lobby, isVisible: true })
  const other = (dataText: string): ScriptedList => ({ figures: null, hasMore: true, dataText })
  return { ...stage, ...activating(stage.current, monitor), monitor, lists, setView, other }
}

describe('reading the list', () => {
  it('happens each minute for visible applications, and for nothing else', async () => {
    const { monitor, clock, lists, setView, service, begin } = setUp()
    begin()
    await clock.pass(60_000)
    expect(lists()).toBe(0)
    setView()
    await clock.pass(125_000)
    expect(lists()).toBe(3)
    expect(service.asked).not.toContain('getconcurrentList desk')
    expect(monitor.figures(lobby)).toMatchObject({ list: { agreement: 'agrees', dataText: null }, listFailure: null })
    setView('account')
    await clock.pass(120_000)
    expect(lists()).toBe(3)
  })

  it('happens at each refresh, and its failure is shown beside the figures', async () => {
    const { monitor, service, other, pushed, begin } = setUp()
    begin()
    service.script.list = () => other('[]')
    await expect(monitor.refresh(lobby)).resolves.toMatchObject({ list: { agreement: 'other-shape', dataText: '[]' } })
    service.script.list = () => Promise.reject(serviceFailure({ kind: 'http' }, { httpStatus: 404 }))
    const after = await monitor.refresh(lobby)
    expect(after).toMatchObject({
      latest: { total: 12 },
      failure: null,
      list: { agreement: 'other-shape' },
      listFailure: { failure: { kind: 'http', httpStatus: 404 } },
    })
    expect(concurrency.parse(after)).toEqual(after)
    expect(pushed('concurrency.changed').at(-1)?.concurrency).toEqual(after)
  })

  it('does not report a call that started between the two reads as a difference', async () => {
    const { monitor, service, seen, begin } = setUp()
    begin()
    const counts = [12, 13]
    service.script.count = () => counts.shift() ?? expect.fail()
    const figures = { ...number, total: 13, yours: 13 }
    service.script.list = () => ({ figures, hasMore: false, dataText: '{}' })
    await expect(monitor.refresh(lobby)).resolves.toMatchObject({
      latest: { total: 13 },
      list: { agreement: 'agrees' },
    })
    expect(seen.map(({ sample }) => sample?.total)).toEqual([12, 13])
    service.script.count = () => 12
    await expect(monitor.refresh(lobby)).resolves.toMatchObject({
      list: { agreement: 'differs', differences: [{ figure: 'total', number: '12', list: '13' }, { figure: 'yours' }] },
    })
  })

  it('marks the ids that are in the inbox by now', async () => {
    const { monitor, service, other, known, current, clock, begin } = setUp()
    begin()
    service.script.list = () => other(`{"sessionId":"${uuid}"}`)
    const { list } = await monitor.refresh(lobby)
    expect(list?.candidates).toEqual([{ sessionId: uuid, isLikely: true, isKnown: false }])
    const { id } = current()?.profile ?? expect.fail()
    known.add(id, [sessionId.parse(uuid)], { appId: lobby, source: { kind: 'list', name: null }, at: clock.now() })
    expect(monitor.figures(lobby).list?.candidates).toEqual([{ sessionId: uuid, isLikely: true, isKnown: true }])
  })

  it('that hangs delays no number', async () => {
    const { clock, service, setView, lists, open, begin, end } = setUp()
    service.script.list = (_, signal) => untilCancelled(signal)
    setView()
    begin()
    await clock.pass(120_000)
    expect(lists()).toBe(1)
    expect(service.askedFor('getconcurrentNumber')).toBe(25 + 9)
    open(null)
    end()
    await clock.pass(0)
    expect(clock.waiting()).toBe(0)
  })
})

describe('a service that requests a delay', () => {
  function busy(headers: Readonly<Record<string, string>>) {
    const stage = setUp()
    const { service } = stage
    const fail = (operation: 'getconcurrentNumber' | 'getconcurrentList') => {
      const { failure } = serviceFailure({ kind: 'http' }, { operation, httpStatus: 429 })
      return Promise.reject(new CallError(failure, headers))
    }
    service.script.count = () => fail('getconcurrentNumber')
    return { ...stage, fail }
  }

  it.each([
    ['in seconds', '300', 300_000],
    ['for days', '900000', 3_600_000],
  ])('is read after that time (%s), and then as usual', async (_, header, waitMs) => {
    const { clock, service, setView, begin } = busy({ 'retry-after': header })
    setView()
    begin()
    await clock.pass(waitMs - 1)
    expect(service.asked).toEqual(['getconcurrentNumber lobby', 'getconcurrentNumber desk'])
    service.script.count = () => 12
    await clock.pass(5_001)
    expect(service.askedFor('getconcurrentNumber')).toBe(5)
  })

  // Would catch a count that is not read for a day because the clock was a day ahead when the service was busy.
  it('is not left alone longer because of a clock that is set back', async () => {
    const { monitor, clock, service, begin } = busy({ 'retry-after': '300' })
    begin()
    await clock.pass(0)
    service.script.count = () => 12
    clock.set(clock.now() - 24 * 3_600_000)
    await clock.pass(330_000)
    expect(monitor.figures(lobby).latest?.total).toBe(12)
  })

  it('is left alone after sleep too, but operators’ reads continue', async () => {
    const { monitor, clock, service, begin, end } = busy({ 'retry-after': '300' })
    begin()
    await clock.pass(0)
    end('asleep')
    begin()
    await clock.pass(200_000)
    expect(service.asked).toHaveLength(2)
    service.script.count = () => 12
    await expect(monitor.refresh(lobby)).resolves.toMatchObject({ latest: { total: 12 } })
  })

  it('can also request it with the list', async () => {
    const { clock, service, setView, fail, begin } = busy({ 'retry-after': '120' })
    service.script.count = () => 12
    service.script.list = () => fail('getconcurrentList')
    setView()
    begin()
    await clock.pass(0)
    const before = service.asked.filter((line) => line.endsWith('lobby')).length
    await clock.pass(119_000)
    expect(service.asked.filter((line) => line.endsWith('lobby'))).toHaveLength(before)
  })
})
