/** What a file of a newer version says beyond what this one knows: kept apart, and put back when the file is written. */

/** Unknown keys of an object and of those inside it; those of listed objects under their ids. */
export type UnknownKeys = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function idOf(value: unknown): string | null {
  if (!isObject(value)) return null
  const id = value['id'] ?? value['appId']
  return typeof id === 'string' ? id : null
}

function byId(list: readonly unknown[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    list.flatMap((one): [string, unknown][] => {
      const id = idOf(one)
      return id === null ? [] : [[id, one]]
    }),
  )
}

// A value of which the schema knows everything has nothing to keep.
function inside(read: unknown, known: unknown): UnknownKeys | undefined {
  const both = Array.isArray(read) && Array.isArray(known) ? [byId(read), byId(known)] : [read, known]
  const found = unknownKeys(both[0], both[1], Array.isArray(read))
  return Object.keys(found).length === 0 ? undefined : found
}

/** The keys of `read` that are not in `known`, which is the same value as the schema understood it. */
export function unknownKeys(read: unknown, known: unknown, isList = false): UnknownKeys {
  if (!isObject(read) || !isObject(known)) return {}
  const entries = Object.entries(read).map(([key, value]): [string, unknown] =>
    Object.hasOwn(known, key) ? [key, inside(value, known[key])] : [key, isList ? undefined : value],
  )
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** The value with the unknown keys put back where they were; those of an object that is gone are gone with it. */
export function withUnknownKeys(value: unknown, unknown: unknown): unknown {
  if (!isObject(unknown)) return value
  if (Array.isArray(value)) {
    return value.map((one: unknown) => withUnknownKeys(one, unknown[idOf(one) ?? '']))
  }
  if (!isObject(value)) return value
  const known = Object.entries(value).map(([key, part]): [string, unknown] => [
    key,
    withUnknownKeys(part, unknown[key]),
  ])
  return { ...unknown, ...Object.fromEntries(known) }
}
