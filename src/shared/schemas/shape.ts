/** The shape of the service's answers: names and types, never a value. */
import { z } from 'zod'
import { profileId } from './ids.ts'
import { query } from './operation.ts'
import type { Operation } from './operation.ts'

/**
 * Services use `null`, `empty-text` and `empty-list` for a missing value, so such a type is not a change next to any
 * other type.
 */
export const jsonType = z.enum(['null', 'empty-text', 'empty-list', 'text', 'number', 'boolean', 'object', 'list'])

export const shapeField = z.strictObject({
  /**
   * Path of names from the root, such as `data.scriptDtoList[].emotion`: `[]` is every item of a list, `*` every member
   * whose name is an id or other data. "" is the answer itself.
   */
  path: z.string(),
  types: z.array(jsonType),
  /** The field was absent at least once. */
  isOptional: z.boolean(),
})

export const shapeChange = z.strictObject({
  /**
   * `undocumented`: present since the first answer, but not documented. `missing`: was present in every earlier answer.
   * `too-many`: fields below this path are no longer compared.
   */
  kind: z.enum(['undocumented', 'added', 'missing', 'type', 'too-many']),
  path: z.string(),
  before: z.array(jsonType),
  after: z.array(jsonType),
})

/** The differences of one answer from all earlier answers. */
export const answerChange = z.strictObject({
  id: z.int(),
  operation: z.string(),
  at: z.number(),
  changes: z.array(shapeChange),
  /** The whole previously known shape; empty before the first answer. */
  before: z.array(shapeField),
  after: z.array(shapeField),
})

export const shapeOperations = {
  /** Changes in the answers to a profile in the last 90 days, newest first. */
  'shape.changes': query({ profileId }, z.array(answerChange)),
} as const satisfies Record<string, Operation>

export type JsonType = z.output<typeof jsonType>
export type ShapeField = z.output<typeof shapeField>
export type ShapeChange = z.output<typeof shapeChange>
export type AnswerChange = z.output<typeof answerChange>
