/**
 * The fields of a creation, from typing to sending. A new field needs a row here, a label under `fields` of the
 * catalogue `avatars`, and support in the practice service, which does not use this table.
 */
import { cleanName } from './file-names.ts'
import { limits } from './limits.ts'
import { typedId } from './pasted-text.ts'

interface CreationField {
  /** Maximum number of typed characters. */
  readonly max: number
  /** Name in the body of createAvatar. Source: `service-api.md §POST /createAvatar`. */
  readonly wire: string
  /** Column in a manifest. */
  readonly column: string
  /** When the field must be filled in. A blank field is left out of the request unless it is always needed. */
  readonly needed: 'always' | 'without-image' | 'never'
  /** Initial value; "" lets the service choose. */
  readonly start: string
  /** Converts typed text to the text that is sent. */
  readonly tidied: (typed: string) => string
  /** Input control: with proposals, for one line, or for several lines. */
  readonly input: 'voice' | 'conversation' | 'language' | 'line' | 'text'
  /**
   * The operator writes this text freely: the page points out templates that stay as typed, and diagnostics redact the
   * text.
   */
  readonly isFreeText: boolean
  /** Whether the search of the queue includes the field. */
  readonly isSearched: boolean
}

// White space around a short text is a typing mistake.
const trimmed = (typed: string): string => typed.trim()

// In a long text white space can be intended, unless the text contains nothing else.
const unlessBlank = (typed: string): string => typed.trim() && typed

// Keeps intended line breaks.
const cleanLines = (typed: string): string => typed.split('\n').map(cleanName).join('\n').trim()

/** In the order in which they are sent. Every field can contain templates (`{filename}`, `{n}`). */
export const creationFieldRows = {
  voice: {
    max: 200,
    wire: 'ttsName',
    column: 'voice',
    needed: 'always',
    start: '',
    tidied: trimmed,
    input: 'voice',
    isFreeText: false,
    isSearched: true,
  },
  conversationId: {
    max: limits.conversationId,
    wire: 'conversationId',
    column: 'conversationId',
    needed: 'without-image',
    start: '',
    tidied: typedId,
    input: 'conversation',
    isFreeText: false,
    isSearched: true,
  },
  language: {
    max: 100,
    wire: 'defaultSpeakingLanguage',
    column: 'language',
    needed: 'never',
    // The documented default.
    start: 'English',
    tidied: trimmed,
    input: 'language',
    isFreeText: false,
    isSearched: false,
  },
  greeting: {
    max: 20_000,
    wire: 'greetings',
    column: 'greeting',
    needed: 'never',
    start: '',
    tidied: unlessBlank,
    input: 'text',
    isFreeText: true,
    isSearched: true,
  },
  name: {
    max: 500,
    wire: 'name',
    column: 'name',
    needed: 'never',
    start: '{filename}',
    tidied: cleanLines,
    input: 'line',
    isFreeText: true,
    isSearched: true,
  },
  profileText: {
    max: 100_000,
    wire: 'profile',
    column: 'profile',
    needed: 'never',
    start: '',
    tidied: unlessBlank,
    input: 'text',
    isFreeText: true,
    isSearched: false,
  },
} as const satisfies Readonly<Record<string, CreationField>>

export type CreationFieldName = keyof typeof creationFieldRows

export const creationFieldNames = Object.keys(creationFieldRows) as readonly CreationFieldName[]

const isLong = (name: CreationFieldName): boolean => creationFieldRows[name].input === 'text'

/** In the order of a form: long texts come last. */
export const formFieldNames: readonly CreationFieldName[] = [
  ...creationFieldNames.filter((name) => !isLong(name)),
  ...creationFieldNames.filter(isLong),
]

/** Maps every field to a value. */
export function mapCreationFields<Value>(
  value: (name: CreationFieldName, field: CreationField) => Value,
): Record<CreationFieldName, Value> {
  const pairs = creationFieldNames.map((name) => [name, value(name, creationFieldRows[name])] as const)
  // `fromEntries` loses the type: the keys are the names of the table.
  return Object.fromEntries(pairs) as Record<CreationFieldName, Value>
}
