/** The reader's own answers without its thread, which takes a second to start: what crosses is cloned as for a thread. */
import { DatabaseSync } from 'node:sqlite'
import { createReaderAnswers, createBodyWriter } from '../../src/main/conversations/reader/answers.ts'
import type { ReaderAnswers } from '../../src/main/conversations/reader/answers.ts'
import { createDocuments } from '../../src/shared/conversation/document.ts'
import type { Reader } from '../../src/main/conversations/reader/reader.ts'
import { createFind } from '../../src/main/conversations/search/find.ts'

/** Gives a reader of a database's file, with a connection of its own. */
export function createNearReader(databaseFile: string): Reader {
  const database = new DatabaseSync(databaseFile, { readOnly: true })
  const documents = createDocuments(database)
  const bodies = createBodyWriter(databaseFile, documents)
  const answers: ReaderAnswers = createReaderAnswers(documents, bodies, createFind(database))
  return {
    ask: (name, input) => new Promise((resolve) => resolve(structuredClone(answers[name](structuredClone(input))))),
    dispose: () => {
      bodies.close()
      database.close()
      return Promise.resolve()
    },
  }
}
