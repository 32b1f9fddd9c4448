/** What the answers of the service are made of: names and types, never a value. */
import { z } from 'zod'
import { profileId } from './ids.ts'
import { query } from './operation.ts'
import type { Operation } from './operation.ts'

/** `null`, `empty-text` and `empty-list` are how services say nothing: beside any other type they are no change. */
export const jsonType = z.enum(['null', 'empty-text', 'empty-list', 'text', 'number', 'boolean', 'object', 'list'])

export const shapeField = z.strictObject({
  /**
   * Names from the outside in, such as `data.scriptDtoList[].emotion`: `[]` is every item of a list, `*` every member whose
   * name is an id or other data. "" is the answer itself.
   */
  path: z.string(),
  types: z.array(jsonType),
  /** It was absent at least once. */
  isOptional: z.boolean(),
})

export const shapeChange = z.strictObject({
  /**
   * `undocumented`: there from the first answer, and not in the documentation. `missing`: was in every answer. `too-many`:
   * what is below is not compared further.
   */
  kind: z.enum(['undocumented', 'added', 'missing', 'type', 'too-many']),
  path: z.string(),
  before: z.array(jsonType),
  after: z.array(jsonType),
})

/** What one answer had that those before it had not. */
export const answerChange = z.strictObject({
  id: z.int(),
  operation: z.string(),
  at: z.number(),
  changes: z.array(shapeChange),
  /** The whole shape as it was known; empty before the first answer. */
  before: z.array(shapeField),
  after: z.array(shapeField),
})

export const shapeOperations = {
  /** What changed in the answers to a profile in the last 90 days, the newest first. */
  'shape.changes': query({ profileId }, z.array(answerChange)),
} as const satisfies Record<string, Operation>

export type JsonType = z.output<typeof jsonType>
export type ShapeField = z.output<typeof shapeField>
export type ShapeChange = z.output<typeof shapeChange>
export type AnswerChange = z.output<typeof answerChange>
