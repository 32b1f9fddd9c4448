import { describe, expect, it } from 'vitest'
import { CallError } from '../../../../src/main/service/retry.ts'
import { profileId } from '../../../../src/shared/schemas/ids.ts'
import { serviceFailure } from '../../../support/scripted-service.ts'
import { profileOf } from '../../../support/subjects.ts'
import { bodyOf, context, idOf, keepMany, setLibraryStage } from './stage.ts'
import type { LibraryStage } from './stage.ts'

const operation = 'getConversationById'

/** Time passes; reads go through real files, so each second is waited for until the library rests. */
async function pass({ clock }: LibraryStage, seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= 1) {
    await clock.pass(1_000)
    for (let turn = 0; turn < 5; turn += 1) await clock.pass(0)
  }
}

function planned(stage: LibraryStage) {
  return stage.library.handlers['library.planned']({}, context)
}

function entryOf(stage: LibraryStage, id: string) {
  return stage.library.handlers['library.entry']({ conversationId: idOf(id) }, context)
}

function importIds(stage: LibraryStage, ...ids: readonly string[]) {
  return stage.library.handlers['library.import']({ conversationIds: ids.map(idOf) }, context)
}

/** A library whose service cannot be reached before `bringBack`. */
function unreachable() {
  const stage = setLibraryStage()
  let isDown = true
  stage.service.script.conversation = () => {
    if (isDown) throw serviceFailure({ kind: 'dns', host: 'service.example' }, { operation, sent: 'no' })
    return bodyOf({})
  }
  const bringBack = (): void => {
    isDown = false
  }
  return { stage, bringBack }
}

