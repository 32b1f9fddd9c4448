import { expect, test } from 'vitest'
import { profileOf } from '../../support/subjects.ts'
import { context, failureOf, fields, otherProfile, setAvatarStage } from './stage.ts'

const kiosk = { name: 'Desk', fields: { ...fields, greeting: 'Good morning' }, formerName: null }
const lobby = { name: 'Lobby 2', fields, formerName: null }

// Would catch presets that live only in memory, lose a field, or are listed in byte order.
test('presets are kept through a restart, in the order of their names', async () => {
  const stage = await setAvatarStage()
  const { handlers } = stage.jobs
  await handlers['preset.save']({ ...lobby, name: 'Lobby 10' }, context)
  await handlers['preset.save'](lobby, context)
  const saved = await handlers['preset.save'](kiosk, context)
  expect(saved.map(({ name }) => name)).toEqual(['Desk', 'Lobby 2', 'Lobby 10'])
  expect(saved[0]).toEqual({ name: 'Desk', fields: kiosk.fields })
  await stage.restart()
  expect(await stage.jobs.handlers['preset.list']({}, context)).toEqual(saved)
})

// Would catch a second row of one name, or a renaming that leaves both or neither.
test('saving replaces the preset of that name, and a previous name disappears', async () => {
  const stage = await setAvatarStage()
  const { handlers } = stage.jobs
  await handlers['preset.save'](kiosk, context)
  await handlers['preset.save']({ ...kiosk, fields }, context)
  expect(await handlers['preset.list']({}, context)).toEqual([{ name: 'Desk', fields }])
  expect(await handlers['preset.save']({ ...lobby, formerName: 'Desk' }, context)).toEqual([
    { name: 'Lobby 2', fields },
  ])
  // Renaming it to its own name keeps it.
  expect(await handlers['preset.save']({ ...kiosk, name: 'Lobby 2', formerName: 'Lobby 2' }, context)).toEqual([
    { name: 'Lobby 2', fields: kiosk.fields },
  ])
})

// Would catch one customer's greeting in a different customer's list.
test('each profile has its own presets', async () => {
  const stage = await setAvatarStage()
  const { handlers } = stage.jobs
  await handlers['preset.save'](kiosk, context)
  stage.open({ profile: otherProfile, client: stage.client })
  expect(await handlers['preset.list']({}, context)).toEqual([])
  expect(await handlers['preset.remove']({ name: 'Desk' }, context)).toEqual([])
  stage.open({ profile: profileOf(), client: stage.client })
  expect(await handlers['preset.list']({}, context)).toHaveLength(1)
  expect(await handlers['preset.remove']({ name: 'Desk' }, context)).toEqual([])
})

// Would catch a preset that is lost by a slip of the pointer, or an Undo that overwrites a preset saved since.
test('a removed preset can be restored, unless a different preset has its name by then', async () => {
  const stage = await setAvatarStage()
  const { handlers } = stage.jobs
  await handlers['preset.save'](kiosk, context)
  expect(await handlers['preset.remove']({ name: 'Desk' }, context)).toEqual([])
  const restored = await handlers['preset.restore']({ name: 'Desk' }, context)
  expect(restored).toEqual([{ name: 'Desk', fields: kiosk.fields }])
  await handlers['preset.remove']({ name: 'Desk' }, context)
  await handlers['preset.save']({ ...kiosk, fields }, context)
  const restore = () => handlers['preset.restore']({ name: 'Desk' }, context)
  expect(await failureOf(restore)).toEqual({ kind: 'not-found', what: 'preset' })
  expect(await handlers['preset.list']({}, context)).toEqual([{ name: 'Desk', fields }])
})

// Would catch a full disk that counts as a saved preset.
test('a disk that refuses is a storage failure, and the presets stay', async () => {
  const stage = await setAvatarStage()
  const { handlers } = stage.jobs
  await handlers['preset.save'](kiosk, context)
  stage.database.exec('PRAGMA query_only = ON')
  expect(() => handlers['preset.save'](lobby, context)).toThrow('storage')
  expect(() => handlers['preset.remove']({ name: 'Desk' }, context)).toThrow('storage')
  stage.database.exec('PRAGMA query_only = OFF')
  expect(await handlers['preset.list']({}, context)).toHaveLength(1)
})
