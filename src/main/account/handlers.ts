import type { HandlersOf } from '../ipc/handlers.ts'
import type { AccountMonitor } from './account.ts'

/** The handlers of the account; failures are those of `AccountMonitor`. */
export function createAccountHandlers(
  account: AccountMonitor,
): HandlersOf<'account.figures' | 'account.refresh' | 'account.series'> {
  return {
    'account.figures': () => account.figures(),
    'account.refresh': () => account.refresh(),
    'account.series': ({ range }) => account.series(range),
  }
}
