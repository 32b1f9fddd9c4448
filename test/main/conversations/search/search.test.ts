import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../../../src/main/store/database.ts'
import { eraseRows } from '../../../../src/main/store/erase-profile.ts'
import { migrations } from '../../../../src/main/store/migrations.ts'
import { contract } from '../../../../src/shared/contract.ts'
import { profileId } from '../../../../src/shared/schemas/ids.ts'
import { createNearReader } from '../../../support/near-reader.ts'
import { profileOf } from '../../../support/subjects.ts'
import { listeningLog, scratchFolder, tickingClock } from '../../store/scratch.ts'
import { context, firstProfile, idOf, keepMany, setLibraryStage } from '../library/stage.ts'

const lobby = {
  id: '1983775419508027393',
  conversationName: '大厅接待 Lobby host',
  corpId: '1003645',
  conversationInfoDto: { name: 'Ada', backStory: 'Grew up beside the harbour' },
  detailDto: { ttsName: 'Calm voice', videoWidth: 1080 },
  modelDtoList: [{ id: 7, prompt: 'Be brief. Never "quote" prices {{name}} 100% sure*' }],
  scriptDtoList: [{ scriptType: 1, scriptContent: 'Willkommen in München, ÉTÉ' }],
  knowledgeDtoList: [{ name: 'Opening hours' }],
  addedLater: { hint: 'brand new field' },
}

function setUp() {
  const stage = setLibraryStage()
  const search = async (words: string) => {
    const found = await stage.library.handlers['library.search']({ search: words }, context)
    return contract['library.search'].output.parse(found)
  }
  return { ...stage, search, ids: async (words: string) => (await search(words)).hits.map((hit) => hit.conversationId) }
}

