/** Answers as the client of the service gives them. */
import { readDocument } from '../../src/shared/conversation/document.ts'
import { factsOf } from '../../src/main/service/operations.ts'
import type { ReceivedConversation } from '../../src/main/service/operations.ts'
import { compressedBody } from '../../src/main/store/snapshot-body.ts'

/** A body that the service answered. */
export function received(text: string): Omit<ReceivedConversation, 'at'> {
  return { body: compressedBody(Buffer.from(text)), facts: factsOf(readDocument(text).data) }
}
