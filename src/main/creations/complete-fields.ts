/** Whether fields are complete enough to be sent: the one rule for confirmations and for edits of waiting jobs. */
import { FailureError, refusal } from '../../shared/failure.ts'
import { missingFields, needsConversation } from '../../shared/model/creation-template.ts'
import type { CreationFields } from '../../shared/schemas/avatar.ts'
import { creationFields } from '../../shared/schemas/avatar.ts'
import { conversationId } from '../../shared/schemas/ids.ts'
import type { CreationRules } from '../../shared/schemas/profile.ts'

/** What fields are those of: by what name its failures call it, and what is sent with them. */
export interface FieldsOf {
  readonly name: string
  readonly hasImage: boolean
  readonly rules: CreationRules
}

/** Throws refused (`missing-fields`, with the name and the blank ones) or invalid-input for fields that cannot be sent. */
export function assertComplete(fields: CreationFields, { name, hasImage, rules }: FieldsOf): void {
  const isConversationNeeded = needsConversation(hasImage, rules)
  const missing = missingFields(fields, isConversationNeeded)
  if (missing.length > 0) throw refusal('missing-fields', `${name}: ${missing.join(', ')}`)
  const isNamed = isConversationNeeded || fields.conversationId !== ''
  const issues = [
    ...(creationFields.safeParse(fields).error?.issues ?? []),
    ...(isNamed ? (conversationId.safeParse(fields.conversationId).error?.issues ?? []) : []),
  ].map(({ path, message }) => ({ path: `${name}: ${path.join('.') || 'conversationId'}`, message }))
  if (issues.length > 0) throw new FailureError({ kind: 'invalid-input', issues })
}
