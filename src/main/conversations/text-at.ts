import { FailureError } from '../../shared/failure.ts'
import { valueAt } from './document.ts'
import type { ConversationDocument } from './document.ts'
import { wholeText } from './values.ts'

/** The value at a row's path, whole (`$` is the answer itself). Failures: not-found. */
export function textAt({ answer }: ConversationDocument, path: string): string {
  const value = path === '$' ? answer : valueAt(answer, path)
  if (value === undefined) throw new FailureError({ kind: 'not-found', what: 'snapshot' })
  return wholeText(value)
}
