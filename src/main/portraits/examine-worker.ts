/** Examines files one after the other: each message is one's bytes, and the answer is `Examined` with them. An entry. */
import { parentPort } from 'node:worker_threads'
import { examineImage } from '../../shared/model/image/strip-plan.ts'

parentPort?.on('message', (bytes: Uint8Array<ArrayBuffer>) => {
  const examination = examineImage(bytes)
  parentPort?.postMessage({ bytes, ...examination }, [bytes.buffer])
})
