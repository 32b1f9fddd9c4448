import { expect, it } from 'vitest'
import { createLibraryEvents } from '../../../../src/main/conversations/library/handlers.ts'
import { setStage } from '../../../support/subjects.ts'
import { firstProfile } from './stage.ts'

it('news are told at once, and then together after a rest', async () => {
  const stage = setStage()
  const events = createLibraryEvents(stage)
  events.changed(firstProfile)
  events.changed(firstProfile)
  events.changed(firstProfile)
  expect(stage.pushed('library.changed')).toHaveLength(1)
  await stage.clock.pass(2_000)
  expect(stage.pushed('library.changed')).toHaveLength(2)
})

// Would catch a read that ends while the program closes, and speaks to a window that is gone.
it('after their end nothing is told, and no timer keeps the program', async () => {
  const stage = setStage()
  const events = createLibraryEvents(stage)
  events.changed(firstProfile)
  events.changed(firstProfile)
  events.dispose()
  events.changed(firstProfile)
  await stage.clock.pass(2_000)
  events.changed(firstProfile)
  expect(stage.pushed('library.changed')).toHaveLength(1)
})
