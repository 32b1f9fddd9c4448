import type { ConversationId } from '../../../../shared/ids.ts'
import type { ProposedId } from '../../../../shared/schemas/library.ts'
import { call } from '../../../api/call.ts'
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

/** Looks at a text each time it rests. What is in the library already needs no tick to stay there; a tick reads it anew. */
export function useProposals(text: string): Proposals {
  const looked = useTextProposals(text, (looked) => call('library.propose', { text: looked }))
  return { ...looked, ...useTicks({ items: looked.found ?? nothing, idOf, takesKnown: true }) }
}
