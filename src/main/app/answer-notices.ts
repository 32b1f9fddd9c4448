/**
 * The notices of changed answers, one line for each profile, from the first change until someone dismisses the line.
 */
import type { ProfileId } from '../../shared/ids.ts'
import type { Notice } from '../../shared/schemas/app.ts'
import type { Clock } from '../lib/clock.ts'
import type { ShapesRepository } from '../store/shapes-repository.ts'

export interface AnswerNotices {
  readonly list: () => readonly Notice[]
  /** Call when changes of a profile's answers were stored or removed. Failures: storage. */
  readonly changed: (id: ProfileId) => void
  /** Accepts any notice id and ignores ids of other notices. Failures: storage; the notice is then still listed. */
  readonly dismiss: (noticeId: string) => void
}

const noticeIdOf = (id: ProfileId): string => `answers-${id}`

export function createAnswerNotices(
  repository: Pick<ShapesRepository, 'unseen' | 'seen'>,
  clock: Pick<Clock, 'now'>,
  /** The profiles at this start. */
  profiles: readonly ProfileId[],
): AnswerNotices {
  const notices = new Map<ProfileId, Notice>()
  const changed = (profileId: ProfileId): void => {
    const unseen = repository.unseen(profileId)
    const changes = unseen.flatMap(({ changes }) => changes)
    const [first] = unseen
    if (first === undefined || changes.length === 0) {
      notices.delete(profileId)
      return
    }
    notices.set(profileId, {
      id: noticeIdOf(profileId),
      kind: 'answers-changed',
      profileId,
      since: first.at,
      operations: [...new Set(unseen.map(({ operation }) => operation))],
      count: changes.length,
      only: changes.length === 1 ? (changes[0] ?? null) : null,
    })
  }
  for (const id of profiles) changed(id)
  return {
    list: () => [...notices.values()],
    changed,
    dismiss: (noticeId) => {
      for (const profileId of notices.keys()) {
        if (noticeIdOf(profileId) !== noticeId) continue
        repository.seen(profileId, clock.now())
        notices.delete(profileId)
      }
    },
  }
}
