/** Closing as a desk joins it: all its parts on a real database, a clock that the test moves and a scripted service. */
import type { InputOf, OperationName, OutputOf } from '../../src/shared/contract.ts'
import { FailureError } from '../../src/shared/failure.ts'
import type { RefusalReason } from '../../src/shared/failure.ts'
import type { AppId } from '../../src/shared/ids.ts'
import type { KnownSession } from '../../src/shared/schemas/inbox.ts'
import { sessionId } from '../../src/shared/schemas/ids.ts'
import type { Profile } from '../../src/shared/schemas/profile.ts'
import { createDispatch } from '../../src/main/ipc/dispatch.ts'
import { createClosing } from '../../src/main/sessions/closing/closing.ts'
import { createCloseRegistry } from '../../src/main/sessions/closing/close-registry.ts'
import { createMonitor } from '../../src/main/sessions/concurrency/monitor.ts'
import { setStage } from './subjects.ts'
import type { Stage } from './subjects.ts'

/** The window of most tests. */
export const here = { windowId: 1 }

/** What a refusal for this reason looks like. */
export function refused(reason: RefusalReason) {
  return { failure: { kind: 'refused', reason } }
}

/** Adds a session to the inbox of the stage's profile. */
export function addKnown(stage: Pick<Stage, 'known' | 'clock' | 'current'>, id: string, appId: AppId | null): void {
  const profileId = stage.current()?.profile.id
  if (profileId === undefined) throw new Error('no profile is open')
  const source: KnownSession['source'] = { kind: 'paste', name: null }
  stage.known.add(profileId, [sessionId.parse(id)], { appId, source, at: stage.clock.now() })
}

/** Sets the stage; the monitor reads only what it is asked for, until the test calls its `follow`. */
export function setClosingStage(changes: Partial<Profile> = {}) {
  const stage = setStage(changes)
  const monitor = createMonitor(stage, {
    observed: (seen) => {
      stage.observed(seen)
      closing.observe(seen)
    },
  })
  let inboxChanges = 0
  const begin = () =>
    createClosing(stage, {
      monitor,
      registry,
      onInboxChanged: () => {
        inboxChanges += 1
      },
    })
  let registry = createCloseRegistry()
  let closing = begin()
  closing.follow()
  // The boundary: other operations are none of these tests' business, and asking for one is a mistake of the test.
  const dispatch = (name: unknown, input: unknown, context = here) =>
    createDispatch(closing.handlers, stage.log)(name, input, context)
  return {
    ...stage,
    monitor,
    closing: () => closing,
    /** For a window that comes back to the profile. */
    beginAnew: () => {
      closing = begin()
      closing.follow()
    },
    /** As after a crash: what was in memory is gone, and what was on its way is heard of by nobody. */
    restart: () => {
      registry = createCloseRegistry()
      closing = begin()
      closing.follow()
    },
    inboxChanges: () => inboxChanges,
    dispatch,
    /** Asks as the page does; a failure is thrown. */
    call: async <Name extends OperationName>(
      name: Name,
      input: InputOf<Name>,
      context = here,
    ): Promise<OutputOf<Name>> => {
      const result = await dispatch(name, input, context)
      if (!result.ok) throw new FailureError(result.failure)
      return result.value as OutputOf<Name>
    },
    stops: () => stage.service.asked.filter((line) => line.startsWith('sessionStop')),
  }
}
