import type { CreationFields, Draft } from '../schemas/avatar.ts'
import type { CreationRules } from '../schemas/profile.ts'
import { creationFieldNames, creationFieldRows, mapCreationFields } from './creation-fields.ts'
import type { CreationFieldName } from './creation-fields.ts'
import { patched } from './patch.ts'

/** `n` is the position among the avatars confirmed together, counted from 1. */
export interface TemplateValues {
  readonly fileName: string
  readonly n: number
}

/** `Ada.v2.jpg` returns `Ada.v2`; a name whose only dot is its first character has no extension. */
export function withoutExtension(fileName: string): string {
  return fileName.replace(/(?<=.)\.[^.]*$/, '')
}

/** Expands `{filename}` (without extension) and `{n}` in any case; other text in braces stays as typed. */
export function expandTemplate(text: string, { fileName, n }: TemplateValues): string {
  // One pass with a replacement function, so that a file named `{n}.jpg` or `$&.jpg` keeps its name.
  return text.replace(/\{(?:filename|n)\}/gi, (placeholder) =>
    placeholder.toLowerCase() === '{n}' ? String(n) : withoutExtension(fileName),
  )
}

/**
 * The first text that looks like a template but is not expanded; without `expanded`, the first template of any name.
 * undefined where there is none.
 */
export function literalTemplate(text: string, expanded: boolean): string | undefined {
  const placeholders = text.match(/\{\s*[\p{L}\d_]+\s*\}/gu) ?? []
  return placeholders.find((template) => !expanded || !/^\{(?:filename|n)\}$/i.test(template))
}

/** The shared fields, overridden by the avatar's own fields, with templates expanded. */
export function expandFields(
  shared: CreationFields,
  overrides: Draft['overrides'],
  values: TemplateValues,
): CreationFields {
  const typed = patched(shared, overrides)
  return trimmedFields(mapCreationFields((name) => expandTemplate(typed[name], values)))
}

/** The name of a created avatar; "" lets the service choose. */
export function expandedName(typed: string, values: TemplateValues): string {
  return creationFieldRows.name.tidied(expandTemplate(typed, values))
}

/** The fields in the form in which they are sent. */
export function trimmedFields(fields: CreationFields): CreationFields {
  return mapCreationFields((name, { tidied }) => tidied(fields[name]))
}

/** Whether a public conversation is needed. Source: `service-api.md §POST /createAvatar`, `§Creating avatars`. */
export function needsConversation(
  hasImage: boolean,
  rules: Pick<CreationRules, 'sendsConversationIdWithImage'>,
): boolean {
  return !hasImage || rules.sendsConversationIdWithImage
}

/**
 * Removes a conversation that is not needed, so that the confirmed fields are sent even if the profile changes later.
 */
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

/** Initial shared fields of a profile's drafts. */
export const defaultFields: CreationFields = mapCreationFields((_name, { start }) => start)

interface CreationLimits {
  /** The balance that was read. */
  readonly left: number
  /** Creations without an answer yet, which the balance does not include. */
  readonly queued: number
  /** The profile's floor. */
  readonly floor: number
}

export function creationsThatFit({ left, queued, floor }: CreationLimits): number {
  return Math.max(0, Math.floor(left) - queued - floor)
}
