import type { CreationFields, Draft } from '../schemas/avatar.ts'
import type { CreationRules } from '../schemas/profile.ts'
import { creationFieldNames, creationFieldRows, mapCreationFields } from './creation-fields.ts'
import type { CreationFieldName } from './creation-fields.ts'
import { patched } from './patch.ts'

/** `n` is the place among the avatars confirmed together, counting from 1. */
export interface TemplateValues {
  readonly fileName: string
  readonly n: number
}

/** `Ada.v2.jpg` gives `Ada.v2`; a name that begins with its only dot is all name. */
export function withoutExtension(fileName: string): string {
  return fileName.replace(/(?<=.)\.[^.]*$/, '')
}

/** Anything else in braces than `{filename}` (without extension) and `{n}`, in any case, stays as it was typed. */
export function expandTemplate(text: string, { fileName, n }: TemplateValues): string {
  // One pass, with a function: a file called `{n}.jpg` or `$&.jpg` must come out as its own name.
  return text.replace(/\{(?:filename|n)\}/gi, (found) =>
    found.toLowerCase() === '{n}' ? String(n) : withoutExtension(fileName),
  )
}

/** The first that looks like a template and stays as it is: each one where they are not `expanded`; undefined without. */
export function literalTemplate(text: string, expanded: boolean): string | undefined {
  const found = text.match(/\{\s*[\p{L}\d_]+\s*\}/gu) ?? []
  return found.find((template) => !expanded || !/^\{(?:filename|n)\}$/i.test(template))
}

/** The shared fields under the avatar's own, with templates expanded. */
export function expandFields(
  shared: CreationFields,
  overrides: Draft['overrides'],
  values: TemplateValues,
): CreationFields {
  const typed = patched(shared, overrides)
  return trimmedFields(mapCreationFields((name) => expandTemplate(typed[name], values)))
}

/** The name with which an avatar is created; "" lets the service choose. */
export function expandedName(typed: string, values: TemplateValues): string {
  return creationFieldRows.name.tidied(expandTemplate(typed, values))
}

/** Fields as they are sent. */
export function trimmedFields(fields: CreationFields): CreationFields {
  return mapCreationFields((name, { tidied }) => tidied(fields[name]))
}

/** A public one. Source: `service-api.md §POST /createAvatar`, `§Creating avatars`. */
export function needsConversation(
  hasImage: boolean,
  rules: Pick<CreationRules, 'sendsConversationIdWithImage'>,
): boolean {
  return !hasImage || rules.sendsConversationIdWithImage
}

/** Without a conversation where none is needed: what is confirmed is what is sent, whatever the profile says later. */
export function confirmedFields(fields: CreationFields, isConversationNeeded: boolean): CreationFields {
  return isConversationNeeded ? fields : { ...fields, conversationId: '' }
}

/** Source: `service-api.md §POST /createAvatar`. */
export function missingFields(fields: CreationFields, isConversationNeeded: boolean): readonly CreationFieldName[] {
  return creationFieldNames.filter((name) => {
    const { needed } = creationFieldRows[name]
    const isNeeded = needed === 'always' || (needed === 'without-image' && isConversationNeeded)
    return isNeeded && fields[name].trim() === ''
  })
}

/** What the drafts of a profile share before an operator types anything. */
export const defaultFields: CreationFields = mapCreationFields((_name, { start }) => start)

interface CreationLimits {
  /** The balance as it was read. */
  readonly left: number
  /** Not answered yet: the balance does not know of them. */
  readonly queued: number
  /** Of the profile. */
  readonly floor: number
}

export function creationsThatFit({ left, queued, floor }: CreationLimits): number {
  return Math.max(0, Math.floor(left) - queued - floor)
}
