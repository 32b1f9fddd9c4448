import { expect, test } from 'vitest'
import { createCloseRegistry } from '../../../../src/main/sessions/closing/close-registry.ts'
import type { CloseRun } from '../../../../src/shared/schemas/session.ts'
import { profileId, sessionId } from '../../../../src/shared/schemas/ids.ts'

const lobby = profileId.parse('lobby')
const session = { kind: 'session', id: sessionId.parse('1377000000000001968') } as const
const run = (state: CloseRun['state']): CloseRun => ({ id: 'run-1', startedAt: 0, state, endedBy: null, items: [] })

// Would catch an update that restarts the program between two closes of a run, or while one waits for its answer.
test('a close is going on while it is sent, and for the whole of a run', () => {
  const registry = createCloseRegistry()
  expect(registry.isClosing()).toBe(false)
  const ended = registry.sending(lobby, session)
  expect(registry.isClosing()).toBe(true)
  ended()
  expect(registry.isClosing()).toBe(false)
  for (const state of ['running', 'stopping'] as const) {
    registry.runs.set(lobby, run(state))
    expect(registry.isClosing()).toBe(true)
  }
  for (const state of ['stopped', 'done'] as const) {
    registry.runs.set(lobby, run(state))
    expect(registry.isClosing()).toBe(false)
  }
})
