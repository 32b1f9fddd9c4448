import type { HandlersOf } from '../ipc/handlers.ts'
import type { CloseAll } from './close-all.ts'
import type { CloseOne } from './close-one.ts'
import type { Monitor } from './monitor.ts'

/** The parts that answer the operations of sessions. */
export interface SessionParts {
  readonly monitor: Monitor
  readonly closeOne: CloseOne
  readonly closeAll: CloseAll
}

/** The handlers of sessions; failures are those of `Monitor`, `CloseOne` and `CloseAll`. */
export function createSessionHandlers({
  monitor,
  closeOne,
  closeAll,
}: SessionParts): HandlersOf<
  | 'session.figures'
  | 'session.refresh'
  | 'session.openClose'
  | 'session.close'
  | 'session.openCloseAll'
  | 'session.closeAll'
  | 'session.closings'
> {
  return {
    'session.figures': ({ appId }) => monitor.figures(appId),
    'session.refresh': ({ appId }) => monitor.refresh(appId),
    'session.openClose': (target, context) => closeOne.open(target, context),
    'session.close': ({ ticket }, context) => closeOne.close(ticket, context),
    'session.openCloseAll': ({ appId }, context) => closeAll.open(appId, context),
    'session.closeAll': (confirmation, context) => closeAll.close(confirmation, context),
    'session.closings': ({ appId }) => [...closeAll.closings(appId)],
  }
}
