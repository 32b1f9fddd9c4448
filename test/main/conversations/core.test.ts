import { expect, onTestFinished, test } from 'vitest'
import { createConversationCore } from '../../../src/main/conversations/core.ts'
import { setStage } from '../../support/subjects.ts'
import { insertSnapshot } from '../../support/add-snapshot.ts'
import { settle } from '../../support/manual-clock.ts'

// A thread that has work holds its port open.
const threads = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'MessagePort').length

// Would catch a thread, and its memory, at each start of the program.
test('the reader is started for what is to be indexed, and for nothing else', async () => {
  const stage = setStage()
  const core = createConversationCore(stage, stage.database.location() ?? '', () => undefined)
  onTestFinished(core.dispose)
  const before = threads()
  core.indexing.schedule()
  await settle()
  expect(threads()).toBe(before)
  insertSnapshot(stage.database, '{}')
  core.indexing.schedule()
  await settle()
  expect(threads()).toBe(before + 1)
})
