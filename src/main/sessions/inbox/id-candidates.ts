/** The session ids in what an operator hands over, shown before they are added. */
import type { FoundId } from '../../../shared/model/find-ids.ts'
import { sessionId } from '../../../shared/schemas/ids.ts'
import type { SessionCandidate } from '../../../shared/schemas/session.ts'
import type { HandlersOf } from '../../ipc/handlers.ts'
import type { HandedFiles } from '../../files/handed-files.ts'
import { createHandedTexts } from '../../files/handed-files.ts'
import { isListed, requireOpen } from '../../context/open-profile.ts'
import type { ProfileContext } from '../../context/profile-context.ts'

/** Finds the session ids of a text of up to megabytes, on another thread. */
export type FindSessionIds = (text: string) => Promise<readonly FoundId[]>

const maxCandidates = 10_000

export function createIdCandidates(
  { current, repositories }: ProfileContext,
  find: FindSessionIds,
  files: Pick<HandedFiles, 'open'>,
): HandlersOf<'inbox.findIds' | 'inbox.findIdsInFiles'> {
  const readTexts = createHandedTexts(files)
  const candidatesOf = (found: readonly FoundId[]): SessionCandidate[] => {
    const { profile } = requireOpen(current)
    const among = repositories.knownSessions.known(
      profile.id,
      found.map(({ id }) => id),
    )
    return found.slice(0, maxCandidates).map(({ id, isLikely }) => ({
      sessionId: sessionId.parse(id),
      isLikely: isLikely && !isListed(profile, id),
      isKnown: among.has(id),
    }))
  }

  return {
    'inbox.findIds': async ({ text }) => {
      requireOpen(current)
      return candidatesOf(await find(text))
    },
    'inbox.findIdsInFiles': async ({ handles }) => {
      requireOpen(current)
      const fileNames: string[] = []
      const likely = new Map<string, boolean>()
      for await (const { fileName, text } of readTexts(handles)) {
        fileNames.push(fileName)
        for (const { id, isLikely } of await find(text)) likely.set(id, isLikely || likely.get(id) === true)
      }
      return {
        fileNames,
        candidates: candidatesOf([...likely].map(([id, isLikely]) => ({ id, isLikely }))),
      }
    },
  }
}
