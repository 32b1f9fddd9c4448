import { describe, expect, it } from 'vitest'
import { createLibraryRepository } from '../../../src/main/store/library-repository.ts'
import { conversationId, profileId, snapshotId } from '../../../src/shared/schemas/ids.ts'
import type { LibraryQuery } from '../../../src/shared/schemas/library.ts'
import { setStage } from '../../support/subjects.ts'

const p1 = profileId.parse('p1')
const of = (id: string) => ({ profileId: p1, conversationId: conversationId.parse(id) })
const all = { show: 'all', tag: null } as const

function setUp() {
  const { database } = setStage()
  const library = createLibraryRepository(database)
  const add = database.prepare(
    "INSERT INTO snapshots (id, profile_id, conversation_id, name, fetched_at, body) VALUES (?, 'p1', ?, ?, ?, x'7b7d')",
  )
  const stored = (id: string, conversation: string, { at, name = null }: { at: number; name?: string | null }) => {
    add.run(id, conversation, name, at)
    return { ...of(conversation), id: snapshotId.parse(id), name, fetchedAt: at, bytes: 2 }
  }
  const ids = (show: LibraryQuery['show'], tag: string | null = null) =>
    library.list(p1, { show, tag }, 100).rows.map((entry) => entry.conversationId)
  return { database, library, stored, ids }
}

describe('the library', () => {
  it('lists the last fetched or added entries first, in parts and by tag', () => {
    const { library, stored, ids } = setUp()
    library.addFetched(stored('s1', '1', { at: 100 }))
    library.addFetched(stored('s2', '2', { at: 200 }))
    library.addIds(p1, [conversationId.parse('3'), conversationId.parse('1')], 150)
    library.edit(of('1'), { isFavourite: true, tags: ['b', 'A', 'b'] }, 300)
    library.edit(of('2'), { tags: ['A'] }, 300)
    expect(ids('all')).toEqual(['2', '3', '1'])
    expect([ids('favourites'), ids('unread')]).toEqual([['1'], ['3']])
    expect(ids('all', 'b')).toEqual(['1'])
    expect(ids('unread', 'b')).toEqual([])
    expect(library.entry(of('1'))).toMatchObject({ tags: ['A', 'b'], isFavourite: true, note: '' })
    expect(library.overview(p1)).toEqual({
      counts: { all: 3, favourites: 1, unread: 1 },
      tags: ['A', 'b'],
    })
    expect(library.list(profileId.parse('p2'), all, 100)).toEqual({ rows: [], total: 0 })
  })

  // Would catch an exact id that others push out of the list, a name found only in one case of its letters, or a lost
  // order of rank.
  it('finds by every word of a name or id: the beginning of a name first, a complete id before all', () => {
    const { library, stored } = setUp()
    library.addFetched(stored('s1', '100', { at: 100, name: 'Grand lobby' }))
    library.addFetched(stored('s2', '200', { at: 200, name: 'Lobby Élan' }))
    library.addFetched(stored('s3', '300', { at: 300, name: 'Sublobby' }))
    library.addIds(p1, [conversationId.parse('1000')], 400)
    const find = (search: string, limit = 10) =>
      library.named(p1, { ...all, search }, limit).rows.map((entry) => entry.conversationId)
    expect(find('lobby')).toEqual(['200', '100', '300'])
    expect(find('LOBBY él')).toEqual(['200'])
    expect(find('lobby', 1)).toEqual(['200'])
    expect(find('100')).toEqual(['1000', '100'])
    expect(find('300', 1)).toEqual(['300'])
    expect(find('nothing')).toEqual([])
    expect(library.named(profileId.parse('p2'), { ...all, search: 'lobby' }, 10).rows).toEqual([])
  })

  it('lists named conversations as unread, and leaves an existing entry unchanged', () => {
    const { library, stored, ids } = setUp()
    library.addFetched(stored('s1', '1', { at: 100, name: 'Lobby' }))
    const named = ['1', '2', '3'].map((id) => ({ conversationId: id, name: id === '3' ? '' : `Sample ${id}` }))
    library.addNamed(p1, named, 200)
    library.addNamed(p1, named, 300)
    expect(ids('unread')).toEqual(['2', '3'])
    expect(['1', '2', '3'].map((id) => library.entry(of(id))?.name)).toEqual(['Lobby', 'Sample 2', null])
    expect(library.entry(of('2'))?.addedAt).toBe(200)
  })

  it('updates only the given fields of an entry', () => {
    const { library, stored } = setUp()
    library.addFetched(stored('s1', '1', { at: 100, name: 'Lobby' }))
    library.edit(of('1'), { note: 'Ask Grace' }, 200)
    library.edit(of('1'), { isFavourite: true }, 200)
    const entry = library.edit(of('1'), { tags: ['one'] }, 200)
    expect(entry).toMatchObject({
      note: 'Ask Grace',
      isFavourite: true,
      tags: ['one'],
      name: 'Lobby',
    })
    expect(library.edit(of('1'), { tags: [], note: '' }, 200)).toMatchObject({
      note: '',
      isFavourite: true,
      tags: [],
    })
    expect(library.edit(of('9'), { isFavourite: true }, 200)).toMatchObject({ source: 'import', readAt: null })
  })

  it('adds entries for snapshots without one', () => {
    const { library, stored } = setUp()
    stored('s1', '1', { at: 100, name: 'Old' })
    stored('s2', '1', { at: 200, name: 'New' })
    library.addFetched(stored('s3', '2', { at: 300 }))
    library.edit(of('2'), { note: 'stays' }, 1)
    library.adopt(p1)
    library.adopt(p1)
    expect(library.entry(of('1'))).toMatchObject({
      name: 'New',
      snapshotId: 's2',
      readAt: 200,
    })
    expect(library.entry(of('2'))).toMatchObject({ note: 'stays' })
  })

  it('counts beyond the limit of the list', () => {
    const { library } = setUp()
    const many = Array.from({ length: 10_000 }, (_, at) => conversationId.parse(String(at)))
    library.addIds(p1, many, 1)
    const { rows, total } = library.list(p1, all, 300)
    expect([rows.length, total]).toEqual([300, 10_000])
    expect(library.known(p1, ['5', '10001', '9999'])).toEqual(new Set(['5', '9999']))
  })
})
