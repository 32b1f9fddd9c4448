/** Answers as the client of the service returns them. */
import { readConversation } from '../../src/shared/conversation/document.ts'
import { factsOf } from '../../src/main/service/operations.ts'
import type { ReceivedConversation } from '../../src/main/service/operations.ts'

/** A body from the service. */
export function received(text: string): Omit<ReceivedConversation, 'at'> {
  return { body: Buffer.from(text), facts: factsOf(readConversation(text).data) }
}
