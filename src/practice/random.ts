export type Random = ReturnType<typeof createRandom>

/** The seed of a text (FNV-1a, 32 bits). */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

/** A random source that starts from a state (mulberry32: its state is one word, so a snapshot can store it). */
export function createRandom(startState: number) {
  let state = startState >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const hex = (length: number) => Array.from({ length }, () => integer(0, 15).toString(16)).join('')
  return {
    next,
    /** A whole number from a range that includes both ends. */
    integer,
    pick: <T>(list: readonly [T, ...T[]]): T => list[integer(0, list.length - 1)] ?? list[0],
    /** A waiting time in milliseconds with the mean `meanMs` (a memoryless arrival). */
    wait: (meanMs: number) => Math.round(-Math.log(1 - next()) * meanMs),
    /** A 19-digit decimal string beyond 2^53, odd, so that a conversion to a JavaScript number is detectable. */
    longId: () =>
      `19${String(integer(10_000_000, 99_999_999))}${String(integer(10_000_000, 99_999_999))}${String(integer(0, 4) * 2 + 1)}`,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'.charAt(integer(0, 3))}${hex(3)}-${hex(12)}`,
    state: () => state,
  }
}
