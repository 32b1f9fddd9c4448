import { describe, expect, it, onTestFinished } from 'vitest'
import { createMonitor } from '../../../../src/main/sessions/concurrency/monitor.ts'
import type { Fault } from '../../../../src/practice/faults.ts'
import { createPracticeService } from '../../../../src/practice/service.ts'
import { appId } from '../../../../src/shared/schemas/ids.ts'
import { createTestClient } from '../../../support/client.ts'
import { activating } from '../../../support/active.ts'
import { profileOf, setStage } from '../../../support/subjects.ts'

/** The monitor on the real client and the practice service, with a clock that the test moves. */
async function setUp() {
  const practice = createPracticeService()
  const { baseUrl } = await practice.start()
  onTestFinished(() => practice.stop())
  // The last application's calls come and go only when a test says so.
  const lobby = appId.parse(practice.control.applications().at(-1)?.appId)
  const { client } = createTestClient({ baseUrl, secret: practice.credentials.accessToken })
  const begun: string[] = []
  const counted: typeof client = {
    ...client,
    concurrentNumber: (id, options) => {
      begun.push(id)
      return client.concurrentNumber(id, options)
    },
  }
  const stage = setStage()
  stage.open({ profile: profileOf({ applications: [{ appId: lobby, label: 'Lobby' }] }), client: counted })
  const monitor = createMonitor(stage, stage.observed)
  return { ...stage, ...activating(stage.current, monitor), practice, monitor, lobby, begun }
}

describe('the monitor over HTTP', () => {
  it('finds that the list agrees with the number, as documented', async () => {
    const { monitor, practice, lobby, begin } = await setUp()
    practice.control.addCalls(lobby, 3)
    const live = practice.control.applications().at(-1)?.calls.length
    begin({ poll: false })
    await expect(monitor.refresh(lobby)).resolves.toMatchObject({
      latest: { total: live },
      list: { agreement: 'agrees', differences: [], dataText: null, candidates: [] },
      listFailure: null,
    })
  })

  // Would catch a live count that looks current through the seconds of its retries.
  it('shows a failed attempt immediately, and the count of its retry afterwards', async () => {
    const { monitor, practice, lobby, pushed, seen, begin } = await setUp()
    begin({ poll: false })
    await monitor.refresh(lobby)
    const before = { shown: pushed('concurrency.changed').length, observed: seen.length }
    practice.control.faults.arm({ kind: 'status', status: 503 }, { on: 'getconcurrentNumber', times: 1 })
    await monitor.refresh(lobby)
    const shown = pushed('concurrency.changed').slice(before.shown)
    expect(shown[0]?.concurrency).toMatchObject({
      latest: { total: expect.any(Number) as number },
      failure: { failure: { kind: 'http', httpStatus: 503 } },
    })
    expect(shown.at(-1)?.concurrency.failure).toBeNull()
    // An attempt is not a reading: alerts and closes are notified of the end alone.
    expect(seen.slice(before.observed)).toMatchObject([{ sample: { appId: lobby } }])
  })

  it('leaves a service alone for as long as its answer requests', async () => {
    const { monitor, practice, lobby, begun, clock, begin } = await setUp()
    practice.control.faults.arm({ kind: 'too-many-requests', retryAfterSeconds: 600 }, { on: 'getconcurrentNumber' })
    begin({ poll: false })
    await expect(monitor.refresh(lobby)).rejects.toMatchObject({ failure: { httpStatus: 429 } })
    begin()
    await clock.pass(599_000)
    expect(begun).toHaveLength(1)
    await clock.pass(1_000)
    expect(begun).toHaveLength(2)
  })

  it.each([
    [
      { kind: 'wrong-shape', shape: 'array' },
      { list: { agreement: 'other-shape', candidates: [] }, listFailure: null },
    ],
    [
      { kind: 'wrong-shape', shape: 'no-data' },
      { list: { agreement: 'other-shape' }, listFailure: null },
    ],
    [
      { kind: 'wrong-shape', shape: 'numbers-as-strings' },
      { list: { agreement: 'agrees' }, listFailure: null },
    ],
    [{ kind: 'reset-before-read' }, { list: null, listFailure: { failure: { kind: 'connection-reset' } } }],
    [{ kind: 'not-json' }, { list: null, listFailure: { failure: { kind: 'not-json' } } }],
    [
      { kind: 'huge-body', bytes: 4_000_000 },
      { list: null, listFailure: { failure: { kind: 'too-large' } } },
    ],
    [
      { kind: 'deep-json', depth: 100_000 },
      { list: null, listFailure: { failure: { kind: 'wrong-shape' } } },
    ],
    [
      { kind: 'declined', code: '40002', message: 'no list today' },
      { list: null, listFailure: { failure: { kind: 'declined', code: '40002' } } },
    ],
  ] as const satisfies readonly (readonly [Fault, object])[])(
    'keeps the figures, whatever the list answers: %o',
    async (fault, expected) => {
      const { monitor, practice, lobby, begin } = await setUp()
      practice.control.faults.arm(fault, { on: 'getconcurrentList' })
      begin({ poll: false })
      const seen = await monitor.refresh(lobby)
      expect(seen).toMatchObject({ failure: null, ...expected })
      expect(seen.latest?.total).toEqual(expect.any(Number))
    },
  )
})
