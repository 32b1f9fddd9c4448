/** Whether fields are complete enough to be sent: the one rule for confirmations and for edits of waiting jobs. */
import { FailureError, refusal } from '../../shared/failure.ts'
import { missingFields } from '../../shared/model/creation-template.ts'
import type { CreationFields } from '../../shared/schemas/avatar.ts'
import { creationFields } from '../../shared/schemas/avatar.ts'
import { conversationId } from '../../shared/schemas/ids.ts'

/** Throws refused (`missing-fields`, with `name` and the blank ones) or invalid-input for fields that cannot be sent. */
export function assertComplete(fields: CreationFields, name: string): void {
  const missing = missingFields(fields)
  if (missing.length > 0) throw refusal('missing-fields', `${name}: ${missing.join(', ')}`)
  const issues = [
    ...(creationFields.safeParse(fields).error?.issues ?? []),
    ...(conversationId.safeParse(fields.conversationId).error?.issues ?? []),
  ].map(({ path, message }) => ({ path: `${name}: ${path.join('.') || 'conversationId'}`, message }))
  if (issues.length > 0) throw new FailureError({ kind: 'invalid-input', issues })
}
