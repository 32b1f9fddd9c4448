import type { ConversationId } from '../../../../shared/ids.ts'
import type { IdCandidate } from '../../../../shared/schemas/library.ts'
import { call, handOver } from '../../../api/call.ts'
import type { ProfileScope } from '../../../api/shown-profile.ts'
import { useProfileTask } from '../../../api/use-command.ts'
import { useTextIdCandidates } from '../../../api/use-text-id-candidates.ts'
import type { TextIdCandidates } from '../../../api/use-text-id-candidates.ts'
import { useSelection } from '../../../ui/use-selection.ts'
import type { Selection } from '../../../ui/use-selection.ts'

/** The ids that main finds in a text, and which of them are ticked. */
export type IdCandidates = TextIdCandidates<IdCandidate> & Selection<IdCandidate, ConversationId>

const nothing: readonly IdCandidate[] = []
const idOf = ({ conversationId }: IdCandidate): ConversationId => conversationId

async function idsOf(file: File, { profileId }: ProfileScope) {
  const [handed] = await handOver([file])
  if (handed === undefined) throw new Error('nothing was handed over')
  return call('library.findIdsInFile', { handle: handed.handle }, profileId)
}

/** Main finds the ids in a text file: one of any size must not come into the page. */
export function useIdsOfFile() {
  return useProfileTask({ run: idsOf })
}

export type IdsOfFile = ReturnType<typeof useIdsOfFile>

/**
 * The ids of the file, or else of the text each time it rests. What is in the library already needs no tick to stay
 * there; a tick reads it anew.
 */
export function useIdCandidates(text: string, file: IdsOfFile): IdCandidates {
  const typed = useTextIdCandidates(file.data === undefined ? text : '', (searched, { profileId }) =>
    call('library.findIds', { text: searched }, profileId),
  )
  const found = file.data?.proposals ?? typed.found
  return {
    found,
    isSearching: file.isPending || typed.isSearching,
    error: typed.error,
    retry: typed.retry,
    ...useSelection({ items: found ?? nothing, idOf, allowsKnown: true }),
  }
}
