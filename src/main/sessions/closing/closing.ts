/** Connects all ways to close calls of one open profile: one, several or all. */
import PQueue from 'p-queue'
import type { OperationName } from '../../../shared/contract.ts'
import type { ProfileContext } from '../../context/profile-context.ts'
import type { HandlersOf } from '../../ipc/handlers.ts'
import type { Observation } from '../concurrency/count-reader.ts'
import { createCloseAll } from './close-all.ts'
import { createCloseMany } from './close-many.ts'
import { createCloseOne } from './close-one.ts'
import type { ClosingContext } from './confirmation.ts'
import { createDrainWatches } from './drain-watch.ts'
import { createSendClose } from './send-close.ts'

type CloseOperation = Extract<OperationName, `session.${'open' | 'close' | 'stop'}${string}`>

export function createClosing(profileContext: ProfileContext, parts: Omit<ClosingContext, keyof ProfileContext>) {
  const context: ClosingContext = { ...profileContext, ...parts }
  const send = createSendClose(context)
  const watches = createDrainWatches(context)
  const closeOne = createCloseOne(context, send, watches)
  const closeMany = createCloseMany(context, send, watches)
  const closeAll = createCloseAll(context, watches)
  // Without a limit: every close starts immediately, and the queue only knows when the last one has ended.
  const inFlight = new PQueue()

  const handlers = {
    'session.openClose': closeOne.open,
    'session.close': (confirmation, callContext) => inFlight.add(() => closeOne.close(confirmation, callContext)),
    'session.openCloseMany': closeMany.open,
    'session.closeMany': (confirmation, callContext) => inFlight.add(() => closeMany.close(confirmation, callContext)),
    'session.stopCloseRun': ({ id }) => closeMany.stopRun(id),
    'session.closeRuns': closeMany.runs,
    'session.openCloseAll': closeAll.open,
    'session.closeAll': ({ ticket, typedAppId }, callContext) =>
      inFlight.add(() => closeAll.close({ ticket, typed: typedAppId }, callContext)),
    'session.closeAllResults': ({ appId }) => closeAll.results(appId),
  } satisfies HandlersOf<CloseOperation>

  return {
    handlers,
    observe: (observation: Observation): void => {
      closeAll.observe(observation)
      watches.observe(observation)
    },
    /** Resolves when the answers to sent closes are recorded; must be awaited before the database is closed. */
    ended: async (): Promise<void> => {
      await inFlight.onIdle()
      // In this order: the end of a run starts a watch.
      await closeMany.ended()
      await watches.ended()
    },
  }
}
