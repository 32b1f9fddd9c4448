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
  const one = createCloseOne(context, send, watches)
  const many = createCloseMany(context, send, watches)
  const all = createCloseAll(context, watches)
  // Without a limit: every close starts immediately, and the queue only knows when the last one has ended.
  const inFlight = new PQueue()

  const handlers = {
    'session.openClose': one.open,
    'session.close': (confirmation, at) => inFlight.add(() => one.close(confirmation, at)),
    'session.openCloseMany': many.open,
    'session.closeMany': (confirmation, at) => inFlight.add(() => many.close(confirmation, at)),
    'session.stopCloseRun': ({ id }) => many.stopRun(id),
    'session.closeRuns': many.runs,
    'session.openCloseAll': all.open,
    'session.closeAll': ({ ticket, typedAppId }, at) =>
      inFlight.add(() => all.close({ ticket, typed: typedAppId }, at)),
    'session.closeAllResults': ({ appId }) => all.results(appId),
  } satisfies HandlersOf<CloseOperation>

  return {
    handlers,
    observe: (seen: Observation): void => {
      all.observe(seen)
      watches.observe(seen)
    },
    /** Resolves when the answers to sent closes are recorded; must be awaited before the database is closed. */
    ended: async (): Promise<void> => {
      await inFlight.onIdle()
      // In this order: the end of a run starts a watch.
      await many.ended()
      await watches.ended()
    },
  }
}
