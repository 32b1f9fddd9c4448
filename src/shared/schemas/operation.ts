import { z } from 'zod'

export type Needs = 'nothing' | 'gesture' | 'ticket' | 'native'

/** One operation: its kind, and the schemas of what goes up and what comes back. */
export interface Operation<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly kind: 'query' | 'command'
  /**
   * What a person must do for it, as main sees it: `gesture`, a real press just before, else a native question; `ticket`,
   * the same for a confirmation that main issued, which is its input; `native`, a native question, always.
   */
  readonly needs: Needs
  /** It leads to something being made or cut at the service: refused as a whole in a read-only profile. */
  readonly isWrite: boolean
  readonly input: Input
  readonly output: Output
}

type Given = z.ZodType | z.ZodRawShape
type SchemaOf<Of extends Given> = Of extends z.ZodType
  ? Of
  : Of extends z.ZodRawShape
    ? z.ZodObject<Of, z.core.$strict>
    : never

/** A schema as it is, or the strict object of these members. */
function schemaOf<Of extends Given>(given: Of): SchemaOf<Of> {
  // The boundary: the type says the same as the test.
  return (given instanceof z.ZodType ? given : z.strictObject(given)) as SchemaOf<Of>
}

/** An operation that may be asked again. */
export function query<Input extends Given, Output extends Given>(input: Input, output: Output) {
  const schemas = { input: schemaOf(input), output: schemaOf(output) }
  return { kind: 'query', needs: 'nothing', isWrite: false, ...schemas } as const
}

/** An operation that is sent once: never repeated, cached, prefetched or triggered by a link. */
export function command<Input extends Given, Output extends Given>(
  input: Input,
  output: Output,
  needs: Needs = 'nothing',
) {
  return { ...query(input, output), kind: 'command', needs } as const
}

/** A command that opens or confirms what is made or cut at the service: what it needs is always said. */
export function write<Input extends Given, Output extends Given>(input: Input, output: Output, needs: Needs) {
  return { ...command(input, output, needs), isWrite: true } as const
}

/** How many rows of a list are asked for, from its start. */
export const rowLimit = z.int().min(1).max(1_000_000)
/** Output of an operation that has nothing to tell. */
export const done = z.null()
/** Output of an operation that asks where, and writes there; null when cancelled. */
export const savedFile = z.strictObject({ fileName: z.string().nullable() })

/** Encoded image bytes, at most so many, or none. */
export function bytes(max: number) {
  return z
    .instanceof(Uint8Array)
    .refine(({ byteLength }) => byteLength <= max)
    .nullable()
}
