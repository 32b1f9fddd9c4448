/** The reader's thread: answers one request after the other. An entry. */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { FailureError } from '../../../shared/failure.ts'
import { createFind } from '../search/find.ts'
import { createReaderAnswers, createBodyWriter } from './answers.ts'
import { createDocuments } from '../document.ts'
import type { ReaderReply, ReaderTask } from './reader.ts'
import type { ReaderAnswers, ReaderInput, ReaderRequest } from './answers.ts'

// The boundary: this thread is started by `reader.ts` alone.
const databaseFile = workerData as string

const database = new DatabaseSync(databaseFile, { readOnly: true, timeout: 2_000 })
const documents = createDocuments(database)
const answers: ReaderAnswers = createReaderAnswers(
  documents,
  createBodyWriter(databaseFile, documents),
  createFind(database),
)

function answered<Name extends ReaderRequest>(name: Name, input: ReaderInput<Name>): unknown {
  return answers[name](input)
}

function failed(id: number, error: unknown): ReaderReply {
  if (error instanceof FailureError) return { id, failure: error.failure }
  return { id, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

parentPort?.on('message', ({ id, name, input }: ReaderTask) => {
  try {
    parentPort?.postMessage({ id, output: answered(name, input) } satisfies ReaderReply)
  } catch (error) {
    parentPort?.postMessage(failed(id, error))
  }
})
