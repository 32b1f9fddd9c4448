/** Operators' notes, the labels of the entries' targets, and the notices. */
import { describe, expect, it } from 'vitest'
import { FailureError } from '../../../src/shared/failure.ts'
import { limits } from '../../../src/shared/model/limits.ts'
import { contract } from '../../../src/shared/contract.ts'
import { jobOf } from '../../../src/shared/model/avatar-job.ts'
import { defaultFields } from '../../../src/shared/model/creation-template.ts'
import { appId, jobId, profileId, sessionId } from '../../../src/shared/schemas/ids.ts'
import { profileOf } from '../../support/subjects.ts'
import { entry, setJournal } from './stage.ts'

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJhYmMiLCJleHAiOjF9.c2lnbmF0dXJl'
const context = { windowId: 1 }

function setNotes() {
  const stage = setJournal()
  const handlers = stage.handlersWith(() => Promise.resolve(null))
  return {
    ...stage,
    handlers,
    note: async (note: string) => handlers['activity.addNote']({ note }, context),
    notices: async () => handlers['activity.notices']({}, context),
  }
}

describe('a note of an operator', () => {
  it('is an entry with its own kind: found, copied, and part of the chain', async () => {
    const { note, find, exported, verify, pushed } = setNotes()
    await note('Handed over at 14:00, lobby is quiet')
    expect(pushed('activity.added')).toHaveLength(1)
    expect((await find({ search: 'lobby QUIET', scope: 'profile' })).rows).toMatchObject([
      { action: 'note.added', outcome: 'done', facts: { note: 'Handed over at 14:00, lobby is quiet' } },
    ])
    expect(await exported('csv')).toContain('Handed over at 14:00, lobby is quiet')
    expect(await exported('json')).toContain('Handed over at 14:00, lobby is quiet')
    expect(await verify()).toMatchObject({ problem: null })
  })

  it('is redacted before it is written', async () => {
    const { note, entries } = setNotes()
    await note(`the token is ${jwt}`)
    expect(JSON.stringify(entries())).not.toContain(jwt)
    expect(entries()[0]?.facts.note).toContain('the token is')
  })

  it('fails when it cannot be written', async () => {
    const { note, database } = setNotes()
    database.exec('PRAGMA query_only = ON')
    await expect(note('quiet')).rejects.toThrow(FailureError)
  })

  it('has a limited length, and must not be blank', () => {
    const { input } = contract['activity.addNote']
    expect(input.safeParse({ note: 'x'.repeat(limits.activityNote) }).success).toBe(true)
    expect(input.safeParse({ note: 'x'.repeat(limits.activityNote + 1) }).success).toBe(false)
    expect(input.safeParse({ note: ' \n ' }).success).toBe(false)
  })
})

describe('the label of an entry’s target', () => {
  const kiosk = appId.parse('app-1')
  const call = sessionId.parse('call-1')

  function setLabels() {
    const stage = setNotes()
    const profile = profileOf({ applications: [{ appId: kiosk, label: 'Lobby kiosk' }] })
    stage.open({ profile, client: stage.service.client })
    stage.known.add(profile.id, [call], { appId: kiosk, source: { kind: 'paste', name: null }, at: 1 })
    stage.known.edit(profile.id, call, { label: 'Gate 7' })
    const about = { profile: { id: profile.id, name: profile.name }, outcome: 'done' } as const
    stage.journal.noteAfter({ ...about, action: 'session.closeAll', target: kiosk })
    stage.journal.noteAfter({ ...about, action: 'session.close', target: call })
    stage.journal.noteAfter({ ...about, action: 'conversation.opened', target: call, facts: { name: 'Receptionist' } })
    return stage
  }

  it('is the label of the application or the session, or the name of the conversation', async () => {
    const { find } = setLabels()
    expect((await find({})).rows.map(({ label }) => label)).toEqual(['Receptionist', 'Gate 7', 'Lobby kiosk'])
  })

  // Would catch a journal that nobody can read any more, because entries are never removed.
  it.each([
    ['a profile whose name has a tab', 'session.runStarted', 'Main\thall'],
    ['a file whose name has a line feed', 'inbox.watchAdded', '/home/ada/calls\n2026.log'],
    ['a file in deep folders', 'inbox.watchRemoved', `/home/${'ada/'.repeat(300)}calls.log`],
  ] as const)('is empty for %s', async (_what, action, target) => {
    const { find, journal } = setLabels()
    journal.noteAfter({ ...entry, action, target })
    expect((await find({})).rows[0]).toMatchObject({ target, label: '' })
  })

  it('is the name of the avatar while its job is stored; the journal names the file', async () => {
    const { find, repositories, database, journal } = setLabels()
    const id = jobId.parse('job-1')
    const fields = { ...defaultFields, name: 'Emi Tanaka' }
    const profile = profileId.parse('p1')
    repositories.jobs.add(
      jobOf({
        id,
        profileId: profile,
        createdAt: 5,
        batchId: 'b',
        fields,
        fileName: 'emi.jpg',
        image: null,
        originalId: null,
      }),
    )
    journal.noteAfter({ ...entry, action: 'avatar.ready', target: 'emi.jpg', facts: { jobId: id } })
    const newest = async () => (await find({})).rows[0]
    expect(await newest()).toMatchObject({ target: 'emi.jpg', label: 'Emi Tanaka' })
    expect((await find({ search: 'tanaka' })).rows.map(({ target }) => target)).toEqual(['emi.jpg'])
    database.exec('DELETE FROM jobs')
    expect(await newest()).toMatchObject({ target: 'emi.jpg', label: '' })
  })

  it('finds its entries', async () => {
    const { find } = setLabels()
    expect((await find({ search: 'KIOSK' })).rows.map(({ action }) => action)).toEqual(['session.closeAll'])
    expect((await find({ search: 'gate close' })).rows.map(({ action }) => action)).toEqual(['session.close'])
  })
})

describe('the notices', () => {
  const of = (action: 'avatar.confirmed' | 'avatar.ready' | 'avatar.failed' | 'avatar.batchEnded', batchId: string) =>
    ({ ...entry, action, target: action, facts: { batchId, jobId: jobId.parse(batchId) } }) as const

  // Would catch thirty-two lines "Avatar ready" for one batch.
  it('have a line for each batch, and one for each avatar that was created alone', async () => {
    const { journal, notices } = setNotes()
    journal.noteAfter({ ...of('avatar.confirmed', 'b1'), act: 'batch b1' })
    for (const action of ['avatar.ready', 'avatar.failed', 'avatar.ready'] as const) journal.noteAfter(of(action, 'b1'))
    journal.noteAfter(of('avatar.ready', 'b2'))
    journal.noteAfter({ ...of('avatar.batchEnded', 'b1'), act: 'batch b1' })
    journal.noteAfter({ ...entry, profile: { id: profileId.parse('p2'), name: 'Kiosks' } })
    expect((await notices()).rows.map(({ action }) => action)).toEqual(['avatar.batchEnded', 'avatar.ready'])
  })

  it('remember how far an operator has seen them, across a restart, and never go back', async () => {
    const { journal, handlers, notices, pushed } = setNotes()
    journal.noteAfter(entry)
    expect(await notices()).toMatchObject({ rows: [{ id: 1 }], seenId: 0 })
    await handlers['activity.seeNotices']({ upTo: 1 }, context)
    expect(pushed('activity.added')).toHaveLength(2)
    await handlers['activity.seeNotices']({ upTo: 0 }, context)
    expect(await notices()).toMatchObject({ seenId: 1 })
  })
})
