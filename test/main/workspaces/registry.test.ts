import { describe, expect, it } from 'vitest'
import { createWorkspaces, createWindowProfiles } from '../../../src/main/workspaces/registry.ts'
import { createWindowDispatch } from '../../../src/main/workspaces/window-dispatch.ts'
import type { Dispatch } from '../../../src/main/ipc/dispatch.ts'
import type { Workspace } from '../../../src/main/workspaces/registry.ts'
import type { Emit } from '../../../src/main/ipc/handlers.ts'
import type { Result } from '../../../src/shared/failure.ts'
import type { ProfileId } from '../../../src/shared/ids.ts'
import { profileId } from '../../../src/shared/schemas/ids.ts'
import { settle } from '../../support/manual-clock.ts'
import { listeningLog } from '../store/scratch.ts'

const lobby = profileId.parse('lobby')
const tower = profileId.parse('tower')
const closed = 9

/** Workspaces that report their events, and answer when the test allows it. */
function setUp() {
  const windowProfiles = createWindowProfiles()
  const said: string[] = []
  const asked: PromiseWithResolvers<Result<unknown>>[] = []
  const ends: PromiseWithResolvers<undefined>[] = []
  const answer: Dispatch = () => {
    const next = Promise.withResolvers<Result<unknown>>()
    asked.push(next)
    return next.promise
  }
  let makingFails = false
  const create = (id: ProfileId | null): Workspace & { readonly dispatch: Dispatch } => {
    if (makingFails) throw new Error('disk')
    const say = (what: string) => () => void said.push(`${id ?? 'nobody'} ${what}`)
    say('made')()
    return {
      profileId: id,
      dispatch: answer,
      windowLeft: (windowId) => void said.push(`${id ?? 'nobody'} left by ${String(windowId)}`),
      findMedia: (media) => Promise.resolve(media === id ? ({ kind: 'audio' } as never) : null),
      dispose: () => {
        say('cleared')()
        const end = Promise.withResolvers<undefined>()
        ends.push(end)
        return end.promise
      },
    }
  }
  const emitTo = (windowId: number) =>
    ((name, payload) => {
      said.push(`${String(windowId)} hears ${name} ${JSON.stringify(payload)}`)
    }) as Emit
  const isThere = (windowId: number) => windowId !== closed
  const onMoved = (): void => {
    const open = [lobby, tower].filter(windowProfiles.isOpen)
    said.push(`open: ${open.join(', ')}`)
  }
  const context = { windowProfiles, emitTo, log: listeningLog() }
  const workspaces = createWorkspaces(context, { create, isThere, onMoved })
  const dispatch = createWindowDispatch(context, { program: answer, at: workspaces.at })
  const failMaking = (): void => {
    makingFails = true
  }
  return { workspaces, dispatch, windowProfiles, said, asked, ends, failMaking }
}

const received = (windowId: number, id: string): string =>
  `${String(windowId)} hears profile.switched {"profileId":"${id}"}`

