/** Labels of the applications and sessions whose ids are in the journal; names of conversations and avatars. */
import type { JobId } from '../../shared/ids.ts'
import type { ActivityEntry } from '../../shared/schemas/activity.ts'
import { jobName } from '../../shared/model/job-name.ts'
import { namesOfWord, searchWords } from '../../shared/model/search-words.ts'
import { profileId, sessionId } from '../../shared/schemas/ids.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { AppContext } from '../context/app-context.ts'
import { labelOf } from '../context/open-profile.ts'
import type { CurrentProfile } from '../context/open-profile.ts'
import type { ActivityQuery } from '../store/activity-repository.ts'

type WordNames = NonNullable<ActivityQuery['wordNames']>

interface LabelContext extends Pick<AppContext, 'findProfile'> {
  readonly repositories: Pick<AppContext['repositories'], 'knownSessions' | 'jobs'>
  readonly current: CurrentProfile
}

export interface TargetLabels {
  /** The label of the target of an entry; "" without a label. */
  readonly of: (entry: ActivityEntry) => string
  /** The names of each word of a search, and the targets whose label in the open profile contains the word. */
  readonly addTo: (wordNames: WordNames, search: string) => WordNames
}

// More labels than this with the same word would not narrow a search.
const maxLabelled = 500

const isAboutSession = ({ action }: ActivityEntry): boolean =>
  action.startsWith('session.') || action.startsWith('inbox.')

const isAboutConversation = ({ action }: ActivityEntry): boolean => action.startsWith('conversation.')

/** Failures of all: storage. */
export function createTargetLabels({ findProfile, repositories, current }: LabelContext): TargetLabels {
  const { knownSessions, jobs } = repositories

  const labelled = (profile: Profile): readonly { readonly id: string; readonly label: string }[] => {
    const applications = profile.applications.map(({ appId, label }) => ({ id: appId, label }))
    return [...applications, ...knownSessions.labelled(profile.id)]
  }

  // Read from the job, because the journal itself has only the name of the file: text that was written for avatars must
  // not stay after their profile is deleted.
  const avatarName = (id: JobId): string => {
    const job = jobs.find(id)
    return job === null ? '' : jobName(job)
  }

  return {
    of: (entry) => {
      if (entry.profileId === null || entry.target === '') return ''
      if (entry.facts.jobId !== undefined) return avatarName(entry.facts.jobId)
      if (isAboutConversation(entry)) return entry.facts.name ?? ''
      const id = profileId.parse(entry.profileId)
      const profile = findProfile(id)
      const label = profile === null ? '' : labelOf(profile, entry.target)
      if (label !== '' || !isAboutSession(entry)) return label
      // The target can also be a file or a profile, whose name no session can have.
      const session = sessionId.safeParse(entry.target)
      return session.success ? (knownSessions.find(id, session.data)?.label ?? '') : ''
    },
    addTo: (wordNames, search) => {
      const words = searchWords(search.toLowerCase())
      const open = current()?.profile
      if (words.length === 0 || open === undefined) return wordNames
      const all = labelled(open)
      const named = words.map((word) => {
        const ids = all.filter(({ label }) => label.toLowerCase().includes(word)).map(({ id }) => id)
        const files = jobs.fileNames(open.id, word, maxLabelled)
        return [word, [...namesOfWord(wordNames, word), ...ids.slice(0, maxLabelled), ...files]] satisfies [
          string,
          string[],
        ]
      })
      return Object.fromEntries(named)
    },
  }
}
