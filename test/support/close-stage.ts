/**
 * Closing as main assembles it: all its parts on a real database, a clock that the test moves and a scripted service.
 */
import { expect, onTestFinished } from 'vitest'
import type { InputOf, OperationName, OutputOf } from '../../src/shared/contract.ts'
import { FailureError } from '../../src/shared/failure.ts'
import type { RefusalReason } from '../../src/shared/failure.ts'
import type { AppId } from '../../src/shared/ids.ts'
import type { KnownSession } from '../../src/shared/schemas/inbox.ts'
import { sessionId } from '../../src/shared/schemas/ids.ts'
import type { Profile } from '../../src/shared/schemas/profile.ts'
import type { ActiveProfile } from '../../src/main/context/active-profile.ts'
import { createDispatch } from '../../src/main/ipc/dispatch.ts'
import { createClosing } from '../../src/main/sessions/closing/closing.ts'
import { createCloseRegistry } from '../../src/main/sessions/closing/close-registry.ts'
import { createMonitor } from '../../src/main/sessions/concurrency/monitor.ts'
import { createActiveProfiles } from '../../src/main/workspaces/active-profiles.ts'
import { profileOf, setStage } from './subjects.ts'
import type { Stage } from './subjects.ts'

/** The window of most tests. */
export const here = { windowId: 1 }

/** The failure of a refusal for this reason. */
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

/** Sets the stage; the monitor reads only on request, until the test calls `poll`. */
export function setClosingStage(changes: Partial<Profile> = {}) {
  const stage = setStage(changes)
  const { id } = profileOf(changes)
  let isPolling = false
  let isShown = true
  let inboxChanges = 0
  let registry = createCloseRegistry()
  const activeProfiles = createActiveProfiles(
    {
      profiles: () => [stage.current()?.profile ?? []].flat(),
      isShown: () => isShown,
      hasUnfinishedJobs: () => false,
    },
    stage.log,
    () => undefined,
  )
  const monitor = createMonitor(stage, (seen) => {
    stage.observed(seen)
    closing.observe(seen)
  })
  const monitored = (active: ActiveProfile): void => {
    monitor.begin({ ...active, may: { ...active.may, poll: isPolling && active.may.poll } })
  }
  const begin = () => {
    let isLeft = false
    const context = { ...stage, current: () => (isLeft ? null : stage.current()) }
    const own = {
      monitor,
      active: () => (isLeft ? null : activeProfiles.of(id)),
      registry,
      onInboxChanged: () => {
        inboxChanges += 1
      },
    }
    return {
      ...createClosing(context, own),
      setLeft: (): void => {
        isLeft = true
      },
    }
  }
  let closing = begin()
  const beginAnew = (): void => {
    closing = begin()
    isShown = true
    activeProfiles.update()
  }
  activeProfiles.start({
    open: () => stage.current() ?? expect.fail('no profile is open'),
    isServed: () => true,
    begin: monitored,
  })
  onTestFinished(activeProfiles.dispose)
  // The boundary: these tests use no other operations, and a call of one is a mistake of the test.
  const dispatch = (name: unknown, input: unknown, context = here) =>
    createDispatch(closing.handlers, stage.log)(name, input, context)
  return {
    ...stage,
    monitor,
    closing: () => closing,
    /** Its `update` follows `open`; without it, main reads the profile again at the last moment. */
    activeProfiles,
    setTokenRefused: (isRefused: boolean): void => activeProfiles.setTokenRefused(id, isRefused),
    /** Makes the monitor read automatically from now on. */
    poll: () => {
      isPolling = true
      const active = activeProfiles.of(id)
      if (active !== null) monitored(active)
    },
    /**
     * The last window leaves the profile, or the program ends; resolves when the requests that were sent are recorded.
     */
    leave: async (): Promise<void> => {
      isShown = false
      activeProfiles.update()
      closing.setLeft()
      await closing.ended()
    },
    /** For a window that comes back to the profile. */
    beginAnew,
    /** As after a crash: memory is lost, and nobody receives the answers to requests in flight. */
    restart: () => {
      registry = createCloseRegistry()
      beginAnew()
    },
    inboxChanges: () => inboxChanges,
    dispatch,
    /** Calls the operation as the page does; throws a failure. */
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
