import { FailureError } from '../../shared/failure.ts'
import { activityActionNames, activityActions } from '../../shared/model/activity-actions.ts'
import type { ActivityCheck, ActivityFilter } from '../../shared/schemas/activity.ts'
import type { AppContext } from '../context/app-context.ts'
import type { HandlersUnder } from '../ipc/handlers.ts'
import { dayStamp } from '../lib/files.ts'
import type { CurrentProfile } from '../context/open-profile.ts'
import type { ActivityQuery } from '../store/activity-repository.ts'
import { activityText } from './activity-export.ts'
import type { ActivityForm } from './activity-export.ts'
import { createActivityReader } from './activity-reader.ts'
import type { NewActivity } from '../context/journal.ts'
import { createTargetLabels } from './target-labels.ts'
import { verifyChain } from './verify-chain.ts'

interface ActivityContext extends Pick<AppContext, 'journal' | 'clock' | 'findProfile' | 'emit'> {
  readonly repositories: Pick<AppContext['repositories'], 'activity' | 'knownSessions' | 'jobs'>
  readonly current: CurrentProfile
  readonly saveFile: (suggestedName: string, text: AsyncIterable<string>) => Promise<string | null>
}

function verified({ entries, problem, lastHash }: ActivityCheck): Omit<NewActivity, 'profile'> {
  return {
    action: 'activity.verified',
    target: lastHash,
    outcome: problem === null ? 'done' : 'failed',
    facts: { entries, problem: problem?.kind ?? null, entryId: problem?.entryId ?? null },
  }
}

// As many as anybody reads again.
const maxNotices = 50

const notices: Omit<ActivityQuery, 'scope'> = {
  search: '',
  actions: activityActionNames.filter((action) => activityActions[action].isResult),
  outcomes: [],
  from: null,
  to: null,
  foldsBatches: true,
}

/** Failures: storage; those of `saveFile`. */
export function createActivityHandlers(
  context: ActivityContext,
): Omit<HandlersUnder<'activity'>, 'activity.saveEvidence'> {
  const { journal, current, saveFile, clock } = context
  const repository = context.repositories.activity
  const labels = createTargetLabels(context)
  const reader = createActivityReader(repository, { isInProgress: journal.isInProgress, labelOf: labels.of })

  const profile = (): NewActivity['profile'] => current()?.profile ?? { id: null, name: null }
  const queryOf = ({ scope, wordNames = {}, ...conditions }: ActivityFilter): ActivityQuery => ({
    ...conditions,
    wordNames: labels.addTo(wordNames, conditions.search),
    scope: scope === 'all' ? scope : { profileId: profile().id },
  })

  const exportAs = async (form: ActivityForm, filter: ActivityFilter): Promise<string | null> => {
    const at = clock.now()
    // The profile is read now, because a different profile might be open when the file is written.
    const entry = { profile: profile(), action: 'activity.exported' as const }
    const ids = await reader.findEntries(queryOf(filter))
    const facts = { copy: form, entries: ids.length }
    const suggested = `activity-${dayStamp(at)}.${form}`
    try {
      const fileName = await saveFile(suggested, activityText(repository, { form, ids, filter, at }))
      if (fileName !== null) journal.noteAfter({ ...entry, target: fileName, outcome: 'done', facts })
      return fileName
    } catch (error) {
      const failure = error instanceof FailureError ? error.failure : null
      journal.noteAfter({ ...entry, target: suggested, outcome: 'failed', facts, failure })
      throw error
    }
  }

  return {
    'activity.list': ({ filter, limit }) => reader.list(queryOf(filter), limit),
    'activity.notices': async () => {
      const { id } = profile()
      const { rows } = await reader.list({ ...notices, scope: { profileId: id } }, maxNotices)
      return { rows, seenId: id === null ? 0 : repository.seenNotice(id) }
    },
    'activity.seeNotices': ({ upTo }) => {
      const { id } = profile()
      if (id !== null) repository.seeNotices(id, upTo)
      context.emit('activity.added', {})
    },
    'activity.addNote': ({ note }) => {
      journal.add({ profile: profile(), action: 'note.added', target: '', outcome: 'done', facts: { note } })
    },
    'activity.export': async ({ form, filter }) => ({ fileName: await exportAs(form, filter) }),
    'activity.verify': async () => {
      const asking = profile()
      const check = await verifyChain(repository, clock)
      journal.noteAfter({ profile: asking, ...verified(check) })
      return check
    },
  }
}
