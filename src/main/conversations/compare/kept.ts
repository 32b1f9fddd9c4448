/** The last few of things that are dear to make. */
export interface Kept<Value> {
  /** What is kept under a key, made when it is not there. */
  readonly get: (key: string, make: () => Value) => Value
}

/** Keeps the `most` that were asked for last. */
export function createKept<Value>(most: number): Kept<Value> {
  const kept = new Map<string, { readonly value: Value }>()
  return {
    get: (key, make) => {
      const found = kept.get(key) ?? { value: make() }
      // Set anew, so that the map's order is that of use.
      kept.delete(key)
      kept.set(key, found)
      for (const oldest of [...kept.keys()].slice(0, -most)) kept.delete(oldest)
      return found.value
    },
  }
}
