import { describe, expect, it } from 'vitest'
import type { CreationSource } from '../../../src/shared/schemas/avatar.ts'
import type { ServiceClient } from '../../../src/main/service/operations.ts'
import type { DraftId, TaskId } from '../../../src/shared/ids.ts'
import type { CreationRules } from '../../../src/shared/schemas/profile.ts'
import { defaultCreationRules } from '../../../src/shared/schemas/profile.ts'
import { pngFile } from '../../support/hostile/png-file.ts'
import { serviceFailure } from '../../support/scripted-service.ts'
import { profileOf } from '../../support/subjects.ts'
import { draftOf } from './drop.ts'
import { confirm, context, failureOf, fields, refused, rest, setAvatarStage, states, taskOf } from './stage.ts'
import type { AvatarStage } from './stage.ts'

const withRules = (rules: Partial<CreationRules>) => ({ creation: { ...defaultCreationRules, ...rules } })

async function drafts(stage: AvatarStage, count: number) {
  await stage.jobs.handlers['creator.setShared'](fields, context)
  const draftIds = []
  for (let n = 0; n < count; n += 1) draftIds.push((await stage.jobs.handlers['draft.addWithoutImage']({}, context)).id)
  return { kind: 'drafts' as const, draftIds }
}

describe('a floor', () => {
  it('is respected: a creation that would go below is refused, with the number that is still possible', async () => {
    const stage = await setAvatarStage(withRules({ floor: 10 }))
    const source = await drafts(stage, 3)
    const open = () => stage.jobs.handlers['creation.open'](source, context)
    const left = (avatarCreationsLeft: number | null): void => {
      stage.service.script.account = () => ({ avatarCreationsLeft, durationLeft: null })
    }
    left(12)
    expect(await failureOf(open)).toEqual(refused('below-floor', null, 2))
    left(4)
    expect(await failureOf(open)).toEqual(refused('below-floor', null, 0))
    left(2)
    expect(await failureOf(open)).toEqual(refused('below-floor', null, 0))
    left(13)
    expect(await open()).toMatchObject({ count: 3, floor: 10 })
  })

  it('that cannot be checked refuses', async () => {
    const stage = await setAvatarStage(withRules({ floor: 1 }))
    const source = await drafts(stage, 1)
    stage.service.script.account = () => {
      throw serviceFailure({ kind: 'http' }, { operation: 'queryAccount', httpStatus: 500 })
    }
    expect(await failureOf(() => stage.jobs.handlers['creation.open'](source, context))).toEqual(
      refused('floor-unchecked'),
    )
    expect(stage.created).toHaveLength(0)
  })
})

describe('confirmed but unanswered jobs', () => {
  it('are counted: a balance is not spent twice while a queue is paused', async () => {
    const stage = await setAvatarStage()
    const { handlers } = stage.jobs
    stage.service.script.account = () => ({ avatarCreationsLeft: 12, durationLeft: null })
    await handlers['queue.setPaused']({ paused: true }, context)
    await confirm(stage, 10)
    const open = (source: CreationSource) => handlers['creation.open'](source, context)
    const three = await drafts(stage, 3)
    expect(await failureOf(() => open(three))).toEqual(refused('not-enough-creations', null, 2))
    expect(await open(await drafts(stage, 2))).toMatchObject({ count: 2, queued: 10 })
  })

  // Would catch a balance from before a payment combined with a queue from after it: neither includes the payment.
  it('are counted even when answered during the read of the balance', async () => {
    const stage = await setAvatarStage()
    const creating = Promise.withResolvers<TaskId>()
    stage.script.create = () => creating.promise
    await confirm(stage)
    const reading = Promise.withResolvers<undefined>()
    const client: ServiceClient = {
      ...stage.client,
      queryAccount: async () => {
        await reading.promise
        return { avatarCreationsLeft: 1, durationLeft: null, at: stage.clock.now() }
      },
    }
    stage.open({ profile: profileOf(), client })
    const opening = drafts(stage, 1).then((source) => stage.jobs.handlers['creation.open'](source, context))
    await rest()
    creating.resolve(taskOf(1))
    await rest()
    expect(await states(stage)).toEqual(['training'])
    reading.resolve(undefined)
    expect(await failureOf(() => opening)).toEqual(refused('not-enough-creations', null, 0))
  })

  it('void an earlier confirmation', async () => {
    const stage = await setAvatarStage()
    const { handlers } = stage.jobs
    stage.service.script.account = () => ({ avatarCreationsLeft: 2, durationLeft: null })
    await handlers['queue.setPaused']({ paused: true }, context)
    const { ticket } = await handlers['creation.open'](await drafts(stage, 2), context)
    // One too many is as bad as twenty.
    await confirm(stage)
    expect(await failureOf(() => handlers['creation.confirm']({ ticket }, context))).toEqual(
      refused('confirmation-expired'),
    )
  })
})

