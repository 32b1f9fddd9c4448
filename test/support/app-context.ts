/** The main process’s app context, built for a test. */
import type { AppContext } from '../../src/main/context/app-context.ts'
import { createRepositories } from '../../src/main/store/repositories.ts'

const unused = (name: string) => (): never => {
  throw new Error(`${name} is not given in this test`)
}

type Given = Pick<AppContext, 'database' | 'journal' | 'clock' | 'randomId' | 'log' | 'person' | 'emit'>

/** A context with the parts that the test provides; using any other part throws. */
export function appContextOf(
  { database, journal, clock, randomId, log, person, emit }: Given,
  own: Partial<AppContext> = {},
): AppContext {
  return {
    dataFolder: '',
    database,
    journal,
    clock,
    randomId,
    log,
    person,
    emit,
    repositories: own.repositories ?? createRepositories(database, log),
    settings: {
      quarantinedAs: null,
      read: unused('settings'),
      write: unused('settings'),
      ended: unused('settings'),
    },
    submissions: {
      read: unused('submissions'),
      sending: unused('submissions'),
      accepted: unused('submissions'),
      notCreated: unused('submissions'),
      erase: unused('submissions'),
    },
    random: () => 0.5,
    saveFile: unused('saveFile'),
    findProfile: () => null,
    ...own,
  }
}
