/** In which shards window tests run side by side. Each has a report and results of its own, named after it. */

// Measured on two cores: one shard alone leaves more than half of them idle, as windows mostly wait; a third gains nothing.
const most = 2

/** The names of the shards: one where all windows share the person's own screen and clipboard. */
export const windowShards = () =>
  Array.from({ length: process.platform === 'linux' ? most : 1 }, (_, index) => `window-${String(index + 1)}`)
