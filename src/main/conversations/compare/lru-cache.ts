/** The last few of things that are dear to make. */
export interface LruCache<Value> {
  /** What is kept under a key, made when it is not there. */
  readonly get: (key: string, make: () => Value) => Value
}

/** Keeps the `most` that were asked for last. */
export function createLruCache<Value>(max: number): LruCache<Value> {
  const entries = new Map<string, { readonly value: Value }>()
  return {
    get: (key, make) => {
      const found = entries.get(key) ?? { value: make() }
      // Set anew, so that the map's order is that of use.
      entries.delete(key)
      entries.set(key, found)
      for (const oldest of [...entries.keys()].slice(0, -max)) entries.delete(oldest)
      return found.value
    },
  }
}
