import { z } from 'zod'

export type Needs = 'nothing' | 'gesture' | 'ticket' | 'native'

/** One operation: its kind, and the schemas of its input and output. */
export interface Operation<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly kind: 'query' | 'command'
  /**
   * What a person must do before main runs the operation. `gesture`: a real press just before, else a native question.
   * `ticket`: the same, and the input is a ticket that main issued. `native`: always a native question.
   */
  readonly needs: Needs
  /** The operation creates or cuts something at the service, so a read-only profile refuses it. */
  readonly isWrite: boolean
  readonly input: Input
  readonly output: Output
}

type SchemaOrShape = z.ZodType | z.ZodRawShape
type SchemaOf<Of extends SchemaOrShape> = Of extends z.ZodType
  ? Of
  : Of extends z.ZodRawShape
    ? z.ZodObject<Of, z.core.$strict>
    : never

/** Returns a schema unchanged, or the strict object of these members. */
function schemaOf<Of extends SchemaOrShape>(schema: Of): SchemaOf<Of> {
  // TypeScript cannot derive the type from the test; both say the same.
  return (schema instanceof z.ZodType ? schema : z.strictObject(schema)) as SchemaOf<Of>
}

/** An operation that can be repeated. */
export function query<Input extends SchemaOrShape, Output extends SchemaOrShape>(input: Input, output: Output) {
  const schemas = { input: schemaOf(input), output: schemaOf(output) }
  return { kind: 'query', needs: 'nothing', isWrite: false, ...schemas } as const
}

/** An operation that is sent once: never repeated, cached, prefetched or triggered by a link. */
export function command<Input extends SchemaOrShape, Output extends SchemaOrShape>(
  input: Input,
  output: Output,
  needs: Needs = 'nothing',
) {
  return { ...query(input, output), kind: 'command', needs } as const
}

/** A command that opens or confirms a creation or a close at the service. `needs` is required. */
export function write<Input extends SchemaOrShape, Output extends SchemaOrShape>(
  input: Input,
  output: Output,
  needs: Needs,
) {
  return { ...command(input, output, needs), isWrite: true } as const
}

/** Number of requested rows from the start of a list. */
export const rowLimit = z.int().min(1).max(1_000_000)
/** Output of an operation without a result. */
export const done = z.null()
/** Output of an operation that shows a save dialog and writes a file; null when cancelled. */
export const savedFile = z.strictObject({ fileName: z.string().nullable() })

/** Encoded image bytes, at most `max`, or null. */
export function bytes(max: number) {
  return z
    .instanceof(Uint8Array)
    .refine(({ byteLength }) => byteLength <= max)
    .nullable()
}
