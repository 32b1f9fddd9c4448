import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Clock } from '../../../../src/main/lib/clock.ts'
import { createHandedFiles } from '../../../../src/main/files/handed-files.ts'
import { createInbox } from '../../../../src/main/sessions/inbox/inbox.ts'
import type { InboxOptions } from '../../../../src/main/sessions/inbox/inbox.ts'
import { createKnownSessionsRepository } from '../../../../src/main/store/inbox-repository.ts'
import type { EventName } from '../../../../src/shared/events.ts'
import type { AppId } from '../../../../src/shared/ids.ts'
import type { FoundId } from '../../../../src/shared/model/find-ids.ts'
import { defaultFields } from '../../../../src/shared/model/creation-template.ts'
import { findIds, maxFoundIds } from '../../../../src/shared/model/find-ids.ts'
import { appId, conversationId, profileId, sessionId } from '../../../../src/shared/schemas/ids.ts'
import { failureOf } from '../../../support/failure-of.ts'
import { profileOf, setStage } from '../../../support/subjects.ts'
import { scratchFolder } from '../../../support/scratch-folder.ts'

const context = { windowId: 1 }
const p1 = profileId.parse('p1')
const lobby = appId.parse('lobby')
const uuid = (at: number) => sessionId.parse(`3f2a9c1e-7b4d-4e2a-9f10-${at.toString(16).padStart(12, '0')}`)
const paste = { kind: 'paste', name: null } as const

/** A clock that runs a hundred times as fast: half a minute takes 300 ms. */
function hurriedClock(): Clock {
  const began = Date.now()
  return {
    now: () => began + (Date.now() - began) * 100,
    after: (delayMs, run) => {
      const timer = setTimeout(run, delayMs / 100)
      return () => clearTimeout(timer)
    },
  }
}

function setUp({
  clock,
  findSessionIds,
}: { readonly clock?: Clock } & Partial<Pick<InboxOptions, 'findSessionIds'>> = {}) {
  const stage = setStage()
  const folder = scratchFolder()
  const database = stage.database
  const known = createKnownSessionsRepository(database)
  const files = createHandedFiles({ clock: stage.clock })
  const waiting = new Set<() => void>()
  const chosen: (string | null)[] = []
  const searched: string[] = []
  const create = () =>
    createInbox(
      {
        ...stage,
        clock: clock ?? stage.clock,
        emit: (name, payload) => {
          stage.emit(name, payload)
          for (const check of waiting) check()
        },
      },
      {
        findSessionIds: (text) => {
          searched.push(text)
          return findSessionIds === undefined ? Promise.resolve(findIds(text, 'session')) : findSessionIds(text)
        },
        files,
        chooseFile: () => Promise.resolve(chosen.shift() ?? null),
      },
    )
  let inbox = create()
  onTestFinished(() => inbox.dispose())
  const live = () =>
    known
      .list({ profileId: p1, appId: null, showsEnded: false })
      .sessions.map(({ sessionId }) => sessionId)
      .sort()
  const proposed = () =>
    stage.repositories.proposedSessions
      .list(p1)
      .map(({ sessionId }) => sessionId)
      .toSorted()
  return {
    ...stage,
    folder,
    known,
    live,
    proposed,
    /** Texts that were searched for ids. */
    searched,
    inbox: () => inbox,
    /** Ends the inbox, and builds it again as the next run does. */
    restart: () => {
      inbox.dispose()
      inbox = create()
      inbox.begin()
    },
    /** Resolves when the page has been notified and the condition is true. */
    until: (isSo: () => boolean | Promise<boolean>) =>
      new Promise<void>((resolve, reject) => {
        const check = (): void => {
          Promise.resolve(isSo()).then((so) => {
            if (!so || !waiting.delete(check)) return
            resolve()
          }, reject)
        }
        waiting.add(check)
        check()
      }),
    hand: (fileName: string, contents: string | Uint8Array) => {
      const file = path.join(folder, fileName)
      writeFileSync(file, contents)
      const taken = files.take([{ fileName, path: file }])
      if (!taken.ok) throw new Error(taken.failure.kind)
      return taken.value.map(({ handle }) => handle)
    },
    watch: async (target: string, app: AppId | null = lobby) => {
      chosen.push(target)
      const file = await inbox.handlers['inbox.watch']({ appId: app }, context)
      if (file === null) throw new Error('nothing is watched')
      return file
    },
    watchedFile: () => inbox.handlers['inbox.watchedFile']({}, context),
    count: (name: EventName) => stage.events.filter((event) => event.name === name).length,
  }
}

