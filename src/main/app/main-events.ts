/** What parts of main announce to each other; listeners are called at once, in the order in which they were added. */
import { EventEmitter } from 'node:events'
import type { Batch } from '../store/batches-repository.ts'

export type MainEvents = EventEmitter<{
  /** Something that the shell, the tray or the badge shows is different. */
  changed: []
  /** Jobs have moved on, or may again. */
  progressed: []
  batchEnded: [Batch]
  profileOpened: []
  /** The keychain can be read again. */
  keychainBack: []
}>

export function createMainEvents(): MainEvents {
  return new EventEmitter()
}