describe('planned reads', () => {
  it('go one after the other, one in a second, and are noted at their begin and end', async () => {
    const stage = setLibraryStage()
    stage.service.script.conversation = (id) => bodyOf({ conversationName: `Name ${id}` })
    stage.library.follow()
    expect(await importIds(stage, '1', '2', '3')).toMatchObject({ waiting: 3, done: 0, isPaused: false, held: null })
    await stage.clock.pass(0)
    expect(stage.service.askedFor(operation)).toBe(1)
    await pass(stage, 1)
    expect(stage.service.askedFor(operation)).toBe(2)
    await pass(stage, 2)
    expect(stage.service.asked).toEqual(['1', '2', '3'].map((id) => `${operation} ${id}`))
    expect(await planned(stage)).toMatchObject({ waiting: 0, done: 3, failed: [] })
    expect(stage.pushed('plannedReads.changed').at(-1)).toMatchObject({ waiting: 0, done: 3 })
    expect(await entryOf(stage, '2')).toMatchObject({
      name: 'Name 2',
      source: 'import',
      seenSnapshotId: null,
      isChanged: false,
    })
    expect(stage.entries()).toMatchObject([
      { action: 'library.readingStarted', facts: { planned: 3 } },
      { action: 'library.readingEnded', facts: { read: 3, notRead: 0 } },
    ])
  })

  it('pass over what the service does not give, and say why', async () => {
    const stage = setLibraryStage()
    stage.service.script.conversation = (id) => {
      if (id === '2') throw serviceFailure({ kind: 'declined' }, { operation, code: '1007', httpStatus: 200 })
      return bodyOf({})
    }
    stage.library.follow()
    await importIds(stage, '1', '2', '3')
    await pass(stage, 3)
    expect(await planned(stage)).toMatchObject({
      waiting: 0,
      done: 2,
      failed: [{ conversationId: '2', failure: 'declined' }],
    })
    expect(await entryOf(stage, '2')).toMatchObject({ lastFailure: 'declined', readAt: null })
  })

  // Would catch reads that are put off for a day because the clock was a day ahead when one of them failed.
  it('are put off for no longer by a clock that is set back', async () => {
    const { stage, bringBack } = unreachable()
    stage.library.follow()
    await importIds(stage, '1')
    await pass(stage, 1)
    bringBack()
    stage.clock.set(stage.clock.now() - 24 * 3_600_000)
    await pass(stage, 60)
    expect(await planned(stage)).toMatchObject({ waiting: 0, done: 1 })
  })

  it('wait longer and longer while nothing gets through, and go on where they were', async () => {
    const { stage, bringBack } = unreachable()
    stage.library.follow()
    await importIds(stage, '1', '2')
    await pass(stage, 30)
    expect(stage.service.askedFor(operation)).toBeLessThan(5)
    expect(await planned(stage)).toMatchObject({ waiting: 2, held: 'dns', isPaused: false, failed: [] })
    bringBack()
    stage.library.pause()
    stage.library.wake()
    await pass(stage, 2)
    expect(await planned(stage)).toMatchObject({ waiting: 0, held: null, done: 2 })
  })

  it('wait as long as a busy service asks', async () => {
    const stage = setLibraryStage()
    stage.service.script.conversation = () => {
      const { failure } = serviceFailure({ kind: 'http' }, { operation, httpStatus: 429 })
      throw new CallError(failure, { 'retry-after': '120' })
    }
    stage.library.follow()
    await importIds(stage, '1')
    await pass(stage, 119)
    expect(stage.service.askedFor(operation)).toBe(1)
    await pass(stage, 2)
    expect(stage.service.askedFor(operation)).toBe(2)
    expect(await planned(stage)).toMatchObject({ waiting: 1, held: 'http' })
  })

  it('are paused by a rejected token until the operator goes on', async () => {
    const stage = setLibraryStage()
    stage.service.script.conversation = () => {
      throw serviceFailure({ kind: 'token-rejected' }, { operation, httpStatus: 401 })
    }
    stage.library.follow()
    await importIds(stage, '1', '2')
    await pass(stage, 60)
    expect(stage.service.askedFor(operation)).toBe(1)
    expect(await planned(stage)).toMatchObject({ waiting: 2, isPaused: true, held: 'token-rejected' })
    stage.service.script.conversation = () => bodyOf({})
    await stage.library.handlers['library.pausePlanned']({ paused: false }, context)
    await pass(stage, 3)
    expect(await planned(stage)).toMatchObject({ waiting: 0, isPaused: false, held: null, done: 2 })
  })

  it('put an id last that breaks its answer, and pass over it when others are read', async () => {
    const stage = setLibraryStage()
    stage.service.script.conversation = (id) => {
      if (id === '1') throw serviceFailure({ kind: 'connection-reset' }, { operation, sent: 'maybe' })
      return bodyOf({})
    }
    stage.library.follow()
    await importIds(stage, '1', '2', '3')
    await pass(stage, 60)
    expect(await planned(stage)).toMatchObject({ waiting: 0, done: 2, failed: [{ failure: 'connection-reset' }] })
  })

  // Would catch a network's sign-in page that empties the plan, an id each second.
  it('are held after three answers in a row that are no JSON, and lose none of their ids', async () => {
    const stage = setLibraryStage()
    let isPortal = true
    stage.service.script.conversation = () => {
      if (isPortal) throw serviceFailure({ kind: 'not-json', contentType: 'text/html' }, { operation, httpStatus: 200 })
      return bodyOf({})
    }
    stage.library.follow()
    await importIds(stage, '1', '2', '3', '4', '5')
    await pass(stage, 1)
    expect(await planned(stage)).toMatchObject({ waiting: 5, held: null })
    await pass(stage, 3)
    expect(stage.service.askedFor(operation)).toBe(3)
    expect(await planned(stage)).toMatchObject({ waiting: 5, held: 'not-json', isPaused: false, failed: [] })
    isPortal = false
    stage.library.pause()
    stage.library.wake()
    await pass(stage, 6)
    expect(await planned(stage)).toMatchObject({ waiting: 0, held: null, done: 5, failed: [] })
  })

  it.each([{ kind: 'not-json', contentType: 'text/html' }, { kind: 'unread' }] as const)(
    'wait behind others and are passed over at last when one id alone fails as $kind',
    async (problem) => {
      const stage = setLibraryStage()
      stage.service.script.conversation = (id) => {
        if (id === '1') throw serviceFailure(problem, { operation, httpStatus: 200 })
        return bodyOf({})
      }
      stage.library.follow()
      await importIds(stage, '1', '2', '3')
      await pass(stage, 60)
      expect(stage.service.asked.slice(0, 3)).toEqual(['1', '2', '3'].map((id) => `${operation} ${id}`))
      expect(await planned(stage)).toMatchObject({ waiting: 0, done: 2, failed: [{ failure: problem.kind }] })
    },
  )

  it('are held by an answer that could not be read in time', async () => {
    const stage = setLibraryStage()
    stage.service.script.conversation = () => {
      throw serviceFailure({ kind: 'unread' }, { operation, httpStatus: 200 })
    }
    stage.library.follow()
    await importIds(stage, '1', '2')
    await pass(stage, 3)
    expect(stage.service.askedFor(operation)).toBe(1)
    expect(await planned(stage)).toMatchObject({ waiting: 2, held: 'unread', failed: [] })
  })

  it('are paused, dropped, and bound to their profile', async () => {
    const stage = setLibraryStage()
    stage.service.script.conversation = () => bodyOf({})
    stage.library.follow()
    await importIds(stage, '1', '2', '3', '4')
    await pass(stage, 1)
    await stage.library.handlers['library.pausePlanned']({ paused: true }, context)
    const asked = stage.service.askedFor(operation)
    await pass(stage, 10)
    expect(stage.service.askedFor(operation)).toBe(asked)
    await stage.library.handlers['library.pausePlanned']({ paused: false }, context)
    const { client, profile } = stage.current() ?? expect.fail()
    stage.open({ profile: profileOf({ id: profileId.parse('p2') }), client })
    stage.library.follow()
    await pass(stage, 10)
    expect(stage.service.askedFor(operation)).toBeLessThanOrEqual(asked + 1)
    expect(await planned(stage)).toMatchObject({ waiting: 0, done: 0 })
    stage.open({ profile, client })
    stage.library.follow()
    expect(await stage.library.handlers['library.dropPlanned']({}, context)).toMatchObject({ waiting: 0 })
    expect(stage.entries().at(-1)?.action).toBe('library.readingEnded')
    expect(await entryOf(stage, '4')).toMatchObject({ readAt: null, source: 'import' })
  })
})