describe('the inbox', () => {
  it('proposes the ids in a text, and stores nothing of it', async () => {
    const { inbox, known } = setUp()
    known.add(p1, [uuid(2)], { appId: null, source: paste, at: 1 })
    const text = `${uuid(1)} ${uuid(2)} taskId=1983775419508027393 "apiKey":"${uuid(3)}"`
    expect(await inbox().handlers['inbox.findIds']({ text }, context)).toEqual([
      { sessionId: uuid(1), isLikely: true, isKnown: false },
      { sessionId: uuid(2), isLikely: true, isKnown: true },
      { sessionId: '1983775419508027393', isLikely: false, isKnown: false, looksLike: 'digits' },
    ])
    expect(known.list({ profileId: p1, appId: null, showsEnded: true }).sessions).toHaveLength(1)
  })

  it('proposes the label of a line, and adds it with its session', async () => {
    const { inbox, known, hand } = setUp()
    const { handlers } = inbox()
    const first = { sessionId: uuid(1), isLikely: true, isKnown: false, label: 'Gate 1' }
    const second = { sessionId: uuid(2), isLikely: true, isKnown: false }
    const text = `Gate 1 ${uuid(1)}\n${uuid(2)}`
    expect(await handlers['inbox.findIds']({ text }, context)).toEqual([first, second])
    const handles = [...hand('a.txt', text), ...hand('b.txt', `${uuid(2)},Gate 2`)]
    const { candidates } = await handlers['inbox.findIdsInFiles']({ handles }, context)
    expect(candidates).toEqual([first, { ...second, label: 'Gate 2' }])
    const labels = { [uuid(1)]: 'Gate 1' }
    await handlers['inbox.add']({ sessionIds: [uuid(1), uuid(2)], labels, appId: lobby, source: paste }, context)
    expect([uuid(1), uuid(2)].map((id) => known.find(p1, id)?.label)).toEqual(['Gate 1', ''])
  })

  it('flags digits under a session’s name, which a person pastes, and leaves them likely', async () => {
    const text = 'sessionId=1983775419508027393'
    expect(await setUp().inbox().handlers['inbox.findIds']({ text }, context)).toEqual([
      { sessionId: '1983775419508027393', isLikely: true, isKnown: false, looksLike: 'digits' },
    ])
  })

  it('does not mistake an application of the profile for a session', async () => {
    const stage = setUp()
    const open = stage.current()
    if (open === null) throw new Error('none is open')
    stage.open({ ...open, profile: profileOf({ applications: [{ appId: appId.parse(uuid(7)), label: '' }] }) })
    expect(await stage.inbox().handlers['inbox.findIds']({ text: `${uuid(7)} ${uuid(8)}` }, context)).toMatchObject([
      { sessionId: uuid(7), isLikely: false },
      { sessionId: uuid(8), isLikely: true },
    ])
  })

  it('proposes the ids in handed-over files, and says why one cannot be read', async () => {
    const { inbox, hand, folder } = setUp()
    const handles = [...hand('a.csv', `x,sessionId\n1,${uuid(1)}\n`), ...hand('b.log', `${uuid(1)} ${uuid(2)}`)]
    const { fileNames, candidates } = await inbox().handlers['inbox.findIdsInFiles']({ handles }, context)
    expect(fileNames).toEqual(['a.csv', 'b.log'])
    expect(candidates.map((candidate) => candidate.sessionId)).toEqual([uuid(1), uuid(2)])
    const ask = (of: ReturnType<typeof hand>) => inbox().handlers['inbox.findIdsInFiles']({ handles: of }, context)
    const gone = hand('gone.log', '')
    rmSync(path.join(folder, 'gone.log'))
    expect(await failureOf(ask(gone))).toMatchObject({ reason: 'file-gone', detail: 'gone.log' })
    expect(await failureOf(ask(hand('big.log', 'x'.repeat(21 * 2 ** 20))))).toMatchObject({ reason: 'text-too-large' })
    expect(await ask(hand('picture.png', Buffer.from([1, 0, 2])))).toMatchObject({ candidates: [] })
  })

  it('adds, edits, marks and removes, and records each action', async () => {
    const { inbox, known, entries, clock } = setUp()
    const { handlers } = inbox()
    const few = [uuid(1), uuid(2)]
    expect(await handlers['inbox.add']({ sessionIds: few, appId: lobby, source: paste }, context)).toEqual({ added: 2 })
    expect(await handlers['inbox.add']({ sessionIds: few, appId: null, source: paste }, context)).toEqual({ added: 0 })
    const many = Array.from({ length: 40 }, (_, at) => uuid(100 + at))
    const source = { kind: 'file', name: 'calls.csv' } as const
    expect(await handlers['inbox.add']({ sessionIds: many, appId: null, source }, context)).toEqual({ added: 40 })
    await handlers['inbox.edit']({ sessionId: uuid(1), label: 'Kiosk', note: 'frozen' }, context)
    expect(known.find(p1, uuid(1))).toMatchObject({ label: 'Kiosk', note: 'frozen', appId: 'lobby' })
    expect(
      await failureOf(Promise.resolve().then(() => handlers['inbox.edit']({ sessionId: uuid(9), label: '' }, context))),
    ).toEqual({ kind: 'not-found', what: 'session' })
    await clock.pass(1_000)
    await handlers['inbox.markEnded']({ sessionIds: few, isEnded: true }, context)
    await handlers['inbox.markEnded']({ sessionIds: few, isEnded: true }, context)
    await handlers['inbox.remove']({ sessionIds: [...many, uuid(9)] }, context)
    expect(await handlers['inbox.list']({ appId: lobby, showsEnded: true }, context)).toMatchObject({
      known: 0,
      ended: 2,
    })
    const notified = entries().map(({ action, target, outcome, facts }) => ({ action, target, outcome, facts }))
    const done = { outcome: 'done' } as const
    expect(notified).toEqual([
      ...few.map((target) => ({
        ...done,
        action: 'inbox.added',
        target,
        facts: { source: 'paste', name: null },
      })),
      { ...done, action: 'inbox.added', target: '', facts: { sessions: 40, source: 'file', name: 'calls.csv' } },
      ...few.map((target) => ({ ...done, action: 'session.markedEnded', target, facts: { markedAs: 'ended' } })),
      { ...done, action: 'inbox.removed', target: '', facts: { sessions: 40 } },
    ])
  })

  it('restores removed sessions unchanged, once, and they exist after a restart', async () => {
    const { inbox, known, entries, restart } = setUp()
    const { handlers } = inbox()
    await handlers['inbox.add']({ sessionIds: [uuid(1), uuid(2)], appId: lobby, source: paste }, context)
    await handlers['inbox.edit']({ sessionId: uuid(1), label: 'Kiosk', note: 'frozen' }, context)
    await handlers['inbox.markEnded']({ sessionIds: [uuid(1)], isEnded: true }, context)
    const before = known.find(p1, uuid(1))
    await handlers['inbox.remove']({ sessionIds: [uuid(1), uuid(2)] }, context)
    await handlers['inbox.restore']({ sessionIds: [uuid(1), uuid(9)] }, context)
    expect(known.find(p1, uuid(1))).toEqual(before)
    const again = (): unknown => handlers['inbox.restore']({ sessionIds: [uuid(1)] }, context)
    expect(await failureOf(Promise.resolve().then(again))).toEqual({ kind: 'not-found', what: 'session' })
    expect(entries().filter(({ action }) => action === 'inbox.restored')).toMatchObject([{ target: uuid(1) }])
    restart()
    expect(known.find(p1, uuid(1))).toEqual(before)
    expect(known.find(p1, uuid(2))).toBeNull()
    expect(await inbox().handlers['inbox.list']({ appId: lobby, showsEnded: true }, context)).toMatchObject({
      known: 0,
      ended: 1,
    })
  })

  // Would catch an Undo that overwrites a session that was added again meanwhile with its old label and close.
  it('leaves a session that was added again unchanged', async () => {
    const { inbox, known } = setUp()
    const { handlers } = inbox()
    await handlers['inbox.add']({ sessionIds: [uuid(1), uuid(2)], appId: lobby, source: paste }, context)
    await handlers['inbox.edit']({ sessionId: uuid(1), label: 'Kiosk' }, context)
    await handlers['inbox.remove']({ sessionIds: [uuid(1), uuid(2)] }, context)
    await handlers['inbox.add']({ sessionIds: [uuid(1)], appId: lobby, source: paste }, context)
    await handlers['inbox.restore']({ sessionIds: [uuid(1), uuid(2)] }, context)
    expect([known.find(p1, uuid(1))?.label, known.find(p1, uuid(2))?.sessionId]).toEqual(['', uuid(2)])
  })

  it('notifies the page of changes at most three times a second', async () => {
    const { inbox, count, clock } = setUp()
    for (let at = 0; at < 50; at += 1) inbox().changed()
    expect(count('inbox.changed')).toBe(1)
    await clock.pass(1_000)
    expect(count('inbox.changed')).toBe(2)
  })

  it('adds arriving sessions, keeps them until a page takes them, and does nothing to them', async () => {
    const { inbox, known, pushed, entries, service } = setUp()
    inbox().arrive({ sessionId: uuid(1), appId: 'lobby', source: 'link' }, 1)
    inbox().arrive({ sessionId: uuid(1), appId: null, source: 'command' }, 1)
    expect(pushed('inbox.linked')).toHaveLength(2)
    const take = () => inbox().handlers['inbox.consumeLinked']({}, { windowId: 1 })
    expect(await take()).toEqual({
      sessions: [
        { sessionId: uuid(1), appId: 'lobby', isNew: true },
        { sessionId: uuid(1), appId: null, isNew: false },
      ],
      isAddAsked: false,
    })
    expect(await take()).toEqual({ sessions: [], isAddAsked: false })
    expect(known.find(p1, uuid(1))).toMatchObject({
      appId: 'lobby',
      source: { kind: 'link', name: null },
      lastAction: null,
    })
    expect(entries()).toHaveLength(1)
    expect(service.asked).toEqual([])
    expect(() => inbox().arrive({ sessionId: 'a\tb', appId: null, source: 'link' }, 1)).toThrow()
  })
})

