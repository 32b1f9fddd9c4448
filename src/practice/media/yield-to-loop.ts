import { setImmediate as nextTurn } from 'node:timers/promises'

/** Lets other work of the process run before a long computation goes on. */
export async function yieldToLoop(): Promise<void> {
  await nextTurn()
}
