/** The labels that operators gave to the applications and sessions of which the journal has the ids, and the names of conversations. */
import type { ActivityEntry } from '../../shared/schemas/activity.ts'
import { namesOfWord, searchWords } from '../../shared/model/search-words.ts'
import { profileId, sessionId } from '../../shared/schemas/ids.ts'
import type { AppContext } from '../context/app-context.ts'
import { labelOf } from '../context/open-profile.ts'
import type { CurrentProfile } from '../context/open-profile.ts'
import type { SoughtActivity } from '../store/activity-repository.ts'

type WordNames = NonNullable<SoughtActivity['wordNames']>

interface LabelContext extends Pick<AppContext, 'findProfile'> {
  readonly repositories: Pick<AppContext['repositories'], 'knownSessions'>
  readonly current: CurrentProfile
}

export interface TargetLabels {
  /** The label of what an entry is about; "" without one. */
  readonly of: (entry: ActivityEntry) => string
  /** The names of each word of a search, and the ids whose label in the open profile holds the word. */
  readonly addTo: (wordNames: WordNames, search: string) => WordNames
}

// More labels than this with the same word say little about what is sought.
const maxLabelled = 500

const isAboutSession = ({ action }: ActivityEntry): boolean =>
  action.startsWith('session.') || action.startsWith('inbox.')

const isAboutConversation = ({ action }: ActivityEntry): boolean => action.startsWith('conversation.')

/** Failures of all: storage. */
export function createTargetLabels({ findProfile, repositories, current }: LabelContext): TargetLabels {
  const { knownSessions } = repositories

  const labelled = (): readonly { readonly id: string; readonly label: string }[] => {
    const profile = current()?.profile
    if (profile === undefined) return []
    const applications = profile.applications.map(({ appId, label }) => ({ id: appId, label }))
    return [...applications, ...knownSessions.labelled(profile.id)]
  }

  return {
    of: (entry) => {
      if (entry.profileId === null || entry.target === '') return ''
      if (isAboutConversation(entry)) return entry.facts.name ?? ''
      const id = profileId.parse(entry.profileId)
      const profile = findProfile(id)
      const label = profile === null ? '' : labelOf(profile, entry.target)
      if (label !== '' || !isAboutSession(entry)) return label
      return knownSessions.find(id, sessionId.parse(entry.target))?.label ?? ''
    },
    addTo: (wordNames, search) => {
      const words = searchWords(search.toLowerCase())
      if (words.length === 0) return wordNames
      const all = labelled()
      const named = words.map((word) => {
        const ids = all.filter(({ label }) => label.toLowerCase().includes(word)).map(({ id }) => id)
        return [word, [...namesOfWord(wordNames, word), ...ids.slice(0, maxLabelled)]] satisfies [string, string[]]
      })
      return Object.fromEntries(named)
    },
  }
}
