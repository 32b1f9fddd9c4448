/** A journal on a real database, with its handlers. */
import { createActivityHandlers } from '../../../src/main/activity/handlers.ts'
import { createJournal } from '../../../src/main/context/journal.ts'
import type { NewActivity } from '../../../src/main/context/journal.ts'
import { createActivityRepository } from '../../../src/main/store/activity-repository.ts'
import type { ActivityFilter } from '../../../src/shared/schemas/activity.ts'
import { profileId } from '../../../src/shared/schemas/ids.ts'
import { setStage } from '../../support/subjects.ts'

/** An entry of the open profile. */
export const entry: NewActivity = {
  profile: { id: profileId.parse('p1'), name: 'Main hall' },
  action: 'session.closeAll',
  target: 'lobby',
  outcome: 'done',
  facts: { countBefore: 12, message: null },
}

/** A filter that matches everything. */
export const everything: ActivityFilter = {
  search: '',
  actions: [],
  outcomes: [],
  scope: 'all',
  from: null,
  to: null,
}

/** A journal and its handlers; exports are collected by file name. */
export function setJournal() {
  const stage = setStage()
  const files = new Map<string, string>()
  const saveFile = async (name: string, text: AsyncIterable<string>): Promise<string | null> => {
    let whole = ''
    for await (const piece of text) whole += piece
    files.set(name, whole)
    return name
  }
  const repositories = { ...stage.repositories, activity: createActivityRepository(stage.database) }
  const handlers = createActivityHandlers({ ...stage, repositories, saveFile })
  const context = { windowId: 1 }
  const findBy =
    (by: typeof handlers) =>
    async (filter: Partial<ActivityFilter>, limit = 200) =>
      by['activity.list']({ limit, filter: { ...everything, ...filter } }, context)
  return {
    ...stage,
    files,
    handlersWith: (save: typeof saveFile) => createActivityHandlers({ ...stage, repositories, saveFile: save }),
    find: findBy(handlers),
    /** Starts a second run of the program on the same database. */
    restart: () => {
      const repository = createActivityRepository(stage.database)
      const journal = createJournal(stage, repository, 'ada')
      return { journal, find: findBy(createActivityHandlers({ ...stage, repositories, journal, saveFile })) }
    },
    exported: async (form: 'csv' | 'json', filter: Partial<ActivityFilter> = {}) => {
      const { fileName } = await handlers['activity.export']({ form, filter: { ...everything, ...filter } }, context)
      return files.get(fileName ?? '') ?? ''
    },
    verify: async () => handlers['activity.verify']({}, context),
    /** Changes the table like a person who has the file and knows about the triggers. */
    tamper: (sql: string) => {
      stage.database.exec('DROP TRIGGER IF EXISTS activity_is_never_changed')
      stage.database.exec('DROP TRIGGER IF EXISTS activity_is_never_removed')
      stage.database.exec(sql)
    },
  }
}
