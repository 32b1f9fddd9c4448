import { describe, expect, test } from 'vitest'
import { failureOf } from '../../support/failure-of.ts'
import { scopeOf } from '../../../src/main/vault/secret.ts'
import { contents, input, locked, noBus, started, text, textsIn } from './stage.ts'

describe('deleting', () => {
  test('removes profile and secret, and closes it when it was open', async () => {
    const { profiles, backing, settings, opened } = await started()
    const { profile } = await profiles.save(input())
    await profiles.remove(profile.id)
    expect(backing.entries.has(profile.id)).toBe(false)
    expect(settings.read()).toMatchObject({ profiles: [], openProfileId: null })
    expect(opened).toEqual(['Lobby', null])
    expect(await failureOf(profiles.open(profile.id))).toEqual({ kind: 'not-found', what: 'profile' })
  })

  // Would catch a script in the page that deletes a profile with its copies and its secret.
  test('is asked natively with the name of the profile, and without agreement nothing is deleted', async () => {
    const { profiles, person, backing, settings, erased } = await started()
    const { profile } = await profiles.save(input())
    person.answer = () => false
    expect(await failureOf(profiles.askToRemove(profile.id))).toMatchObject({
      kind: 'refused',
      reason: 'not-confirmed',
    })
    expect(person.asked).toEqual([{ kind: 'delete-profile', name: 'Lobby' }])
    expect([settings.read().profiles, backing.entries.has(profile.id), erased]).toEqual([[profile], true, []])
    person.answer = () => true
    await profiles.askToRemove(profile.id)
    expect(settings.read().profiles).toEqual([])
    expect(await failureOf(profiles.askToRemove(profile.id))).toEqual({ kind: 'not-found', what: 'profile' })
  })

  test('ends its commands first and erases last, once nothing refers to the profile any more', async () => {
    const { profiles, erased, folder, settings } = await started()
    const { profile } = await profiles.save(input({ name: 'A name to forget' }))
    expect(profiles.contents(profile.id)).toEqual(contents)
    await profiles.remove(profile.id)
    expect(erased).toEqual([`end ${profile.id}`, `erase ${profile.id}`])
    expect(settings.read().erasing).toEqual([])
    expect(textsIn(folder)).not.toContain('A name to forget')
  })

  test('that was interrupted continues at the next start', async () => {
    const first = await started()
    const { profile } = await first.profiles.save(input())
    first.failErasing()
    expect(await failureOf(first.profiles.remove(profile.id))).toMatchObject({ kind: 'storage' })
    expect(first.settings.read().profiles).toEqual([])
    const second = await started(first)
    await second.profiles.reopen()
    await expect.poll(() => second.settings.read().erasing).toEqual([])
    expect(second.erased).toEqual([`end ${profile.id}`, `erase ${profile.id}`])
    const third = await started(first)
    await third.profiles.reopen()
    expect(third.erased).toEqual([])
  })

  // Would catch a start whose window answers nothing until a large profile is erased.
  test('that continues at the next start does not delay the profile that was open', async () => {
    const first = await started()
    await first.profiles.save(input())
    const { profile } = await first.profiles.save(input({ name: 'Tower' }))
    first.failErasing()
    await failureOf(first.profiles.remove(profile.id))
    const second = await started(first)
    const { promise: isErased, resolve: finish } = Promise.withResolvers<undefined>()
    second.onErase(() => isErased)
    await second.profiles.reopen()
    expect(second.opened).toEqual(['Lobby'])
    finish(undefined)
    await expect.poll(() => second.settings.read().erasing).toEqual([])
  })

  // Would catch an answer that takes a minute and keeps the operator from every other profile.
  test('does not block a different profile while it waits for an answer', async () => {
    const { profiles, opened, onEnd } = await started()
    const { profile } = await profiles.save(input())
    const answer = Promise.withResolvers<undefined>()
    onEnd(() => answer.promise)
    const removing = profiles.remove(profile.id)
    const { profile: tower } = await profiles.save(input({ name: 'Tower' }))
    const { profile: hall } = await profiles.save(input({ name: 'Hall' }))
    await profiles.open(hall.id)
    await profiles.open(tower.id)
    expect(profiles.contents(tower.id)).toEqual(contents)
    answer.resolve(undefined)
    await removing
    expect(opened).toEqual(['Lobby', 'Hall', 'Tower'])
  })

  test('twice simultaneously deletes once, and reports to the other that there is no such profile', async () => {
    const { profiles, erased } = await started()
    const { profile } = await profiles.save(input())
    const removals = [profiles.remove(profile.id), failureOf(profiles.remove(profile.id))]
    expect(await Promise.all(removals)).toEqual([undefined, { kind: 'not-found', what: 'profile' }])
    expect(erased.filter((line) => line.startsWith('erase'))).toHaveLength(1)
  })

  // Would catch a queue that stays paused although the deletion was refused.
  test.each(['keychain', 'disk'])('that the %s refuses resumes the queue, and leaves the secret', async (refusing) => {
    const { profiles, backing, erased, breakDisk, mendDisk, vault } = await started()
    const { profile } = await profiles.save(input())
    if (refusing === 'disk') breakDisk()
    else backing.fail(locked)
    expect(await failureOf(profiles.remove(profile.id))).toMatchObject({
      kind: refusing === 'disk' ? 'storage' : 'keychain-locked',
    })
    expect(erased).toEqual([`end ${profile.id}`, `go on ${profile.id}`])
    mendDisk()
    backing.fail(null)
    await vault.recheck()
    expect((await vault.get(profile.id, scopeOf(profile)))?.open()).toBe(text)
  })

  // A closed collection answers a deletion as if there were no entry.
  test('of a profile whose keychain was locked a moment ago is refused, and the secret stays', async () => {
    const { profiles, backing, settings } = await started()
    const { profile } = await profiles.save(input())
    backing.close()
    expect(await failureOf(profiles.remove(profile.id))).toEqual({ kind: 'keychain-locked' })
    expect(settings.read().profiles).toEqual([profile])
    expect(backing.entries.has(profile.id)).toBe(true)
    expect(await failureOf(profiles.removeSecret(profile.id))).toEqual({ kind: 'keychain-locked' })
  })

  test('with a keychain that locks at that moment removes the secret at the next opportunity', async () => {
    const first = await started()
    const { profile } = await first.profiles.save(input())
    first.onWrite(() => first.backing.close())
    await first.profiles.remove(profile.id)
    expect(first.settings.read()).toMatchObject({ profiles: [], unfinishedSecrets: { [profile.id]: 'removed' } })
    expect(first.backing.entries.has(profile.id)).toBe(true)
    first.backing.reopen()
    const second = await started(first)
    await second.vault.finish()
    expect(first.backing.entries.has(profile.id)).toBe(false)
    expect(second.settings.read().unfinishedSecrets).toEqual({})
  })

  test('is refused while the secret’s keychain is locked, and works without a keychain', async () => {
    const first = await started()
    const { profile } = await first.profiles.save(input())
    first.backing.fail(locked)
    const second = await started(first)
    expect(await failureOf(second.profiles.remove(profile.id))).toEqual({ kind: 'keychain-locked' })
    expect(second.settings.read().profiles).toEqual([profile])
    first.backing.fail(noBus)
    await second.profiles.remove(profile.id)
    expect(second.settings.read().profiles).toEqual([])
  })

  test('a profile in the background, or its secret, is reported: its queue and its polls must lose the token too', async () => {
    const { profiles, gone } = await started()
    const { profile: lobby } = await profiles.save(input())
    await profiles.save(input({ name: 'Tower' }))
    await profiles.removeSecret(lobby.id)
    expect(gone).toEqual([lobby.id])
    await profiles.remove(lobby.id)
    expect(gone).toEqual([lobby.id, lobby.id])
  })

  test('of a different profile leaves the open one open', async () => {
    const { profiles, opened } = await started()
    const { profile: lobby } = await profiles.save(input())
    const { profile: tower } = await profiles.save(input({ name: 'Tower' }))
    await profiles.open(tower.id)
    await profiles.remove(lobby.id)
    expect(opened).toEqual(['Lobby', 'Tower'])
    expect(profiles.current()).toEqual(tower)
  })
})
