/** Examines files one after the other: each message is one's bytes, and its answer the `Examination`. An entry. */
import { parentPort } from 'node:worker_threads'
import { examineNow } from './examination.ts'

parentPort?.on('message', (bytes: Uint8Array) => {
  parentPort?.postMessage(examineNow(bytes))
})
