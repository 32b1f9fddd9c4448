/**
 * Recognises an id as one of this profile's conversations, tasks, applications or sessions, because people confuse
 * them.
 */
import { jobName } from '../../../shared/model/job-name.ts'
import { conversationId as conversationIdSchema } from '../../../shared/schemas/ids.ts'
import type { RecognisedId } from '../../../shared/schemas/inbox.ts'
import type { Profile } from '../../../shared/schemas/profile.ts'
import type { SessionCandidate } from '../../../shared/schemas/session.ts'
import { isListed } from '../../context/open-profile.ts'
import type { Repositories } from '../../store/repositories.ts'

type Stores = Pick<Repositories, 'jobs' | 'library' | 'knownSessions'>

/** The format of conversation, task and application ids. Source: `service-api.md §Ids, shapes and media`. */
const otherForm = /^\d{17,20}$/

/** Looks up many ids together; the returned function says what an id looks like instead of a session, or null. */
export function createLikeness({ jobs, library }: Stores, profile: Profile, ids: readonly string[]) {
  const tasks = jobs.tasks(profile.id, ids)
  const conversations = library.known(profile.id, ids)
  return (id: string): NonNullable<SessionCandidate['looksLike']> | null => {
    if (isListed(profile, id)) return 'application'
    if (tasks.has(id)) return 'task'
    if (conversations.has(id)) return 'conversation'
    return otherForm.test(id) ? 'digits' : null
  }
}

/** All known meanings of an id in the profile; several where ids of two kinds are equal. */
export function recognise({ jobs, library, knownSessions }: Stores, profile: Profile, id: string): RecognisedId[] {
  const recognised: RecognisedId[] = []
  const application = profile.applications.find(({ appId }) => appId === id)
  if (application !== undefined) recognised.push({ kind: 'application', name: application.label })
  const job = jobs.ofTask(profile.id, id)
  if (job !== null)
    recognised.push({ kind: 'task', name: jobName(job), conversationId: job.result?.conversationId ?? null })
  const conversationId = conversationIdSchema.safeParse(id)
  const entry = conversationId.success
    ? library.entry({ profileId: profile.id, conversationId: conversationId.data })
    : null
  if (entry !== null) recognised.push({ kind: 'conversation', name: entry.name ?? '' })
  const session = [...knownSessions.known(profile.id, [id])].length > 0
  if (session) recognised.push({ kind: 'session', name: '' })
  return recognised
}
