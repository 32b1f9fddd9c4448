import type { AppId, ProfileId, SessionId } from '../../../../shared/ids.ts'
import type { SessionSource } from '../../../../shared/schemas/inbox.ts'
import type { SessionCandidate } from '../../../../shared/schemas/session.ts'
import { call } from '../../../api/call.ts'
import { useProfileTask } from '../../../api/use-command.ts'
import { useTextIdCandidates } from '../../../api/use-text-id-candidates.ts'
import { useInboxText, useOfferedSessions } from '../../../state/inbox-view-store.ts'
import type { FileCandidates } from './use-file-candidates.ts'

/** An id that was found, and where. */
export interface Candidate extends SessionCandidate {
  readonly source: SessionSource
}

/** The result of adding candidates. */
export interface Added {
  readonly added: number
  readonly known: number
}

const from = (candidates: readonly SessionCandidate[] | null, source: SessionSource): readonly Candidate[] =>
  (candidates ?? []).map((candidate) => ({ ...candidate, source }))

/** The ids in the text of the box, in files and in a reading of the list, each once. */
export function useSessionCandidates(profileId: ProfileId, { found: inFiles }: FileCandidates) {
  const { text, isPasted } = useInboxText(profileId)
  const inText = useTextIdCandidates(text, (searched, scope) =>
    call('inbox.findIds', { text: searched }, scope.profileId),
  )
  const offered = useOfferedSessions(profileId)
  const all = [
    ...(offered === null ? [] : from(offered.candidates, offered.source)),
    ...(inFiles === null ? [] : from(inFiles.candidates, { kind: 'file', name: inFiles.name })),
    ...from(inText.found, { kind: isPasted ? 'paste' : 'typed', name: null }),
  ]
  const candidates = [...new Map(all.toReversed().map((one) => [one.sessionId, one])).values()].toReversed()
  return { text, isPasted, inText, candidates }
}

interface Addition {
  readonly candidates: readonly Candidate[]
  readonly selected: readonly SessionId[]
  readonly appId: AppId | null
}

/** Adds the selected candidates, those of one source together. */
export function useAddSessions() {
  return useProfileTask({
    run: async ({ candidates, selected, appId }: Addition, { profileId }): Promise<Added> => {
      const isSelected = new Set(selected)
      const groups = Map.groupBy(
        candidates.filter(({ sessionId }) => isSelected.has(sessionId)),
        ({ source }) => source.kind,
      )
      let added = 0
      for (const group of groups.values()) {
        const [first] = group
        if (first === undefined) continue
        const sessionIds = group.map(({ sessionId }) => sessionId)
        added += (await call('inbox.add', { sessionIds, appId, source: first.source }, profileId)).added
      }
      return { added, known: selected.length - added }
    },
  })
}