describe('a search', () => {
  it('finds words in every text, with their place and what stands around them', async () => {
    const { fetchSnapshot, index, search } = setUp()
    const { id } = await fetchSnapshot(lobby.id, lobby)
    await index()
    const places = {
      host: 'name',
      '0802739': 'id',
      harbour: 'persona',
      never: 'prompt',
      münchen: 'script',
      été: 'script',
      opening: 'knowledge',
      'new field': 'other',
      calm: 'other',
    }
    for (const [words, place] of Object.entries(places)) {
      const { hits, total, isIndexing } = await search(words)
      expect({ words, places: hits.map((hit) => hit.place) }).toEqual({ words, places: [place] })
      expect({ total, isIndexing, snapshot: hits[0]?.snapshotId }).toEqual({
        total: 1,
        isIndexing: false,
        snapshot: id,
      })
    }
    const [hit] = (await search('HARBOUR')).hits
    expect(hit).toMatchObject({
      name: lobby.conversationName,
      before: 'Grew up beside the ',
      match: 'harbour',
      after: '',
    })
  })

  it('finds Chinese, single letters and words of two signs', async () => {
    const { fetchSnapshot, index, ids } = setUp()
    await fetchSnapshot(lobby.id, lobby)
    await fetchSnapshot('2', { conversationName: '前台' })
    await index()
    expect(await ids('大厅')).toEqual([lobby.id])
    expect(await ids('厅')).toEqual([lobby.id])
    expect(await ids('台')).toEqual(['2'])
    expect(await ids('前')).toEqual(['2'])
    expect(await ids('厅大')).toEqual([])
    expect(await ids('大厅接待')).toEqual([lobby.id])
    expect(await ids('da')).toEqual([lobby.id])
    expect(await ids('ä')).toEqual([])
    expect(await ids('É')).toEqual([lobby.id])
    expect(await ids('tÉ')).toEqual([lobby.id])
    expect(await ids('ü')).toEqual([lobby.id])
  })

  it('wants all words, wherever they stand', async () => {
    const { fetchSnapshot, index, ids, library } = setUp()
    await fetchSnapshot(lobby.id, lobby)
    await fetchSnapshot('2', { conversationName: 'Lobby two' })
    await index()
    expect(await ids('lobby')).toEqual(['2', lobby.id])
    expect(await ids('lobby harbour')).toEqual([lobby.id])
    expect(await ids('lobby zzz')).toEqual([])
    expect(await ids('ho 厅 brief')).toEqual([lobby.id])
    await library.handlers['library.setNote']({ conversationId: idOf('2'), note: 'Ask Grace about it' }, context)
    expect(await ids('grace')).toEqual(['2'])
    expect(await ids('lobby grace two')).toEqual(['2'])
    expect(await ids('grace harbour')).toEqual([])
  })

  // Would catch an excerpt that shows another text than the one that was sought.
  it('shows the first word in the text that holds most of the others', async () => {
    const { fetchSnapshot, index, search } = setUp()
    const scriptDtoList = ['hey 0', 'hey 1', '199 hey now', '7'].map((scriptContent) => ({ scriptContent }))
    await fetchSnapshot('1', { conversationName: 'Greeter', scriptDtoList })
    await index()
    const shown = async (words: string) => (await search(words)).hits
    expect(await shown('hey 199')).toMatchObject([{ place: 'script', before: '199 ', match: 'hey', after: ' now' }])
    expect(await shown('now greeter 199 7')).toMatchObject([{ before: '199 hey ', match: 'now' }])
    expect(await shown('hey 7')).toMatchObject([{ match: 'hey', after: ' 0' }])
    expect(await shown('hey')).toMatchObject([{ match: 'hey', after: ' 0' }])
  })

  it('takes what looks like a language as plain text', async () => {
    const { fetchSnapshot, index, ids } = setUp()
    await fetchSnapshot(lobby.id, lobby)
    await index()
    for (const words of ['"quote"', '{{name}}', '100%', 'sure*', '%', '"']) expect(await ids(words)).toEqual([lobby.id])
    const hostile = [
      'lobby OR',
      'text:lobby',
      'NEAR(a b)',
      '^lobby',
      '1_0',
      '___',
      "'; DROP TABLE texts",
      '\\',
      '\0\0\0',
    ]
    for (const words of [...hostile, '\ufdd0\ufdd1\ufdd2', '\ud800', '(((', '[a-']) expect(await ids(words)).toEqual([])
    expect(await ids('lobby')).toEqual([lobby.id])
  })

  it('shows one hit for a conversation: the newest snapshot that holds the words, and says when that is old', async () => {
    const { fetchSnapshot, index, search } = setUp()
    await fetchSnapshot('1', { conversationName: 'First words' })
    const second = await fetchSnapshot('1', { conversationName: 'First words', corpId: '5' })
    await fetchSnapshot('1', { conversationName: 'Other words' })
    await index()
    expect((await search('first')).hits).toMatchObject([{ snapshotId: second.id, isOld: true, name: 'Other words' }])
    expect((await search('words')).hits).toMatchObject([{ isOld: false, match: 'words' }])
    await fetchSnapshot('1', { conversationName: 'First words' })
    await index()
    expect((await search('first')).hits).toMatchObject([{ isOld: false }])
  })

  it('finds tags, notes, and names and ids that were never read', async () => {
    const { fetchSnapshot, index, search, library, ids } = setUp()
    await fetchSnapshot('1', { conversationName: 'One' })
    await index()
    await library.handlers['library.editTags'](
      { conversationId: idOf('1'), add: ['Lobby', '100%'], remove: [] },
      context,
    )
    await library.handlers['library.import']({ conversationIds: [idOf('1983775419508027393')] }, context)
    expect((await search('LOBBY')).hits).toMatchObject([{ place: 'tag', match: 'Lobby', isOld: false }])
    expect(await ids('100%')).toEqual(['1'])
    expect(await ids('0%0')).toEqual([])
    expect((await search('5419508')).hits).toMatchObject([
      { conversationId: '1983775419508027393', place: 'id', snapshotId: null, fetchedAt: null, before: '198377' },
    ])
  })

  it('is bound to the open profile', async () => {
    const { fetchSnapshot, index, ids, open, current } = setUp()
    await fetchSnapshot('1', { conversationName: 'Lobby one' })
    await fetchSnapshot('2', { conversationName: 'Lobby two' }, profileId.parse('p2'))
    await index()
    expect(await ids('lobby')).toEqual(['1'])
    const { client } = current() ?? expect.fail()
    open({ profile: profileOf({ id: profileId.parse('p2') }), client })
    expect(await ids('lobby')).toEqual(['2'])
  })
})

