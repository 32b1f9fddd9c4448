import type { Port } from './pool.ts'

/** A real worker as a pool's port. What it answers is taken for what its script sends. */
export function workerPort<Order, Answer>(worker: Worker): Port<Order, Answer> {
  return {
    send: (order) => {
      worker.postMessage(order)
    },
    onAnswer: (listener) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
        listener(data)
      })
    },
    onCrash: (listener) => {
      worker.addEventListener('error', listener)
      worker.addEventListener('messageerror', listener)
    },
    terminate: () => {
      worker.terminate()
    },
  }
}
