import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSearch } from '../../../../src/main/conversations/search/search.ts'
import { eraseRows } from '../../../../src/main/store/erase-profile.ts'
import { contract } from '../../../../src/shared/contract.ts'
import { profileId } from '../../../../src/shared/schemas/ids.ts'
import { failureOf } from '../../../support/failure-of.ts'
import { profileOf } from '../../../support/subjects.ts'
import { context, firstProfile, idOf, setLibraryStage } from '../library/stage.ts'

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
    const found = await stage.library.handlers['library.search']({ search: words, limit: 100 }, context)
    return contract['library.search'].output.parse(found)
  }
  return { ...stage, search, ids: async (words: string) => (await search(words)).rows.map((hit) => hit.conversationId) }
}

describe('a search', () => {
  it('finds words in every text, with their position and the text around them', async () => {
    const { keep, search } = setUp()
    const { id } = await keep(lobby.id, lobby)
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
      const { rows, total } = await search(words)
      expect({ words, places: rows.map((hit) => hit.place) }).toEqual({ words, places: [place] })
      expect({ total, snapshot: rows[0]?.snapshotId }).toEqual({ total: 1, snapshot: id })
    }
    const [hit] = (await search('HARBOUR')).rows
    expect(hit).toMatchObject({
      name: lobby.conversationName,
      before: 'Grew up beside the ',
      match: 'harbour',
      after: '',
    })
  })

  it('finds Chinese, single letters and words of two characters', async () => {
    const { keep, ids } = setUp()
    await keep(lobby.id, lobby)
    await keep('2', { conversationName: '前台' })
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

  // Would catch Vietnamese that was typed with the keyboard of Windows, and a word from the name of a file of macOS.
  it('finds a word whether its accents are composed or not', async () => {
    const { keep, search, library } = setUp()
    const composed = 'Chào bạn, tôi là trợ lý ở đây'.normalize('NFC')
    await keep('1', { scriptDtoList: [{ scriptContent: composed }] })
    await keep('2', { scriptDtoList: [{ scriptContent: composed.normalize('NFD') }] })
    await library.handlers['library.add']({ conversationIds: [idOf('3')] }, context)
    await library.handlers['library.setNote']({ conversationId: idOf('3'), note: composed.normalize('NFD') }, context)
    for (const word of ['bạn', 'trợ', 'lý', 'ở', 'CHÀO']) {
      // As the keyboard of Windows writes it: the letter with its own accent, then the tone.
      const typed = [word.normalize('NFC'), word.normalize('NFD'), word.replace('ợ', 'ơ\u0323')]
      for (const form of typed) {
        const { rows } = await search(form)
        expect(rows.map(({ conversationId }) => conversationId).toSorted(), form).toEqual(['1', '2', '3'])
        for (const { match } of rows)
          expect(match.normalize('NFC').toLowerCase()).toBe(word.normalize('NFC').toLowerCase())
      }
    }
  })

  it('requires all words, wherever they are', async () => {
    const { keep, ids, library } = setUp()
    await keep(lobby.id, lobby)
    await keep('2', { conversationName: 'Lobby two' })
    expect(await ids('lobby')).toEqual(['2', lobby.id])
    expect(await ids('lobby harbour')).toEqual([lobby.id])
    expect(await ids('lobby zzz')).toEqual([])
    expect(await ids('ho 厅 brief')).toEqual([lobby.id])
    await library.handlers['library.setNote']({ conversationId: idOf('2'), note: 'Ask Grace about it' }, context)
    expect(await ids('grace')).toEqual(['2'])
    expect(await ids('lobby grace two')).toEqual(['2'])
    expect(await ids('grace harbour')).toEqual([])
  })

  // Would catch an excerpt of a different text than the matching one.
  it('shows the first word in the text that contains most of the others', async () => {
    const { keep, search } = setUp()
    const scriptDtoList = ['hey 0', 'hey 1', '199 hey now', '7'].map((scriptContent) => ({ scriptContent }))
    await keep('1', { conversationName: 'Greeter', scriptDtoList })
    const shown = async (words: string) => (await search(words)).rows
    expect(await shown('hey 199')).toMatchObject([{ place: 'script', before: '199 ', match: 'hey', after: ' now' }])
    expect(await shown('now greeter 199 7')).toMatchObject([{ before: '199 hey ', match: 'now' }])
    expect(await shown('hey 7')).toMatchObject([{ match: 'hey', after: ' 0' }])
    expect(await shown('hey')).toMatchObject([{ match: 'hey', after: ' 0' }])
  })

  it('treats query syntax as plain text', async () => {
    const { keep, ids } = setUp()
    await keep(lobby.id, lobby)
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

  it('shows one hit per conversation: the newest snapshot with the words, and says when that is old', async () => {
    const { keep, search } = setUp()
    await keep('1', { conversationName: 'First words' })
    const second = await keep('1', { conversationName: 'First words', corpId: '5' })
    const { id: newest } = await keep('1', { conversationName: 'Other words' })
    expect((await search('first')).rows).toMatchObject([
      { snapshotId: second.id, newestSnapshotId: newest, isOld: true, name: 'Other words' },
    ])
    expect((await search('words')).rows).toMatchObject([{ isOld: false, match: 'words' }])
    await keep('1', { conversationName: 'First words' })
    expect((await search('first')).rows).toMatchObject([{ isOld: false }])
  })

  // Would catch an old text that is shown as the current text until the clock has passed the time of the old snapshot.
  it('takes the snapshot that was read last as the newest, also after the clock was set back', async () => {
    const { keep, search, clock, library } = setUp()
    const { id: first } = await keep('1', { conversationName: 'First words' })
    clock.set(clock.now() - 3_600_000)
    const { id: second } = await keep('1', { conversationName: 'Other words' })
    const of = { conversationId: idOf('1') }
    expect(await library.handlers['library.entry'](of, context)).toMatchObject({ snapshotId: second })
    const snapshots = await library.handlers['library.snapshots'](of, context)
    expect(snapshots.map(({ id }) => id)).toEqual([second, first])
    expect((await search('words')).rows).toMatchObject([{ snapshotId: second, isOld: false }])
    expect((await search('first')).rows).toMatchObject([{ snapshotId: first, isOld: true }])
  })

  it('finds tags, notes, and names and ids that were never read', async () => {
    const { keep, search, library, ids } = setUp()
    await keep('1', { conversationName: 'One' })
    await library.handlers['library.editTags'](
      { conversationId: idOf('1'), add: ['Lobby', '100%'], remove: [] },
      context,
    )
    await library.handlers['library.add']({ conversationIds: [idOf('1983775419508027393')] }, context)
    expect((await search('LOBBY')).rows).toMatchObject([{ place: 'tag', match: 'Lobby', isOld: false }])
    expect(await ids('100%')).toEqual(['1'])
    expect(await ids('0%0')).toEqual([])
    expect((await search('5419508')).rows).toMatchObject([
      { conversationId: '1983775419508027393', place: 'id', snapshotId: null, fetchedAt: null, before: '198377' },
    ])
  })

  it('is limited to the open profile', async () => {
    const { keep, ids, open, current } = setUp()
    await keep('1', { conversationName: 'Lobby one' })
    await keep('2', { conversationName: 'Lobby two' }, profileId.parse('p2'))
    expect(await ids('lobby')).toEqual(['1'])
    const { client } = current() ?? expect.fail()
    open({ profile: profileOf({ id: profileId.parse('p2') }), client })
    expect(await ids('lobby')).toEqual(['2'])
  })
})

describe('the index', () => {
  const checkIndex = "INSERT INTO snapshot_search (snapshot_search, rank) VALUES ('integrity-check', 1)"
  const words = (count: number): string => Array.from({ length: count }, (_, at) => `w${String(at)}`).join(' ')

  it('has a snapshot as soon as it is stored, however long', async () => {
    const { keep, search, database } = setUp()
    const { id } = await keep('1', { conversationName: 'Lobby' })
    expect(await search('lobby')).toMatchObject({ total: 1, rows: [{ snapshotId: id }] })
    await keep('2', { modelDtoList: [{ prompt: words(60_000) }] })
    expect(await search('w59999')).toMatchObject({ total: 1 })
    expect((await search('w1 w30000 w59999')).rows).toMatchObject([
      { conversationId: '2', place: 'prompt', match: 'w1' },
    ])
    database.exec(checkIndex)
  })

  it('finds each word of a long text, and a long word', async () => {
    const { keep, search } = setUp()
    await keep('1', { modelDtoList: [{ prompt: `${words(20_000)} last` }] })
    for (let at = 500; at < 20_000; at += 970) expect((await search(`w${String(at)}`)).total).toBe(1)
    expect((await search('w7 last w19999')).rows).toMatchObject([{ place: 'prompt', match: 'w7' }])
    const joined = words(20_000).replaceAll(' ', '-')
    const long = joined.slice(15_800, 16_290)
    await keep('2', { modelDtoList: [{ prompt: joined }] })
    expect((await search(long)).rows).toMatchObject([{ conversationId: '2', match: long }])
  })

  it('counts beyond the conversations that it lists', async () => {
    const { keep, search } = setUp()
    for (let at = 0; at < 120; at += 1) await keep(String(at), { conversationName: `Number ${String(at)}` })
    const { rows, total } = await search('number')
    expect([rows.length, total, rows[0]?.conversationId]).toEqual([100, 120, '119'])
  })

  it('loses deleted snapshots', async () => {
    const { keep, ids, database } = setUp()
    await keep('1', { conversationName: 'Lobby one' })
    await keep('2', { conversationName: 'Lobby two' }, profileId.parse('p2'))
    await keep('3', { conversationName: 'Lobby three' })
    await keep('4', { conversationName: 'Lobby four' }, profileId.parse('p2'))
    database.exec("DELETE FROM snapshots WHERE conversation_id = '1'")
    eraseRows(database, profileId.parse('p2'))
    expect(await ids('lobby')).toEqual(['3'])
    expect(database.prepare('SELECT count(*) AS n FROM snapshot_texts').get()).toEqual({ n: 1 })
    database.exec(checkIndex)
  })

  // Would catch a search that still returns the snapshots of an erased profile that was in memory.
  it('loses snapshots that are deleted after they were found', async () => {
    const { keep, ids, database } = setUp()
    await keep('1', { conversationName: 'Lobby one' })
    const { id } = await keep('2', { conversationName: 'Lobby two' })
    expect(await ids('lobby')).toEqual(['2', '1'])
    database.prepare('DELETE FROM snapshots WHERE id = ?').run(id)
    expect(await ids('lobby')).toEqual(['1'])
    await keep('3', { conversationName: 'Lobby three' })
    expect(await ids('lobby')).toEqual(['3', '1'])
  })
})

describe('the thread', () => {
  it('answers waiting searches together, each with its own hits', async () => {
    const { keep, ids } = setUp()
    await keep('1', { conversationName: 'Lobby one' })
    await keep('2', { conversationName: 'Lobby two' })
    const found = await Promise.all(['one', 'two', 'lobby', 'three'].map(ids))
    expect(found).toEqual([['1'], ['2'], ['2', '1'], []])
  })

  it('reports a failure of the disk, and answers the next search', async () => {
    const { keep, search, database } = setUp()
    await keep('1', { conversationName: 'Lobby' })
    expect(await search('lobby')).toMatchObject({ total: 1 })
    database.enableDefensive(false)
    database.exec("UPDATE snapshot_search_data SET block = x'00' WHERE id > 10")
    expect(await failureOf(search('lobby'))).toMatchObject({ kind: 'storage', reason: 'corrupt' })
    database.exec("INSERT INTO snapshot_search (snapshot_search) VALUES ('rebuild')")
    expect(await search('lobby')).toMatchObject({ total: 1 })
  })

  // Would catch a page that waits for ever, and a library that cannot be searched until the next start.
  it('that crashes by a bug is reported to every waiting search, and starts again for the next', async () => {
    const { keep, search, searching } = setUp()
    await keep('1', { conversationName: 'Lobby' })
    // The contract rejects a search that is not text.
    const broken = { toString: undefined } as unknown as string
    const waiting = [searching.find(firstProfile, broken, 1), searching.find(firstProfile, 'lobby', 1)]
    for (const outcome of await Promise.allSettled(waiting)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(TypeError) as unknown })
    }
    expect(await search('lobby')).toMatchObject({ total: 1 })
  })

  // Would catch an engine that runs for days behind a closed window.
  it('that is unused for five minutes ends, and starts again for the next', async () => {
    const { keep, search, clock } = setUp()
    const threads: Worker[] = []
    const note = (thread: Worker): void => void threads.push(thread)
    process.on('worker', note)
    onTestFinished(() => void process.off('worker', note))
    await keep('1', { conversationName: 'Lobby' })
    await search('lobby')
    await clock.pass(4 * 60_000)
    await search('lobby')
    const [thread = expect.fail()] = threads
    const exited = once(thread, 'exit')
    await clock.pass(5 * 60_000)
    await exited
    expect(await search('lobby')).toMatchObject({ total: 1 })
    expect(threads).toHaveLength(2)
  })

  it('that cannot open the database is reported, and tried again', async () => {
    const { databaseFile, clock } = setUp()
    const missing = createSearch(`${databaseFile}-missing`, clock)
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(await failureOf(missing.find(firstProfile, 'lobby', 1))).toMatchObject({ kind: 'storage' })
    }
    await missing.dispose()
  })

  it('refuses waiting searches when it is disposed of, and every later one', async () => {
    const { keep, searching } = setUp()
    await keep('1', { conversationName: 'Lobby' })
    const waiting = failureOf(searching.find(firstProfile, 'lobby', 1))
    await searching.dispose()
    expect(await waiting).toMatchObject({ kind: 'refused', reason: 'no-profile' })
    expect(await failureOf(searching.find(firstProfile, 'lobby', 1))).toMatchObject({ reason: 'no-profile' })
  })
})
