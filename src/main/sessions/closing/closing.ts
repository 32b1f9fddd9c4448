/** Everything of one open profile that closes calls, joined: by one, several or all, and the rules that suggest it. */
import type { CloseRulesRepository } from '../../store/close-rules-repository.ts'
import { createCloseAll } from './close-all.ts'
import { createCloseMany } from './close-many.ts'
import { createCloseOne } from './close-one.ts'
import { createClosingHandlers } from './closing-handlers.ts'
import type { ClosingDeps } from './confirmation.ts'
import { createCloseRules } from '../suggestions/close-rule-subject.ts'
import type { CloseRuleSubject } from '../suggestions/close-rule-subject.ts'
import { createSendClose } from './send-close.ts'

/** Closing in one open profile. */
export interface ClosingSubject extends Pick<CloseRuleSubject, 'observe'> {
  readonly handlers: ReturnType<typeof createClosingHandlers>
  /** The profile was opened, or saved anew. To be called once before anything else. */
  readonly follow: () => void
  /** Sleep, or no network: runs and suggestions end, as nobody knows what holds afterwards. */
  readonly pause: () => void
  readonly wake: () => void
  /** Sends nothing new; resolves when the answers of what was sent are written down. */
  readonly dispose: () => Promise<void>
}

/** Gives closing; rules do nothing before `follow`. */
export function createClosing(deps: ClosingDeps & { readonly closeRules: CloseRulesRepository }): ClosingSubject {
  const withSend = { ...deps, send: createSendClose(deps) }
  const closeOne = createCloseOne(withSend)
  const closeMany = createCloseMany(withSend)
  const closeAll = createCloseAll(deps)
  const closeRules = createCloseRules({ ...deps, repository: deps.closeRules })
  return {
    handlers: createClosingHandlers({ closeOne, closeMany, closeAll, closeRules }),
    observe: closeRules.observe,
    follow: () => {
      closeOne.endCounts()
      closeMany.follow()
      closeAll.follow()
      closeRules.follow()
    },
    pause: () => {
      closeOne.endCounts()
      closeMany.pause()
      closeRules.pause()
    },
    wake: closeRules.wake,
    dispose: async () => {
      closeRules.dispose()
      await Promise.all([closeMany.dispose(), closeAll.dispose(), closeOne.dispose()])
    },
  }
}