describe('a balance that others have used up', () => {
  it('holds the queue before anything is refused, and resumes it when creations are available again', async () => {
    const stage = await setAvatarStage()
    const { handlers } = stage.jobs
    let left = 5
    stage.service.script.account = () => ({ avatarCreationsLeft: left, durationLeft: null })
    await handlers['creator.setShared'](fields, context)
    await handlers['queue.setPaused']({ paused: true }, context)
    const draftIds = []
    for (const name of ['Ada.png', 'Bao.png', 'Carla.png']) {
      draftIds.push((await draftOf(stage, name, pngFile({ width: 192, height: 108 }))).id)
    }
    const { ticket } = await handlers['creation.open']({ kind: 'drafts', draftIds }, context)
    await handlers['creation.confirm']({ ticket }, context)
    left = 0
    await handlers['queue.setPaused']({ paused: false }, context)
    while ((await handlers['queue.read']({}, context)).held === null) await rest()
    expect(await states(stage)).toEqual(['waiting', 'waiting', 'waiting'])
    await stage.clock.pass(10 * 60_000)
    await rest()
    expect(stage.created).toHaveLength(0)
    // Held all the time: a queue that resumed for a moment would have reported it.
    const said = stage.pushed('queue.changed').map(({ held }) => held?.failure ?? null)
    expect(said.slice(said.findIndex((failure) => failure !== null))).not.toContain(null)
    expect(said.at(-1)).toMatchObject({ kind: 'refused', reason: 'not-enough-creations' })
    left = 3
    await stage.clock.pass(70_000)
    while ((await states(stage)).includes('waiting')) await rest()
    expect(stage.created).toHaveLength(3)
  })
})

describe('the number of simultaneous requests', () =>
  it('is the profile’s current number', async () => {
    const stage = await setAvatarStage(withRules({ parallel: 3 }))
    const answers = Array.from({ length: 8 }, () => Promise.withResolvers<undefined>())
    stage.script.create = async (_input, place) => {
      await answers[place - 1]?.promise
      return taskOf(place)
    }
    await confirm(stage, 8)
    expect(stage.created).toHaveLength(3)
    const { id } = profileOf()
    stage.profiles.set(id, profileOf(withRules({ parallel: 1 })))
    answers[0]?.resolve(undefined)
    answers[1]?.resolve(undefined)
    await rest()
    expect(stage.created).toHaveLength(3)
    answers[2]?.resolve(undefined)
    await rest()
    expect(stage.created).toHaveLength(4)
  }))

describe('an image of a profile that sends images without a conversation', () => {
  it('needs no conversation and is sent without, while an avatar without an image still needs one', async () => {
    const stage = await setAvatarStage(withRules({ sendsConversationIdWithImage: false }))
    const { handlers } = stage.jobs
    await handlers['creator.setShared']({ ...fields, conversationId: '' }, context)
    const portrait = await draftOf(stage, 'Ada.png', pngFile({ width: 192, height: 108 }))
    const bare = await handlers['draft.addWithoutImage']({}, context)
    const both = { kind: 'drafts' as const, draftIds: [portrait.id, bare.id] }
    expect(await failureOf(() => handlers['creation.open'](both, context))).toEqual(
      refused('missing-fields', '#2: conversationId'),
    )
    await handlers['draft.setOverrides']({ draftId: bare.id, overrides: { conversationId: '108' } }, context)
    const { ticket } = await handlers['creation.open'](both, context)
    await handlers['creation.confirm']({ ticket }, context)
    while (stage.created.length < 2) await rest()
    const sent = stage.created.map(({ coverImage, conversationId }) => [coverImage !== null, conversationId])
    expect(sent.toSorted()).toEqual([
      [false, '108'],
      [true, ''],
    ])
  })

  it('is sent as confirmed, although the profile has different rules by then', async () => {
    const stage = await setAvatarStage(withRules({ sendsConversationIdWithImage: false }))
    const { handlers } = stage.jobs
    await handlers['creator.setShared']({ ...fields, name: '{filename}', conversationId: '108' }, context)
    const without = await draftOf(stage, 'Ada.png', pngFile({ width: 192, height: 108 }))
    await handlers['queue.setPaused']({ paused: true }, context)
    const confirmOne = async (draftId: DraftId): Promise<void> => {
      const { ticket } = await handlers['creation.open']({ kind: 'drafts', draftIds: [draftId] }, context)
      await handlers['creation.confirm']({ ticket }, context)
    }
    await confirmOne(without.id)
    const save = (sendsConversationIdWithImage: boolean): void => {
      const profile = profileOf(withRules({ sendsConversationIdWithImage }))
      stage.profiles.set(profile.id, profile)
      stage.open({ profile, client: stage.client })
    }
    save(true)
    const named = await draftOf(stage, 'Bao.png', pngFile({ width: 128, height: 72 }))
    await confirmOne(named.id)
    save(false)
    await handlers['queue.setPaused']({ paused: false }, context)
    while (stage.created.length < 2) await rest()
    const sent = stage.created.map(({ name, conversationId }) => `${name} ${conversationId}`)
    expect(sent.toSorted()).toEqual(['Ada ', 'Bao 108'])
  })
})
