/** Everything of one open profile that closes calls, joined: by one, several or all, and the rules that suggest it. */
import type { ProfileContext } from '../../context/profile-context.ts'
import { createCloseAll } from './close-all.ts'
import { createCloseMany } from './close-many.ts'
import { createCloseOne } from './close-one.ts'
import { createClosingHandlers } from './closing-handlers.ts'
import type { ClosingContext } from './confirmation.ts'
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

/** Rules do nothing before `follow`. */
export function createClosing(
  profileContext: ProfileContext,
  own: Omit<ClosingContext, keyof ProfileContext>,
): ClosingSubject {
  const context: ClosingContext = { ...profileContext, ...own }
  const send = createSendClose(context)
  const closeOne = createCloseOne(context, send)
  const closeMany = createCloseMany(context, send)
  const closeAll = createCloseAll(context)
  const closeRules = createCloseRules(context)
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