describe('the index', () => {
  it('takes up what was kept before it, the newest first, in short steps', async () => {
    const stage = setUp()
    const bodies = Array.from({ length: 300 }, (_, at) => ({
      id: String(at),
      data: {
        conversationName: `Number ${String(at)}`,
        modelDtoList: [{ prompt: `${String(at)} words `.repeat(400) }],
      },
    }))
    keepMany(stage, bodies)
    expect(await stage.search('number')).toMatchObject({ isIndexing: true })
    await stage.index()
    expect(await stage.search('number')).toMatchObject({ isIndexing: false, total: 300 })
    expect((await stage.search('number')).hits).toHaveLength(100)
  })

  it('tells the page when a new snapshot can be found', async () => {
    const { fetchSnapshot, ids, pushed } = setUp()
    await fetchSnapshot('1', { conversationName: 'Lobby one' })
    await expect.poll(() => ids('lobby')).toEqual(['1'])
    expect(pushed('library.changed').length).toBeGreaterThan(0)
  })

  it('has a snapshot as soon as it is kept, and a large one soon after', async () => {
    const stage = setUp()
    const saved = await stage.keep('1', { conversationName: 'Lobby' })
    expect(await stage.search('lobby')).toMatchObject({ isIndexing: false, hits: [{ snapshotId: saved.id }] })
    const prompt = Array.from({ length: 60_000 }, (_, at) => `w${String(at)}`).join(' ')
    await stage.keep('2', { modelDtoList: [{ prompt }] })
    expect(await stage.search('w59999')).toMatchObject({ isIndexing: true, total: 0 })
    await stage.index()
    expect(await stage.search('w59999')).toMatchObject({ isIndexing: false, total: 1 })
    expect((await stage.search('w1 w30000 w59999')).hits).toMatchObject([{ conversationId: '2', match: 'w1' }])
  })

  it('takes up what another run had not done, and nothing twice', async () => {
    const stage = setUp()
    const prompt = Array.from({ length: 60_000 }, (_, at) => `w${String(at)}`).join(' ')
    keepMany(stage, [{ id: '1', data: { modelDtoList: [{ prompt }] } }])
    const step = () => stage.reader.ask('indexStep', undefined)
    expect(await step()).toEqual({ isDone: false, indexed: 0 })
    const another = createNearReader(stage.databaseFile)
    for (let isDone = false; !isDone;) ({ isDone } = await another.ask('indexStep', undefined))
    await another.dispose()
    await stage.index()
    expect(await stage.search('w59999')).toMatchObject({ isIndexing: false, total: 1 })
    const parts = stage.database.prepare('SELECT count(*) AS n, count(DISTINCT part) AS parts FROM snapshot_texts')
    const { n, parts: different } = parts.get() ?? expect.fail()
    expect(n).toBe(different)
    stage.database.exec("INSERT INTO snapshot_search (snapshot_search, rank) VALUES ('integrity-check', 1)")
  })

  it('loses what is deleted, whatever the indexer had read of it', async () => {
    const stage = setUp()
    const long = (word: string) => ({ modelDtoList: [{ prompt: `${word} `.repeat(60_000) }] })
    await stage.keep('1', { conversationName: 'Lobby one' })
    await stage.keep('2', { conversationName: 'Lobby two' }, profileId.parse('p2'))
    keepMany(stage, [
      { id: '3', data: long('lobby') },
      { id: '4', data: long('lobby'), of: profileId.parse('p2') },
    ])
    await stage.reader.ask('indexStep', undefined)
    stage.database.exec("DELETE FROM snapshots WHERE conversation_id = '1'")
    eraseRows(stage.database, profileId.parse('p2'))
    expect(await stage.search('lobby')).toMatchObject({ isIndexing: true, total: 0 })
    await stage.index()
    expect(await stage.ids('lobby')).toEqual(['3'])
    const held = stage.database.prepare('SELECT DISTINCT snapshot_id FROM snapshot_texts').all()
    expect(held).toHaveLength(1)
    stage.database.exec("INSERT INTO snapshot_search (snapshot_search, rank) VALUES ('integrity-check', 1)")
  })

  it('finds words at the end of a long text and across its pieces', async () => {
    const { fetchSnapshot, index, search } = setUp()
    const prompt = Array.from({ length: 20_000 }, (_, at) => `w${String(at)}`).join(' ')
    await fetchSnapshot('1', { modelDtoList: [{ prompt: `${prompt} last` }] })
    await index()
    for (let at = 500; at < 20_000; at += 97) expect((await search(`w${String(at)}`)).total).toBe(1)
    expect((await search('w7 last w19999')).hits).toMatchObject([{ place: 'prompt', match: 'w7' }])
    const long = prompt.replaceAll(' ', '-').slice(15_800, 16_290)
    await fetchSnapshot('2', { modelDtoList: [{ prompt: prompt.replaceAll(' ', '-') }] })
    await index()
    expect((await search(long)).hits).toMatchObject([{ conversationId: '2', match: long }])
  })

  it('takes up the snapshots of a database from before it', async () => {
    const folder = scratchFolder()
    const options = { file: join(folder, 'greenroom.db'), clock: tickingClock(), log: listeningLog() }
    const { database: before } = openDatabase({ ...options, migrations: migrations.slice(0, 11) })
    keepMany({ database: before, clock: options.clock }, [{ id: '1', data: { conversationName: 'Lobby' } }])
    before.close()
    const { database } = openDatabase({ ...options, migrations })
    const reader = createNearReader(options.file)
    const search = () => reader.ask('search', { profileId: firstProfile, search: 'lobby' })
    expect(await search()).toMatchObject({ isIndexing: true, total: 0 })
    for (let isDone = false; !isDone;) ({ isDone } = await reader.ask('indexStep', undefined))
    expect(await search()).toMatchObject({ isIndexing: false, hits: [{ conversationId: '1', match: 'Lobby' }] })
    await reader.dispose()
    database.close()
  })
})
