import { describe, expect, it } from 'vitest'
import type { NewActivity } from '../../../src/main/context/journal.ts'
import { createChartAnnotations } from '../../../src/main/store/chart-annotations.ts'
import { createKnownSessionsRepository } from '../../../src/main/store/inbox-repository.ts'
import { appId, jobId, profileId, sessionId } from '../../../src/shared/schemas/ids.ts'
import { setStage } from '../../support/subjects.ts'

const hall = profileId.parse('p1')
const lobby = appId.parse('lobby')
const hallAppId = appId.parse('desk')

function setUp() {
  const stage = setStage()
  const { journal, clock, database } = stage
  const start = clock.now()
  const profile = { id: hall, name: 'Main hall' }
  const note = (action: NewActivity['action'], target: string, rest: Pick<NewActivity, 'outcome' | 'facts'>) => {
    journal.noteAfter({ profile, action, target, ...rest })
    clock.set(clock.now() + 1_000)
  }
  const intent = (target: string, countBefore: number) => {
    const act = `close ${target} ${clock.now()}`
    journal.begin({ profile, action: 'session.closeAll', target, act, facts: { countBefore } })
    clock.set(clock.now() + 1_000)
  }
  const close = (target: string, app: string | null) => {
    const facts = { appId: app, countBefore: 12 }
    journal.begin({ profile, action: 'session.close', target, act: `close ${target} ${clock.now()}`, facts })
    clock.set(clock.now() + 1_000)
  }
  const end = (target: string, outcome: NewActivity['outcome']) =>
    note('session.closeAll', target, { outcome, facts: { countBefore: 1 } })
  const alert = (app: string | null, severity: string) => {
    database
      .prepare(
        `INSERT INTO alert_events (profile_id, condition, severity, app_id, at, told)
         VALUES ('p1', '{}', ?, ?, ?, 'notified')`,
      )
      .run(severity, app, clock.now())
    clock.set(clock.now() + 1_000)
  }
  const annotations = createChartAnnotations(database)
  const all = () => ({ from: start, to: clock.now() })
  return {
    start,
    database,
    note,
    intent,
    close,
    end,
    alert,
    all,
    atFirstApp: () => annotations.ofApplication({ profileId: hall, appId: lobby }, all()),
    annotations,
  }
}

describe('annotations of an application', () => {
  it('are its own close-alls and alerts, oldest first', () => {
    const { start, intent, end, alert, note, atFirstApp } = setUp()
    alert('lobby', 'warning')
    intent('lobby', 12)
    end('lobby', 'done')
    intent('desk', 5)
    alert('desk', 'warning')
    alert(null, 'critical')
    note('avatar.confirmed', 'a.png', { outcome: 'done', facts: { avatars: 40 } })
    alert('lobby', 'critical')
    expect(atFirstApp()).toEqual([
      { kind: 'alert', at: start, severity: 'warning' },
      { kind: 'close-all', at: start + 1_000, count: 12 },
      { kind: 'alert', at: start + 7_000, severity: 'critical' },
    ])
  })

  it('omit a close-all that certainly was not done, and include an uncertain one', () => {
    const { start, intent, end, atFirstApp } = setUp()
    intent('lobby', 1)
    end('lobby', 'unknown')
    intent('lobby', 2)
    intent('desk', 3)
    end('lobby', 'failed')
    intent('lobby', 4)
    expect(atFirstApp()).toEqual([
      { kind: 'close-all', at: start, count: 1 },
      { kind: 'close-all', at: start + 5_000, count: 4 },
    ])
  })

  it('are only those of the requested time', () => {
    const { start, intent, alert, annotations } = setUp()
    intent('lobby', 1)
    alert('lobby', 'critical')
    alert('lobby', 'warning')
    const range = { from: start + 1_000, to: start + 1_000 }
    expect(annotations.ofApplication({ profileId: hall, appId: lobby }, range)).toEqual([
      { kind: 'alert', at: start + 1_000, severity: 'critical' },
    ])
    expect(annotations.ofApplication({ profileId: profileId.parse('p2'), appId: hallAppId }, range)).toEqual([])
  })
})

