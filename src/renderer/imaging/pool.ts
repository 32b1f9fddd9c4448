/**
 * A few workers that are started when there is work and ended when there has been none for a while. One order per worker
 * at a time, so the number of workers is the number of images that are decoded at once.
 */

/** A worker as the pool sees it; `worker-port.ts` makes one of a real worker. */
export interface Port<Order, Answer> {
  readonly send: (order: Order) => void
  readonly onAnswer: (listener: (answer: Answer) => void) => void
  /** Hears that the worker ended by itself; it answers no more. */
  readonly onCrash: (listener: () => void) => void
  readonly terminate: () => void
}

/** What a pool is made of. */
export interface PoolOptions<Kind, Order, Answer> {
  /** Starts a worker that takes orders of a kind. */
  readonly start: (kind: Kind) => Port<Order, Answer>
  readonly size: number
  /** How long a worker without work is kept. */
  readonly idleMs: number
  /** How long an order may take before its worker is ended. */
  readonly orderMs: number
}

/** One order's place in the pool. */
export interface PoolJobOptions<Kind> {
  readonly kind: Kind
  /** The lowest number goes first; among equals the one that came first. */
  readonly priority: number
  /** How many of the pool's places it takes, for its memory; as many as there are means alone. Usually 1. */
  readonly places: number
  readonly signal: AbortSignal
}

/** Takes orders. A promise rejects with the signal's reason, or with a `WorkerFailure`. */
export interface Pool<Kind, Order, Answer> {
  readonly run: (order: Order, errand: PoolJobOptions<Kind>) => Promise<Answer>
}

/** The order's worker ended, or was ended because it took too long. The next order gets a new one. */
export class WorkerFailure extends Error {
  readonly reason: 'crashed' | 'too-slow'

  constructor(reason: 'crashed' | 'too-slow') {
    super(`worker ${reason}`)
    this.reason = reason
  }
}

interface Waiting<Kind, Order, Answer> extends PoolJobOptions<Kind> {
  readonly order: Order
  readonly resolve: (answer: Answer) => void
  readonly reject: (reason: unknown) => void
  /** Whose worker carries it out; null while it waits. */
  slot: Slot<Kind, Order, Answer> | null
}

interface Slot<Kind, Order, Answer> {
  readonly kind: Kind
  readonly port: Port<Order, Answer>
  /** The order under way; null while the worker is idle. */
  current: Waiting<Kind, Order, Answer> | null
  timer: ReturnType<typeof setTimeout> | undefined
}

/** Makes a pool; starts nothing yet. */
export function createPool<Kind, Order, Answer>(options: PoolOptions<Kind, Order, Answer>): Pool<Kind, Order, Answer> {
  type OneSlot = Slot<Kind, Order, Answer>
  type OneWaiting = Waiting<Kind, Order, Answer>
  const slots = new Set<OneSlot>()
  let queue: readonly OneWaiting[] = []

  function end(slot: OneSlot): void {
    clearTimeout(slot.timer)
    slots.delete(slot)
    slot.port.terminate()
  }

  function fail(slot: OneSlot, reason: unknown): void {
    end(slot)
    slot.current?.reject(reason)
    next()
  }

  function started(kind: Kind): OneSlot {
    const slot: OneSlot = { kind, port: options.start(kind), current: null, timer: undefined }
    slot.port.onAnswer((answer) => {
      const done = slot.current
      clearTimeout(slot.timer)
      slot.current = null
      slot.timer = setTimeout(end, options.idleMs, slot)
      done?.resolve(answer)
      next()
    })
    slot.port.onCrash(() => {
      if (slots.has(slot)) fail(slot, new WorkerFailure('crashed'))
    })
    slots.add(slot)
    return slot
  }

  /** A worker without work: of this kind, or a new one in the place of one of another kind; null when all are busy. */
  function free(kind: Kind): OneSlot | null {
    const idle = [...slots].filter(({ current }) => current === null)
    const ready = idle.find((slot) => slot.kind === kind)
    if (ready !== undefined) return ready
    if (slots.size >= options.size) {
      const [other] = idle
      if (other === undefined) return null
      end(other)
    }
    return started(kind)
  }

  function give(slot: OneSlot, waiting: OneWaiting): void {
    clearTimeout(slot.timer)
    slot.timer = setTimeout(fail, options.orderMs, slot, new WorkerFailure('too-slow'))
    slot.current = waiting
    waiting.slot = slot
    slot.port.send(waiting.order)
  }

  function next(): void {
    const first = queue.toSorted((a, b) => a.priority - b.priority)[0]
    const accepted = [...slots].reduce((sum, { current }) => sum + (current?.places ?? 0), 0)
    // What does not fit yet is waited for, not overtaken: else a large image would wait for ever.
    if (first === undefined || accepted + first.places > options.size) return
    const slot = free(first.kind)
    if (slot === null) return
    queue = queue.filter((waiting) => waiting !== first)
    give(slot, first)
    next()
  }

  function cancel(waiting: OneWaiting): void {
    const { slot, signal, reject } = waiting
    queue = queue.filter((other) => other !== waiting)
    if (slot === null) reject(signal.reason)
    else fail(slot, signal.reason)
  }

  function run(order: Order, errand: PoolJobOptions<Kind>): Promise<Answer> {
    const { signal } = errand
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const waiting: OneWaiting = { ...errand, order, resolve, reject, slot: null }
    const onAbort = (): void => {
      cancel(waiting)
    }
    if (signal.aborted) {
      reject(signal.reason)
      return promise
    }
    signal.addEventListener('abort', onAbort)
    queue = [...queue, waiting]
    next()
    return promise.finally(() => {
      signal.removeEventListener('abort', onAbort)
    })
  }

  return { run }
}
