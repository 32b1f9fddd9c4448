/** What was made before, by what it was made of. */
export interface Memo<Value> {
  /** What is kept under this key, or what `make` gives; null is not kept. */
  readonly get: <Made extends Value | null>(key: string, make: () => Made) => Value | Made
  readonly forget: (key: string) => void
  readonly clear: () => void
}

/** Gives a memory of at most so many things. Keep in it only what is never changed. */
export function createMemo<Value extends object>(max: number): Memo<Value> {
  const entries = new Map<string, Value>()
  return {
    get: (key, make) => {
      const known = entries.get(key)
      if (known !== undefined) return known
      const made = make()
      if (made === null) return made
      // All at once: nearly always everything is asked for again, and then an order would only cost time.
      if (entries.size >= max) entries.clear()
      entries.set(key, made)
      return made
    },
    forget: (key) => {
      entries.delete(key)
    },
    clear: () => {
      entries.clear()
    },
  }
}
