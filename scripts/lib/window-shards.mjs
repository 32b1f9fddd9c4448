/** In which shards window tests run. Each has a report and results of its own, named after it. */

const isLinux = process.platform === 'linux'

// Measured on two cores: one shard at a time leaves more than half of them idle, as windows mostly wait; three gain nothing.
/** How many shards run side by side: one where all windows share the person's own screen and clipboard. */
export const shardsAtOnce = isLinux ? 2 : 1

/** The names of the shards: more than run at once, so that a slow one does not leave a core idle at the end. */
export const windowShards = Array.from({ length: isLinux ? 8 : 1 }, (_, index) => `window-${String(index + 1)}`)
