/** Bounds an LRUCache that takes memory as it fills: its `max` takes that of all entries at once, half a MB for 10,000. */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 })
