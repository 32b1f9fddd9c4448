import { go } from './location-store.ts'
import { typeSessions } from './typed-texts-store.ts'

/** Shows the session ids of a pasted text in **Add session IDs**. Nothing is added before the operator does so there. */
export function proposePasted(text: string): void {
  typeSessions({ text, isPasted: true })
  go({ section: 'sessions', ask: 'add' })
}