describe('an id', () => {
  it('is recognised in all its meanings in this profile', async () => {
    const { inbox, known, repositories, database } = setUp()
    const id = (digit: number) => `198377541950802739${digit}`
    known.add(p1, [uuid(1)], { appId: null, source: paste, at: 1 })
    repositories.library.addIds(p1, [conversationId.parse(id(1))], 1)
    database.exec(
      `INSERT INTO jobs (id, profile_id, created_at, file_name, state, state_since, task_id, fields, result, voice, name_key, searched)
        VALUES ('j1', 'p1', 1, 'ada.jpg', 'ready', 1, '${id(2)}', '${JSON.stringify({ ...defaultFields, name: 'Ada' })}',
          '${JSON.stringify({ conversationId: id(1), name: null, modelSceneId: null, coverImage: null })}', '', '', '')`,
    )
    const recognise = (asked: string) => inbox().handlers['inbox.recognise']({ id: asked }, context)
    expect(await recognise(uuid(1))).toEqual([{ kind: 'session', name: '' }])
    expect(await recognise(id(1))).toEqual([{ kind: 'conversation', name: '' }])
    expect(await recognise(id(2))).toEqual([{ kind: 'task', name: 'Ada', conversationId: id(1) }])
    expect(await recognise('lobby')).toEqual([{ kind: 'application', name: 'Lobby' }])
    expect(await recognise(id(3))).toEqual([])
    const text = `sessionId=${id(1)} sessionId=${id(2)} sessionId=lobby`
    expect(await inbox().handlers['inbox.findIds']({ text }, context)).toMatchObject([
      { isLikely: false, looksLike: 'conversation' },
      { isLikely: false, looksLike: 'task' },
    ])
  })
})

