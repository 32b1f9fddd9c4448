/**
 * The fields of a creation, from what is typed to what is sent. A new field is a row here, its label under `fields` of the
 * catalogue `avatars`, and its part of the practice service, which shares nothing with this table.
 */
import { cleanName } from './file-names.ts'
import { limits } from './limits.ts'
import { typedId } from './pasted-text.ts'

interface CreationField {
  /** Characters at most, as it is typed. */
  readonly max: number
  /** Its name in the body of createAvatar. Source: `service-api.md §POST /createAvatar`. */
  readonly wire: string
  /** Its column in a manifest. */
  readonly column: string
  /** When it must be filled in. What is blank is left out of the request, except a field that is always needed. */
  readonly needed: 'always' | 'without-image' | 'never'
  /** What it begins with; "" lets the service choose. */
  readonly start: string
  /** A text as it is sent. */
  readonly tidied: (typed: string) => string
  /** How it is typed: with proposals, in one line, or in several. */
  readonly input: 'voice' | 'conversation' | 'language' | 'line' | 'text'
  /** Written by the operator: the page points out templates that stay as typed, and diagnostics take the text out. */
  readonly isFreeText: boolean
  /** Whether the queue is searched for it. */
  readonly isSearched: boolean
}

// White space around a short text is a slip of the hand.
const trimmed = (typed: string): string => typed.trim()

// In a long text white space may be meant, unless there is nothing else.
const unlessBlank = (typed: string): string => typed.trim() && typed

// A line that was meant stays a line.
const cleanLines = (typed: string): string => typed.split('\n').map(cleanName).join('\n').trim()

/** In the order in which they are sent. All of them may hold templates (`{filename}`, `{n}`). */
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

/** The fields with a text that is made for each. */
export function mapCreationFields<Value>(
  value: (name: CreationFieldName, field: CreationField) => Value,
): Record<CreationFieldName, Value> {
  const pairs = creationFieldNames.map((name) => [name, value(name, creationFieldRows[name])] as const)
  // The names of the table are the keys.
  return Object.fromEntries(pairs) as Record<CreationFieldName, Value>
}
