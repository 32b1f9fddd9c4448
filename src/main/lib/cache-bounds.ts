/**
 * Bounds an LRUCache whose memory grows as it fills. `max` would allocate memory for all entries immediately, half a MB
 * for 10,000.
 */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 })
