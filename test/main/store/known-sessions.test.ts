import { describe, expect, it } from 'vitest'
import { createKnownSessionsRepository } from '../../../src/main/store/inbox-repository.ts'
import type { AppId } from '../../../src/shared/ids.ts'
import { limits } from '../../../src/shared/model/limits.ts'
import { appId, profileId, sessionId } from '../../../src/shared/schemas/ids.ts'
import type { SessionAction } from '../../../src/shared/schemas/inbox.ts'
import { setStage } from '../../support/subjects.ts'

const p1 = profileId.parse('p1')
const p2 = profileId.parse('p2')
const lobby = appId.parse('lobby')
const kiosk = appId.parse('kiosk')
const paste = { kind: 'paste', name: null } as const
const id = (text: string) => sessionId.parse(text)
const ids = (...texts: string[]) => texts.map(id)

function setUp() {
  const known = createKnownSessionsRepository(setStage().database)
  const listed = (of: typeof lobby | null, showsEnded = false) =>
    known.list({ profileId: p1, appId: of, showsEnded }).sessions.map((session) => session.sessionId)
  return { known, listed }
}

describe('the rows of the session inbox', () => {
  it('are added once, and the call returns the new ones', () => {
    const { known } = setUp()
    expect(known.add(p1, ids('b', 'a', 'b'), { appId: lobby, source: paste, at: 1 })).toEqual(['b', 'a'])
    const again = { appId: kiosk, source: { kind: 'file', name: 'calls.csv' }, at: 2 } as const
    expect(known.add(p1, ids('c', 'a'), again)).toEqual(['c'])
    expect(known.find(p1, id('a'))).toEqual({
      sessionId: 'a',
      appId: 'lobby',
      label: '',
      note: '',
      source: paste,
      firstSeenAt: 1,
      endedAt: null,
      lastAction: null,
    })
    expect(known.find(p1, id('c'))).toMatchObject({ appId: 'kiosk', source: { kind: 'file', name: 'calls.csv' } })
    expect(known.add(p2, ids('a'), { appId: null, source: paste, at: 3 })).toEqual(['a'])
    expect(known.known(p1, ['a', 'c', 'x'])).toEqual(new Set(['a', 'c']))
  })

  it('get a label when they are new, and keep an operator’s text', () => {
    const { known } = setUp()
    const finding = { appId: lobby, source: paste, at: 1 } as const
    known.add(p1, ids('a', 'b'), { ...finding, labels: { a: 'Gate 1', c: 'Gate 3' } })
    known.edit(p1, id('a'), { label: 'Front desk' })
    known.add(p1, ids('a', 'b', 'c'), { ...finding, labels: { a: 'Gate 1', b: 'Gate 2', c: 'Gate 3' } })
    expect(['a', 'b', 'c'].map((text) => known.find(p1, id(text))?.label)).toEqual(['Front desk', '', 'Gate 3'])
  })

  // Would catch a note that ends at an invisible character: SQLite reads a text up to its first NUL.
  it('keep a text with a NUL completely', () => {
    const { known } = setUp()
    known.add(p1, ids('a'), { appId: lobby, source: paste, at: 1 })
    known.edit(p1, id('a'), { note: 'frozen \0since noon' })
    expect(known.find(p1, id('a'))?.note).toBe('frozen \uFFFDsince noon')
  })

  it('get an application when they had none, and keep an existing one', () => {
    const { known } = setUp()
    known.add(p1, ids('a'), { appId: null, source: paste, at: 1 })
    known.add(p1, ids('a'), { appId: lobby, source: paste, at: 2 })
    known.add(p1, ids('a'), { appId: kiosk, source: paste, at: 3 })
    expect(known.find(p1, id('a'))).toMatchObject({ appId: 'lobby', firstSeenAt: 1 })
  })

  it('are listed by application together with those without one, newest first, and counted', () => {
    const { known, listed } = setUp()
    known.add(p1, ids('one'), { appId: lobby, source: paste, at: 1 })
    known.add(p1, ids('two'), { appId: kiosk, source: paste, at: 2 })
    known.add(p1, ids('three'), { appId: null, source: paste, at: 3 })
    known.add(p2, ids('other'), { appId: lobby, source: paste, at: 4 })
    expect([listed(lobby), listed(kiosk), listed(null)]).toEqual([
      ['three', 'one'],
      ['three', 'two'],
      ['three', 'two', 'one'],
    ])
    const counted = (appId: AppId | null) => {
      const inbox = known.list({ profileId: p1, appId, showsEnded: false })
      return [inbox.known, inbox.withoutApplication, inbox.ended, inbox.elsewhere]
    }
    expect(counted(lobby)).toEqual([1, 1, 0, 1])
    expect(counted(null)).toEqual([3, 0, 0, 0])
    expect(known.setEnded(p1, ids('three', 'two', 'gone'), 10)).toEqual(['three', 'two'])
    expect([listed(lobby), listed(lobby, true)]).toEqual([['one'], ['three', 'one']])
    expect(counted(lobby)).toEqual([1, 0, 1, 1])
    expect(counted(null)).toEqual([1, 0, 2, 0])
  })

  it('keep the end that was recorded first, and can become live again', () => {
    const { known } = setUp()
    known.add(p1, ids('a', 'b'), { appId: null, source: paste, at: 1 })
    known.setEnded(p1, ids('a'), 10)
    expect(known.setEnded(p1, ids('a', 'b'), 20)).toEqual(['b'])
    expect([known.find(p1, id('a'))?.endedAt, known.find(p1, id('b'))?.endedAt]).toEqual([10, 20])
    expect(known.setEnded(p1, ids('a', 'b', 'x'), null)).toEqual(['a', 'b'])
    expect(known.find(p1, id('a'))?.endedAt).toBeNull()
  })

  it('are updated field by field', () => {
    const { known } = setUp()
    known.add(p1, ids('a'), { appId: lobby, source: paste, at: 1 })
    expect(known.edit(p1, id('a'), { label: 'Kiosk 3' })).toBe(true)
    known.edit(p1, id('a'), { note: 'frozen' })
    known.edit(p1, id('a'), { appId: null })
    expect(known.find(p1, id('a'))).toMatchObject({ label: 'Kiosk 3', note: 'frozen', appId: null })
    known.edit(p1, id('a'), { label: '', appId: kiosk })
    expect(known.find(p1, id('a'))).toMatchObject({ label: '', note: 'frozen', appId: 'kiosk' })
    expect(known.edit(p1, id('nobody'), { label: 'x' })).toBe(false)
  })

  it('remember the last action on them', () => {
    const { known } = setUp()
    known.add(p1, ids('a', 'b'), { appId: null, source: paste, at: 1 })
    const answer = { form: 'empty', httpStatus: 204, code: null, message: null, at: 7 } as const
    const action: SessionAction = { kind: 'close', at: 7, answer, failure: null }
    known.noteAction(p1, id('a'), action)
    known.noteAction(p1, id('nobody'), action)
    expect(known.find(p1, id('a'))?.lastAction).toEqual(action)
    expect(known.find(p1, id('nobody'))).toBeNull()
  })

  it('are counted beyond the limit of the list', () => {
    const { known } = setUp()
    const many = Array.from({ length: limits.sessionsAtOnce + 100 }, (_, at) => id(`s-${String(at)}`))
    expect(known.add(p1, many, { appId: lobby, source: paste, at: 1 })).toEqual(many)
    const list = known.list({ profileId: p1, appId: lobby, showsEnded: true })
    expect([list.sessions.length, list.known]).toEqual([limits.sessionsAtOnce, many.length])
  })
})
