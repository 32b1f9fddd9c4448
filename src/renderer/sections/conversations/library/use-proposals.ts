import type { ConversationId } from '../../../../shared/ids.ts'
import type { ProposedId } from '../../../../shared/schemas/library.ts'
import { call, handOver } from '../../../api/call.ts'
import type { ProfileScope } from '../../../api/shown-profile.ts'
import { useProfileTask } from '../../../api/use-command.ts'
import { useTextProposals } from '../../../api/use-text-proposals.ts'
import type { TextProposals } from '../../../api/use-text-proposals.ts'
import { useTicks } from '../../../ui/use-ticks.ts'
import type { Ticks } from '../../../ui/use-ticks.ts'

/** The most ids that are added at once: as many as the contract takes. */
export const mostIds = 10_000

/** The ids that main finds in a text, and which of them are ticked. */
export type Proposals = TextProposals<ProposedId> & Ticks<ProposedId, ConversationId>

const nothing: readonly ProposedId[] = []
const idOf = ({ conversationId }: ProposedId): ConversationId => conversationId

async function idsOf(file: File, { profileId }: ProfileScope) {
  const [handed] = await handOver([file])
  if (handed === undefined) throw new Error('nothing was handed over')
  return call('library.proposeFile', { handle: handed.handle }, profileId)
}

/** Has main find the ids in a text file: one of any size must not come into the page. */
export function useIdsOfFile() {
  return useProfileTask({ run: idsOf })
}

/** What `useIdsOfFile` gives. */
export type IdsOfFile = ReturnType<typeof useIdsOfFile>

/**
 * The ids of the file, or else of the text each time it rests. What is in the library already needs no tick to stay
 * there; a tick reads it anew.
 */
export function useProposals(text: string, file: IdsOfFile): Proposals {
  const typed = useTextProposals(file.data === undefined ? text : '', (looked, { profileId }) =>
    call('library.propose', { text: looked }, profileId),
  )
  const found = file.data?.proposals ?? typed.found
  return {
    found,
    isLooking: file.isPending || typed.isLooking,
    error: typed.error,
    retry: typed.retry,
    ...useTicks({ items: found ?? nothing, idOf, takesKnown: true }),
  }
}