it('a disk that cannot be written keeps nobody from opening a profile', () => {
  const stage = setLibraryStage()
  keepMany(stage, [{ id: '1', data: {} }])
  stage.database.exec('PRAGMA query_only = ON')
  stage.library.follow()
  expect(stage.logged).toHaveLength(1)
  stage.database.exec('PRAGMA query_only = OFF')
  stage.library.follow()
  expect(entryOf(stage, '1')).toMatchObject({ conversationId: '1' })
})

describe('a watched conversation', () => {
  async function watching(everyMinutes: 15 | 60 = 15) {
    const stage = setLibraryStage()
    const said = { data: { conversationName: 'Lobby', corpId: '1' } as object }
    stage.service.script.conversation = () => bodyOf(said.data)
    stage.library.follow()
    await stage.fetchSnapshot('1', said.data)
    await stage.library.handlers['library.setWatch']({ conversationId: idOf('1'), everyMinutes }, context)
    return { stage, said }
  }
  const snapshots = (stage: LibraryStage) =>
    stage.library.handlers['library.snapshots']({ conversationId: idOf('1') }, context)

  it('is read again on schedule, and the same bytes are not kept twice', async () => {
    const { stage } = await watching()
    const before = await entryOf(stage, '1')
    await pass(stage, 14 * 60)
    expect(stage.service.askedFor(operation)).toBe(0)
    await pass(stage, 2 * 60)
    expect(stage.service.askedFor(operation)).toBe(1)
    expect(await snapshots(stage)).toHaveLength(1)
    const after = await entryOf(stage, '1')
    expect(after).toMatchObject({ isChanged: false, newestSnapshotId: before?.newestSnapshotId })
    expect(after?.readAt).toBeGreaterThan(before?.readAt ?? Infinity)
  })

  it('is news when it says something else, until that was on screen', async () => {
    const { stage, said } = await watching()
    said.data = { corpId: '1', conversationName: 'Lobby' }
    await pass(stage, 16 * 60)
    expect(await snapshots(stage)).toHaveLength(2)
    expect(await entryOf(stage, '1')).toMatchObject({ isChanged: false })
    said.data = { corpId: '1', conversationName: 'Lobby, changed' }
    await pass(stage, 16 * 60)
    const changed = (await entryOf(stage, '1')) ?? expect.fail()
    expect(changed).toMatchObject({ isChanged: true, name: 'Lobby, changed' })
    expect(stage.entries().map(({ action }) => action)).toEqual(['conversation.changeSeen'])
    const [newest, middle] = await snapshots(stage)
    if (newest === undefined || middle === undefined) expect.fail('snapshots are missing')
    await stage.library.handlers['library.markSeen']({ snapshotId: middle.id }, context)
    expect(await entryOf(stage, '1')).toMatchObject({ isChanged: true, seenSnapshotId: middle.id })
    await stage.library.handlers['library.markSeen']({ snapshotId: newest.id }, context)
    expect(await entryOf(stage, '1')).toMatchObject({ isChanged: false, seenSnapshotId: newest.id })
  })

  it('is news too when the program ended between its keeping and its entry', async () => {
    const { stage, said } = await watching()
    said.data = { conversationName: 'Lobby, changed', corpId: '1' }
    keepMany(stage, [{ id: '1', data: said.data }])
    await pass(stage, 16 * 60)
    const [newest] = await snapshots(stage)
    expect(await entryOf(stage, '1')).toMatchObject({ isChanged: true, newestSnapshotId: newest?.id })
    await pass(stage, 16 * 60)
    expect(await snapshots(stage)).toHaveLength(3)
  })

  it('that was missed in sleep is read at once on waking', async () => {
    const { stage } = await watching(60)
    stage.library.pause()
    await pass(stage, 2 * 60 * 60)
    expect(stage.service.askedFor(operation)).toBe(0)
    stage.library.wake()
    await stage.clock.pass(0)
    expect(stage.service.askedFor(operation)).toBe(1)
  })

  it('keeps the reason of a failure and what was read before', async () => {
    const { stage } = await watching()
    stage.service.script.conversation = () => {
      throw serviceFailure({ kind: 'declined' }, { operation, httpStatus: 200 })
    }
    await pass(stage, 16 * 60)
    expect(await entryOf(stage, '1')).toMatchObject({ lastFailure: 'declined', name: 'Lobby' })
    expect(await snapshots(stage)).toHaveLength(1)
  })
})
