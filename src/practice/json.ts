/** A JSON value; a bigint is written as the integer that it is, beyond 2^53 too. */
export type JsonValue = string | number | bigint | boolean | null | readonly JsonValue[] | JsonObject

/** A JSON object in the order of its keys. */
export interface JsonObject {
  readonly [key: string]: JsonValue
}

/** JSON text of a value, integers exact. */
export function toJson(value: JsonValue): string {
  if (typeof value === 'bigint') return value.toString()
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isList(value)) return `[${value.map(toJson).join(',')}]`
  return `{${Object.entries(value)
    .map(([key, member]) => `${JSON.stringify(key)}:${toJson(member)}`)
    .join(',')}}`
}

/** Says whether a JSON value is an array (`Array.isArray` forgets `readonly`). */
export function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}

/** Says whether an unknown value is a plain JSON object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
