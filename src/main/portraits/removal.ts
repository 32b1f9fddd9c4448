/** Keeps removing apart from keeping: an image that is being kept must not go before something refers to it. */
import { createInFlight } from '../lib/in-flight.ts'

/** Shared work, and work that wants to be alone. */
export interface Removal {
  /** Runs beside other held work, and never beside work that is alone; must not be called inside itself. */
  readonly hold: <Value>(work: () => Promise<Value>) => Promise<Value>
  /** Runs when nothing else does; in turn. */
  readonly alone: (work: () => Promise<void>) => Promise<void>
}

/** Gives the two, with nothing running. */
export function createRemoval(): Removal {
  const held = createInFlight()
  let removing: Promise<unknown> = Promise.resolve()
  let waiting = 0

  const alone = async (work: () => Promise<void>): Promise<void> => {
    waiting += 1
    const before = removing
    const mine = (async () => {
      await before
      await held.ended()
      await work()
    })()
    removing = Promise.allSettled([mine])
    try {
      await mine
    } finally {
      waiting -= 1
    }
  }

  return {
    hold: async (work) => {
      while (waiting > 0) await removing
      return held.run(work)
    },
    alone,
  }
}
