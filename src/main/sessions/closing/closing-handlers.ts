import type { HandlersOf } from '../../ipc/handlers.ts'
import type { CloseAll } from './close-all.ts'
import type { CloseMany } from './close-many.ts'
import type { CloseOne } from './close-one.ts'
import type { CloseRuleSubject } from '../suggestions/close-rule-subject.ts'

export interface ClosingParts {
  readonly closeOne: CloseOne
  readonly closeMany: CloseMany
  readonly closeAll: CloseAll
  readonly closeRules: Pick<CloseRuleSubject, 'handlers' | 'claim'>
}

type ClosingOperation =
  | 'session.openClose'
  | 'session.close'
  | 'session.openCloseMany'
  | 'session.closeMany'
  | 'session.stopCloseRun'
  | 'session.closeRuns'
  | 'session.openCloseAll'
  | 'session.closeAll'
  | 'session.closeAllResults'

/** The handlers of closing and of close suggestion rules; failures are those of their parts. */
export function createClosingHandlers({
  closeOne,
  closeMany,
  closeAll,
  closeRules,
}: ClosingParts): HandlersOf<ClosingOperation> & CloseRuleSubject['handlers'] {
  return {
    'session.openClose': (target, context) => closeOne.open(target, context),
    'session.close': (confirmation, context) => closeOne.close(confirmation, context),
    'session.openCloseMany': ({ sessionIds, suggestionId }, context) =>
      closeMany.open(
        { sessionIds, suggestion: suggestionId === null ? null : closeRules.claim(suggestionId, sessionIds) },
        context,
      ),
    'session.closeMany': (confirmation, context) => closeMany.close(confirmation, context),
    'session.stopCloseRun': ({ id }) => closeMany.stopRun(id),
    'session.closeRuns': () => closeMany.runs(),
    'session.openCloseAll': ({ appId }, context) => closeAll.open(appId, context),
    'session.closeAll': (confirmation, context) => closeAll.close(confirmation, context),
    'session.closeAllResults': ({ appId }) => [...closeAll.results(appId)],
    ...closeRules.handlers,
  }
}