describe('closes of single sessions', () => {
  // Would catch an unexplained fall of the count, and one that is explained by a close that was never sent.
  it('are those of the application that were sent or may have been, with the current label', () => {
    const { start, database, annotations, note, all, close } = setUp()
    const known = createKnownSessionsRepository(database)
    const gate = sessionId.parse('call-1')
    known.add(hall, [gate], {
      appId: lobby,
      source: { kind: 'paste', name: null },
      at: start,
      labels: { 'call-1': 'Gate 7' },
    })
    close('call-1', 'lobby')
    note('session.close', 'call-1', { outcome: 'done', facts: { countAfter: 11 } })
    close('call-2', 'lobby')
    note('session.close', 'call-2', { outcome: 'unknown', facts: {} })
    close('call-3', 'lobby')
    note('session.close', 'call-3', { outcome: 'failed', facts: {} })
    close('call-4', 'desk')
    close('call-5', null)
    expect(annotations.closes({ profileId: hall, appId: lobby }, all())).toEqual([
      { at: start, sessionId: 'call-1', label: 'Gate 7' },
      { at: start + 2_000, sessionId: 'call-2', label: '' },
    ])
  })
})

describe('annotations of the account', () => {
  // Would catch a cost of waiting or refused jobs, and one that is claimed for a creation without an image.
  it('show the cost of a batch by now, where that is known', () => {
    const { start, database, note, annotations, all } = setUp()
    database.exec(`INSERT INTO images (id, type, width, height, bytes) VALUES ('${'a'.repeat(64)}', 'jpeg', 1, 1, 1)`)
    const add = (id: string, batchId: string, { isTaken = true, hasImage = true } = {}) =>
      database
        .prepare(
          `INSERT INTO jobs (id, profile_id, created_at, file_name, image_id, fields, state, state_since, task_id, batch_id,
             evidence) VALUES (?, 'p1', 0, 'a.png', ?, '{}', ?, 0, ?, ?, ?)`,
        )
        .run(
          id,
          hasImage ? 'a'.repeat(64) : null,
          ...(isTaken ? ['training', `task-${id}`] : ['waiting', null]),
          batchId,
          '{"endedAt":7}',
        )
    add('one', 'first')
    add('two', 'first')
    add('three', 'first', { isTaken: false })
    add('four', 'second', { hasImage: false })
    note('avatar.confirmed', 'a.png', { outcome: 'done', facts: { avatars: 3, jobId: jobId.parse('one') } })
    note('avatar.confirmed', 'a.png', { outcome: 'done', facts: { avatars: 1, jobId: jobId.parse('four') } })
    expect(annotations.batches(hall, all())).toEqual([
      { annotation: { kind: 'batch', at: start, count: 3, accepted: 2 }, change: -2, endedAt: 7 },
      { annotation: { kind: 'batch', at: start + 1_000, count: 1, accepted: 1 }, change: null, endedAt: 7 },
    ])
  })

  it('are all close-alls, the alerts of no application, and batches', () => {
    const { start, intent, alert, note, annotations, all } = setUp()
    intent('lobby', 12)
    intent('desk', 5)
    alert('lobby', 'warning')
    alert(null, 'critical')
    note('avatar.confirmed', 'a.png', { outcome: 'done', facts: { avatars: 40, creationsBefore: 3 } })
    expect(annotations.ofAccount(hall, all())).toEqual([
      { kind: 'close-all', at: start, count: 12 },
      { kind: 'close-all', at: start + 1_000, count: 5 },
      { kind: 'alert', at: start + 3_000, severity: 'critical' },
    ])
    expect(annotations.batches(hall, all())).toEqual([
      {
        annotation: { kind: 'batch', at: start + 4_000, count: 40, accepted: null },
        change: null,
        endedAt: start + 4_000,
      },
    ])
  })
})
