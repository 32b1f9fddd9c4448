import type { HandlersOf } from '../ipc/handlers.ts'
import type { Journal } from './journal.ts'

/** The handlers of the journal. Failures: storage. */
export function createActivityHandlers(journal: Journal): HandlersOf<'activity.list'> {
  return { 'activity.list': (page) => [...journal.list(page)] }
}
