import { expect, it } from 'vitest'
import { failureOf } from '../../../support/failure-of.ts'
import { context, idOf, setLibraryStage } from './stage.ts'

// Would catch a second quick tag, or one from a different window, that reverts the previous one.
it('adds and removes single tags, and keeps the others', async () => {
  const { library } = setLibraryStage()
  const edit = library.handlers['library.editTags']
  const conversationId = idOf('1')
  await edit({ conversationId, add: ['Lobby'], remove: [] }, context)
  await edit({ conversationId, add: ['VIP', 'Lobby'], remove: [] }, context)
  expect(await edit({ conversationId, add: [], remove: ['Lobby', 'never'] }, context)).toMatchObject({ tags: ['VIP'] })
})

it('accepts forty tags and no more', async () => {
  const { library } = setLibraryStage()
  const edit = library.handlers['library.editTags']
  const conversationId = idOf('1')
  const forty = Array.from({ length: 40 }, (_, index) => `tag ${String(index)}`)
  await edit({ conversationId, add: forty, remove: [] }, context)
  const failure = await failureOf(
    Promise.resolve().then(() => edit({ conversationId, add: ['one more'], remove: [] }, context)),
  )
  expect(failure).toMatchObject({ kind: 'invalid-input', issues: [{ path: 'add' }] })
  const { tags } = await edit({ conversationId, add: ['one more'], remove: ['tag 7'] }, context)
  expect(tags).toHaveLength(40)
})
