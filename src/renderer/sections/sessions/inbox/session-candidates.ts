import { useQuery } from '@tanstack/react-query'
import type { AppId, SessionId } from '../../../../shared/ids.ts'
import { limits } from '../../../../shared/model/limits.ts'
import type { SessionSource } from '../../../../shared/schemas/inbox.ts'
import type { SessionCandidate } from '../../../../shared/schemas/session.ts'
import { call, handOver } from '../../../api/call.ts'
import { read } from '../../../api/queries.ts'
import { useProfileTask } from '../../../api/use-command.ts'
import { useTextIdCandidates } from '../../../api/use-text-id-candidates.ts'
import { useLocation } from '../../../state/location-store.ts'
import { useSessionText } from '../../../state/typed-texts-store.ts'
import { useApplications } from '../applications.tsx'

/** Hands files that were chosen or dropped to main, which finds the ids in them. */
export function useFileCandidates() {
  return useProfileTask({
    run: async (files: readonly File[], { profileId }) => {
      const handles = await handOver(files.slice(0, limits.searchedFiles))
      const { fileNames, candidates } = await call('inbox.findIdsInFiles', { handles }, profileId)
      return { candidates, name: fileNames.join(', ').slice(0, limits.sourceName) }
    },
  })
}

export type FileCandidates = ReturnType<typeof useFileCandidates>

export interface Candidate extends SessionCandidate {
  readonly source: SessionSource
}

/**
 * The ids that the watched file proposes for an application, or all of them without an application. Only a person can
 * add them.
 */
export function useWatchedCandidates(appId: AppId | null) {
  const proposed = useQuery(read('inbox.proposed', {})).data ?? []
  const applications = useApplications()
  // The ids of a different application are proposed there; without a page of its own, everywhere.
  const isElsewhere = (id: AppId | null): boolean =>
    id !== appId && applications.some((application) => application.appId === id)
  const shown = proposed.filter((one) => appId === null || !isElsewhere(one.appId))
  const fileNames = [...new Set(shown.map(({ source }) => source.name ?? ''))]
  const name = fileNames.join(', ').slice(0, limits.sourceName)
  return { name, candidates: shown.map((one): Candidate => ({ ...one, source: { kind: 'watch', name } })) }
}

/** Ids in the service's session list that no row has. */
function useListedCandidates(appId: AppId | null): readonly Candidate[] {
  const figures = useQuery({ ...read('session.figures', { appId: appId ?? '' }), enabled: appId !== null }).data
  const unknown = figures?.list?.candidates.filter(({ isKnown }) => !isKnown) ?? []
  return unknown.map((one) => ({ ...one, source: { kind: 'list', name: null } }))
}

/** The ids in the text box, in files, and from the source that the dialog was opened for, each once. */
export function useSessionCandidates({ data: fileCandidates }: FileCandidates, appId: AppId | null) {
  const { text, isPasted } = useSessionText()
  const textCandidates = useTextIdCandidates(text, (searched, scope) =>
    call('inbox.findIds', { text: searched }, scope.profileId),
  )
  const offeredFrom = useLocation('sessions')?.from
  const watchedCandidates = useWatchedCandidates(appId).candidates
  const listed = useListedCandidates(appId)
  const from = (candidates: readonly SessionCandidate[] | null | undefined, source: SessionSource) =>
    (candidates ?? []).map((candidate): Candidate => ({ ...candidate, source }))
  const all = [
    ...(offeredFrom === 'watched-file' ? watchedCandidates : offeredFrom === 'list' ? listed : []),
    ...from(fileCandidates?.candidates, { kind: 'file', name: fileCandidates?.name ?? null }),
    ...from(textCandidates.found, { kind: isPasted ? 'paste' : 'typed', name: null }),
  ]
  const candidates = [...new Map(all.toReversed().map((one) => [one.sessionId, one])).values()].toReversed()
  return { text, isPasted, textCandidates, candidates }
}

interface Addition {
  readonly candidates: readonly Candidate[]
  readonly selected: readonly SessionId[]
  readonly appId: AppId | null
}

interface AddedSessions {
  readonly added: number
  /** How many of the selected sessions were listed before. */
  readonly known: number
}

/** Adds the selected candidates, grouped by source. `onAdded` is also called when the dialog was closed. */
export function useAddSessions(onAdded: (added: AddedSessions) => void) {
  return useProfileTask<Addition, AddedSessions>({
    onAnswer: onAdded,
    run: async ({ candidates, selected, appId }: Addition, { profileId }) => {
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
        const labels: Record<SessionId, string> = {}
        for (const { sessionId, label } of group) if (label !== undefined) labels[sessionId] = label
        const addition = { sessionIds, labels, appId, source: first.source }
        added += (await call('inbox.add', addition, profileId)).added
      }
      return { added, known: selected.length - added }
    },
  })
}