// Would catch a window on the same profile that leaves its page for a link, which the window in front then never shows.
it('shows an arriving session only in the window that was brought to the front for it', async () => {
  const { inbox } = setUp()
  const take = async (windowId: number) =>
    (await inbox().handlers['inbox.consumeLinked']({}, { windowId })).sessions.map((session) => session.sessionId)
  inbox().arrive({ sessionId: uuid(1), appId: null, source: 'link' }, 2)
  inbox().arrive({ sessionId: uuid(2), appId: null, source: 'link' }, 1)
  expect([await take(1), await take(2), await take(2)]).toEqual([[uuid(2)], [uuid(1)], []])
})

// Would catch the box for session ids opening in the wrong window, or a second time.
it('opens the box for session ids in the window that was in front, once', async () => {
  const { inbox, pushed } = setUp()
  inbox().askToAdd(2)
  expect(pushed('inbox.linked')).toHaveLength(1)
  const take = async (windowId: number) => (await inbox().handlers['inbox.consumeLinked']({}, { windowId })).isAddAsked
  expect([await take(1), await take(2), await take(2)]).toEqual([false, true, false])
})

describe('the watched file', () => {
  it('proposes likely ids, as they are written, and adds nothing', async () => {
    const { folder, watch, watchedFile, proposed, live, inbox, until, entries } = setUp({ clock: hurriedClock() })
    const file = path.join(folder, 'calls.log')
    writeFileSync(file, `start ${uuid(1)}\ntaskId=${uuid(2)} app 1983775419508027393\n`)
    expect(await watch(file)).toMatchObject({ path: file, found: 1, problem: null, appId: 'lobby' })
    expect(await inbox().handlers['inbox.proposed']({}, context)).toEqual([
      {
        sessionId: uuid(1),
        isLikely: true,
        isKnown: false,
        appId: 'lobby',
        source: { kind: 'watch', name: 'calls.log' },
      },
    ])
    appendFileSync(file, `Gate 3 ${uuid(3)}\nsecret=${uuid(4)}\n`)
    await until(() => proposed().length === 2)
    const labels = (await inbox().handlers['inbox.proposed']({}, context)).map(({ sessionId, label }) => [
      sessionId,
      label,
    ])
    expect(new Map(labels as [string, string][])).toEqual(
      new Map([
        [uuid(1), undefined],
        [uuid(3), 'Gate 3'],
      ]),
    )
    expect(proposed()).toEqual([uuid(1), uuid(3)])
    expect(live()).toEqual([])
    expect(entries().map(({ action }) => action)).toEqual(['inbox.watchAdded'])
    expect(await watchedFile()).toMatchObject({ path: file, problem: null })
  })

  it('does not propose removed or dismissed ids again, in this run or later', async () => {
    const { folder, watch, inbox, proposed, until, restart } = setUp({ clock: hurriedClock() })
    const file = path.join(folder, 'calls.log')
    writeFileSync(file, `${uuid(1)}\n`)
    await watch(file)
    await inbox().handlers['inbox.add']({ sessionIds: [uuid(1)], appId: lobby, source: paste }, context)
    await inbox().handlers['inbox.remove']({ sessionIds: [uuid(1)] }, context)
    appendFileSync(file, `${uuid(1)}\n${uuid(2)}\n`)
    await until(() => proposed().length > 0)
    expect(proposed()).toEqual([uuid(2)])
    await inbox().handlers['inbox.dismiss']({ sessionIds: [uuid(2)] }, context)
    expect(proposed()).toEqual([])
    restart()
    appendFileSync(file, `${uuid(1)}\n${uuid(2)}\n${uuid(3)}\n`)
    await until(() => proposed().length > 0)
    expect(proposed()).toEqual([uuid(3)])
  })

  // Published code uses this name for the conversation's id: added, it would be a session with a button that closes it.
  it('proposes an id under a misleading name with its possible meaning', async () => {
    const { folder, watch, inbox } = setUp()
    const file = path.join(folder, '.env')
    writeFileSync(file, 'DUIX_SESSION_ID=1983775419508027393\n')
    await watch(file)
    expect(await inbox().handlers['inbox.proposed']({}, context)).toMatchObject([
      { sessionId: '1983775419508027393', isLikely: false, looksLike: 'digits' },
    ])
  })

  // Would catch the newest calls of a long log that are skipped, because a search finds a limited number of ids.
  it('proposes all ids of a file with more ids than one search finds', async () => {
    const { folder, watch } = setUp()
    const file = path.join(folder, 'calls.log')
    writeFileSync(file, Array.from({ length: maxFoundIds + 1 }, (_, at) => `${uuid(at)}\n`).join(''))
    expect(await watch(file)).toMatchObject({ found: maxFoundIds + 1 })
  })

  // Would catch a list that is searched in parts without its name: ids of calls are missed, and others are proposed.
  it('finds the ids of a long list by the name of the list', async () => {
    const { folder, watch } = setUp()
    const file = path.join(folder, 'calls.json')
    const digits = Array.from({ length: 4_000 }, (_, at) => String(1_983_775_419_508_020_000n + BigInt(at)))
    const lists = { requestIds: digits.map((_, at) => uuid(at)), sessionIds: digits }
    writeFileSync(file, JSON.stringify(lists, null, 2))
    expect(await watch(file)).toMatchObject({ found: digits.length })
  })

  // Would catch a file that disappeared unnoticed, and the skipped first lines of the file that replaces it.
  it('is reported when it is missing, and read from its start when it is back', async () => {
    const { folder, watch, watchedFile, proposed, until } = setUp({ clock: hurriedClock() })
    const file = path.join(folder, 'calls.log')
    writeFileSync(file, `${uuid(1)}\n`)
    await watch(file)
    const problem = async () => (await watchedFile())?.problem
    rmSync(file)
    await until(async () => (await problem()) === 'gone')
    writeFileSync(file, `${uuid(2)}\n${uuid(3)}\n`)
    await until(() => proposed().length === 3)
    await until(async () => (await problem()) === null)
  })

  // Would catch ids of a rewritten file that are skipped because the previous file was longer.
  it('is read from its start after it shrank', async () => {
    const { folder, watch, proposed, until } = setUp({ clock: hurriedClock() })
    const file = path.join(folder, 'calls.log')
    writeFileSync(file, `${uuid(1)}\n${uuid(2)}\n`)
    await watch(file)
    writeFileSync(file, `${uuid(3)}\n`)
    await until(() => proposed().length === 3)
  })

  // Would catch a file that is read from its start after each sleep, and a second watch beside the first.
  it('is read on from its position when the profile is active again', async () => {
    const { folder, watch, inbox, proposed, searched, until } = setUp({ clock: hurriedClock() })
    const file = path.join(folder, 'calls.log')
    writeFileSync(file, `${uuid(1)}\n`)
    await watch(file)
    inbox().begin()
    appendFileSync(file, `${uuid(2)}\n`)
    await until(() => proposed().length > 1)
    expect(proposed()).toEqual([uuid(1), uuid(2)])
    expect(searched).toEqual([`${uuid(1)}\n`, `${uuid(2)}\n`])
  })

  // Would catch ids of the previous file, or ids for the previous application.
  it('replaces the previous file, and the previous application', async () => {
    const { folder, watch, watchedFile, inbox, entries, proposed, until } = setUp({ clock: hurriedClock() })
    const [first = '', second = ''] = ['a.log', 'b.log'].map((name) => path.join(folder, name))
    for (const file of [first, second]) writeFileSync(file, '')
    await watch(first)
    await watch(second)
    await watch(second, null)
    expect(await watchedFile()).toMatchObject({ path: second, appId: null })
    appendFileSync(first, `${uuid(1)}\n`)
    appendFileSync(second, `${uuid(2)}\n`)
    await until(() => proposed().length > 0)
    expect(proposed()).toEqual([uuid(2)])
    await inbox().handlers['inbox.unwatch']({}, context)
    expect(await watchedFile()).toBeNull()
    appendFileSync(second, `${uuid(3)}\n`)
    inbox().dispose()
    expect(proposed()).toEqual([uuid(2)])
    expect(entries().map(({ action, target }) => [action, target])).toEqual([
      ['inbox.watchAdded', first],
      ['inbox.watchRemoved', first],
      ['inbox.watchAdded', second],
      ['inbox.watchRemoved', second],
    ])
    expect(() => inbox().handlers['inbox.unwatch']({}, context)).toThrow('not-found')
  })

  // Would catch sessions that came while the disk was full and are never proposed: nobody writes to the file again.
  it('is read again until the disk accepts its sessions', async () => {
    const { folder, watch, proposed, database, logged } = setUp({ clock: hurriedClock() })
    const file = path.join(folder, 'calls.log')
    writeFileSync(file, `${uuid(1)}\n`)
    await watch(file)
    database.exec('PRAGMA query_only = ON')
    appendFileSync(file, `${uuid(2)}\n`)
    await expect.poll(() => logged).not.toEqual([])
    database.exec('PRAGMA query_only = OFF')
    await expect.poll(proposed).toEqual([uuid(1), uuid(2)])
  })

  it('is not set when the dialog was cancelled', async () => {
    const { inbox, watchedFile } = setUp()
    expect(await inbox().handlers['inbox.watch']({ appId: null }, context)).toBeNull()
    expect(await watchedFile()).toBeNull()
  })

  // Would catch a program that can't quit while a network share is silent, and a row that is written to a closed
  // database.
  it('is not awaited at the end, and proposes nothing afterwards', async () => {
    const search = Promise.withResolvers<readonly FoundId[]>()
    const { folder, watch, inbox, database } = setUp({ findSessionIds: () => search.promise })
    const file = path.join(folder, 'calls.log')
    writeFileSync(file, `${uuid(1)}\n`)
    const watched = watch(file)
    await expect.poll(() => database.prepare('SELECT path FROM watched_files').all()).toHaveLength(1)
    inbox().dispose()
    search.resolve([{ id: uuid(1), isLikely: true }])
    await watched
    expect(database.prepare('SELECT * FROM proposed_sessions').all()).toEqual([])
  })

  it('leaves nothing of its text in the database', async () => {
    const { folder, watch, database } = setUp()
    const file = path.join(folder, 'calls.log')
    writeFileSync(file, `password=hunter2-horse-staple ${uuid(1)}\n`)
    await watch(file)
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    const bytes = readFileSync(database.location() ?? '')
    expect([bytes.includes(uuid(1)), bytes.includes('hunter2')]).toEqual([true, false])
  })
})
