import { expect, it } from 'vitest'
import { context, firstProfile, idOf, setLibraryStage } from './stage.ts'
import { profileId } from '../../../../src/shared/schemas/ids.ts'

it('changes reach the page immediately, and then together after a delay', async () => {
  const { library, pushed, clock } = setLibraryStage()
  library.changed(firstProfile)
  library.changed(firstProfile)
  library.changed(firstProfile)
  expect(pushed('library.changed')).toHaveLength(1)
  await clock.pass(2_000)
  expect(pushed('library.changed')).toHaveLength(2)
})

it('changes of a profile that is not open do not reach the page', () => {
  const { library, pushed } = setLibraryStage()
  library.changed(profileId.parse('p2'))
  expect(pushed('library.changed')).toEqual([])
})

// Would catch a read that ends while the program closes, and notifies a closed window.
it('after the end no change reaches the page, and no timer keeps the program running', async () => {
  const { library, pushed, clock } = setLibraryStage()
  library.changed(firstProfile)
  library.changed(firstProfile)
  library.dispose()
  library.changed(firstProfile)
  await clock.pass(2_000)
  library.changed(firstProfile)
  expect(pushed('library.changed')).toHaveLength(1)
})

it('adding ids returns the number of new ones, each counted once', async () => {
  const { library, keep } = setLibraryStage()
  await keep('1', {})
  const add = async (...ids: string[]) =>
    library.handlers['library.add']({ conversationIds: ids.map((id) => idOf(id)) }, context)
  expect(await add('1', '2', '3', '2')).toEqual({ added: 2 })
  expect(await add('1', '2', '3')).toEqual({ added: 0 })
  expect(await library.handlers['library.overview']({}, context)).toMatchObject({ counts: { all: 3, unread: 2 } })
  expect(await library.handlers['library.entry']({ conversationId: idOf('1') }, context)).toMatchObject({
    source: 'look-up',
  })
})