describe('workspaces', () => {
  // Would catch a profile that is read and reported for ever, without a window that could leave it.
  it('are not made for a window that was closed while its profile was being opened', () => {
    const { workspaces, windowProfiles, said } = setUp()
    workspaces.assign(closed, lobby)
    expect(said).toEqual([])
    expect([workspaces.all(), windowProfiles.isOpen(lobby)]).toEqual([[], false])
  })

  it('are made for the first window on a profile and cleared when the last one leaves', () => {
    const { workspaces, said } = setUp()
    workspaces.assign(1, lobby)
    workspaces.assign(2, lobby)
    expect(said).toEqual(['lobby made', received(1, 'lobby'), 'open: lobby', received(2, 'lobby'), 'open: lobby'])
    said.length = 0
    workspaces.assign(1, tower)
    expect(said).toEqual(['tower made', 'lobby left by 1', received(1, 'tower'), 'open: lobby, tower'])
    expect(workspaces.all().map(({ profileId: id }) => id)).toEqual(['lobby', 'tower'])
    said.length = 0
    workspaces.left(2)
    expect(said).toEqual(['lobby left by 2', 'open: tower', 'lobby cleared'])
    expect([workspaces.of(lobby), workspaces.of(tower)?.profileId]).toEqual([null, 'tower'])
  })

  it('end the parts of the previous profile before any part of the new one starts', () => {
    const { workspaces, said } = setUp()
    workspaces.assign(1, lobby)
    said.length = 0
    workspaces.assign(1, tower)
    expect(said.indexOf('lobby cleared')).toBeLessThan(said.indexOf('open: tower'))
  })

  it('that cannot be made leave their window on its profile', () => {
    const { workspaces, windowProfiles, failMaking } = setUp()
    workspaces.assign(1, lobby)
    failMaking()
    expect(() => workspaces.assign(1, tower)).toThrow('disk')
    expect([windowProfiles.profileOf(1), workspaces.all().length]).toEqual([lobby, 1])
  })

  it('answer a window from its own workspace, and a window without a profile from an empty one', async () => {
    const { workspaces, dispatch, asked, said } = setUp()
    workspaces.assign(1, lobby)
    const first = dispatch('library.overview', {}, { windowId: 1 })
    asked[0]?.resolve({ ok: true, value: 'of the lobby' })
    expect(await first).toEqual({ ok: true, value: 'of the lobby' })
    void dispatch('library.overview', {}, { windowId: 9 })
    expect(said.at(-1)).toBe('nobody made')
  })

  it('do not return reads for the previous profile, but report completed commands', async () => {
    const { workspaces, dispatch, asked } = setUp()
    workspaces.assign(1, lobby)
    const question = dispatch('library.overview', {}, { windowId: 1 })
    const deed = dispatch('session.close', {}, { windowId: 1, profileId: lobby })
    workspaces.assign(1, tower)
    for (const one of asked) one.resolve({ ok: true, value: 'of the lobby' })
    expect(await question).toMatchObject({ ok: false, failure: { reason: 'profile-moved' } })
    expect(await deed).toEqual({ ok: true, value: 'of the lobby' })
  })

  // Would catch portraits that are dropped on one account and paid for by a different one.
  it('refuse calls for a different profile than the window shows', async () => {
    const { workspaces, dispatch, asked } = setUp()
    workspaces.assign(1, lobby)
    const moved = { ok: false, failure: { kind: 'refused', reason: 'profile-moved', detail: null } }
    for (const profileId of [tower, null, undefined, 7, { toString: () => lobby }])
      expect(await dispatch('draft.add', {}, { windowId: 1, profileId })).toEqual(moved)
    expect(await dispatch('library.overview', {}, { windowId: 1, profileId: tower })).toEqual(moved)
    expect(asked).toHaveLength(0)
    void dispatch('draft.add', {}, { windowId: 1, profileId: lobby })
    void dispatch('profile.open', {}, { windowId: 1, profileId: tower })
    void dispatch('app.setVisibleView', {}, { windowId: 1 })
    expect(asked).toHaveLength(3)
  })

  it('notify the other windows on a profile of one window’s action, and nobody else', async () => {
    const { workspaces, dispatch, asked, said } = setUp()
    for (const [windowId, id] of [[1, lobby] as const, [2, lobby] as const, [3, tower] as const])
      workspaces.assign(windowId, id)
    said.length = 0
    const deed = dispatch('preset.save', {}, { windowId: 1, profileId: lobby })
    asked[0]?.resolve({ ok: true, value: [] })
    await deed
    expect(said).toEqual(['2 hears elsewhere.done {"operation":"preset.save"}'])
    const refused = dispatch('preset.save', {}, { windowId: 1, profileId: lobby })
    asked[1]?.resolve({ ok: false, failure: { kind: 'no-token' } })
    await refused
    expect(said).toHaveLength(1)
  })

  it('find media of whichever workspace issued the id', async () => {
    const { workspaces } = setUp()
    workspaces.assign(1, lobby)
    workspaces.assign(2, tower)
    expect(await workspaces.findMedia('tower')).not.toBeNull()
    expect(await workspaces.findMedia('elsewhere')).toBeNull()
  })

  it('are over only when every one is cleared, including those left earlier', async () => {
    const { workspaces, ends } = setUp()
    workspaces.assign(1, lobby)
    workspaces.assign(1, tower)
    let isOver = false
    const over = workspaces.dispose().then(() => (isOver = true))
    ends[1]?.resolve(undefined)
    await settle()
    expect(isOver).toBe(false)
    ends[0]?.resolve(undefined)
    await over
  })
})
