/** A pool of workers that start on demand and are terminated when idle. Each worker processes one order at a time. */
import { ImageJobFailure } from './image-messages.ts'

type WorkerFor<Order> = Omit<Worker, 'postMessage'> & {
  readonly postMessage: (order: Order, options: { readonly transfer: Transferable[] }) => void
}

export interface PoolOptions<Kind, Order> {
  /** Starts a worker that answers each order of a kind with one message. */
  readonly start: (kind: Kind) => WorkerFor<Order>
  readonly size: number
  /** How long a worker without work is kept. */
  readonly idleMs: number
  /** How long an order can take before its worker is terminated. */
  readonly orderMs: number
}

export interface PoolJobOptions<Kind> {
  readonly kind: Kind
  /** The lowest number runs first; equal numbers run in order of arrival. */
  readonly priority: number
  /** How many of the pool's places the job takes because of its memory. A job with all places runs alone. Usually 1. */
  readonly workerCount: number
  readonly signal: AbortSignal
  /** The parts of the order that are transferred instead of copied. */
  readonly transfer?: Transferable[]
}

interface Waiting<Kind, Order, Answer> extends PoolJobOptions<Kind>, PromiseWithResolvers<Answer> {
  readonly order: Order
  /** The slot whose worker processes the order; null while the order waits. */
  slot: Slot<Kind, Order, Answer> | null
}

interface Slot<Kind, Order, Answer> {
  readonly kind: Kind
  readonly worker: WorkerFor<Order>
  /** The order in flight; null while the worker is idle. */
  current: Waiting<Kind, Order, Answer> | null
  timer: ReturnType<typeof setTimeout> | undefined
}

/** Creates a pool without starting a worker. */
export function createPool<Kind, Order, Answer>(options: PoolOptions<Kind, Order>) {
  type OneSlot = Slot<Kind, Order, Answer>
  type OneWaiting = Waiting<Kind, Order, Answer>
  const slots = new Set<OneSlot>()
  let queue: readonly OneWaiting[] = []

  function end(slot: OneSlot): void {
    clearTimeout(slot.timer)
    slots.delete(slot)
    slot.worker.terminate()
  }

  function fail(slot: OneSlot, reason: unknown): void {
    end(slot)
    slot.current?.reject(reason)
    next()
  }

  function started(kind: Kind): OneSlot {
    const worker = options.start(kind)
    const slot: OneSlot = { kind, worker, current: null, timer: undefined }
    // The type is asserted at this boundary: the worker's script sends these answers.
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      const done = slot.current
      clearTimeout(slot.timer)
      slot.current = null
      slot.timer = setTimeout(end, options.idleMs, slot)
      done?.resolve(data)
      next()
    })
    for (const event of ['error', 'messageerror'])
      worker.addEventListener(event, () => {
        if (slots.has(slot)) fail(slot, new ImageJobFailure('crashed'))
      })
    slots.add(slot)
    return slot
  }

  /**
   * An idle worker of this kind, or a new worker, which can replace an idle worker of a different kind; null when all
   * are busy.
   */
  function idleSlot(kind: Kind): OneSlot | null {
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

  function next(): void {
    const first = queue.toSorted((a, b) => a.priority - b.priority)[0]
    const accepted = [...slots].reduce((sum, { current }) => sum + (current?.workerCount ?? 0), 0)
    // The first order is not overtaken when it does not fit yet: otherwise a large image would wait forever.
    if (first === undefined || accepted + first.workerCount > options.size) return
    const slot = idleSlot(first.kind)
    if (slot === null) return
    queue = queue.filter((waiting) => waiting !== first)
    clearTimeout(slot.timer)
    slot.timer = setTimeout(fail, options.orderMs, slot, new ImageJobFailure('too-slow'))
    slot.current = first
    first.slot = slot
    slot.worker.postMessage(first.order, { transfer: first.transfer ?? [] })
    next()
  }

  return {
    /**
     * Rejects with the signal's reason, or with an `ImageJobFailure` when its worker crashed or was terminated as too
     * slow.
     */
    run: async (order: Order, job: PoolJobOptions<Kind>): Promise<Answer> => {
      const { signal } = job
      signal.throwIfAborted()
      const waiting: OneWaiting = { ...job, ...Promise.withResolvers<Answer>(), order, slot: null }
      const cancel = (): void => {
        queue = queue.filter((other) => other !== waiting)
        if (waiting.slot === null) waiting.reject(signal.reason)
        else fail(waiting.slot, signal.reason)
      }
      signal.addEventListener('abort', cancel)
      queue = [...queue, waiting]
      next()
      return waiting.promise.finally(() => signal.removeEventListener('abort', cancel))
    },
  }
}
