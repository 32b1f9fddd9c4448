/** Rules about codes and ids. */
import { conversationFields, nameOf } from '../../../shared/model/conversation-fields.ts'
import type { Code } from '../../../shared/model/conversation-fields.ts'
import { digitsOf } from '../../service/json.ts'
import { memberOf } from '../document.ts'
import { wholeText } from '../values.ts'
import { excerptOf, idText, isBlank, occurrencesOf } from './subject.ts'
import type { Check, Found } from './subject.ts'

type Documented = Extract<Code, { readonly kind: 'documented' }>

const coded = conversationFields.flatMap(({ field, code }) => (code?.kind === 'documented' ? [{ field, code }] : []))
const ofConversation = conversationFields.filter((description) => nameOf(description) === 'conversationId')

function isKnown({ meanings }: Documented, value: unknown): boolean {
  const digits = digitsOf(value)
  return digits !== null && Object.hasOwn(meanings, digits)
}

/** A code has a value whose meaning is not documented, where others are. */
export const unknownCode: Check = function* ({ data }): Generator<Found> {
  for (const { field, code } of coded) {
    const known = Object.keys(code.meanings).join(', ')
    for (const { path, value } of occurrencesOf(data, field)) {
      if (isBlank(value) || isKnown(code, value)) continue
      yield { path, field, facts: { value: excerptOf(wholeText(value)), known } }
    }
  }
}

/** The answer is about another id than was looked up, or a part of it about another one than the whole. */
export const idsDisagree: Check = function* ({ data, requestedId }): Generator<Found> {
  const id = idText(memberOf(data, 'id'))
  if (id === null) return
  if (id !== requestedId)
    yield { path: 'data.id', field: 'id', facts: { requestedId: excerptOf(requestedId), id: excerptOf(id) } }
  for (const { field } of ofConversation) {
    for (const { path, value } of occurrencesOf(data, field)) {
      const other = idText(value)
      if (other === null || other === id) continue
      yield { path, field, facts: { other: excerptOf(other), id: excerptOf(id) } }
    }
  }
}
