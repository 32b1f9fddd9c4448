import { useState } from 'react'
import type { SessionId } from '../../../../shared/ids.ts'
import type { ProposedSession } from '../../../../shared/schemas/session.ts'

/** Which of some proposals are ticked. */
export interface Ticks {
  readonly isTicked: (proposal: ProposedSession) => boolean
  readonly ticked: readonly SessionId[]
  readonly tick: (sessionId: SessionId, isTicked: boolean) => void
  readonly tickAll: (isTicked: boolean) => void
}

/** Ticks of proposals: likely ones at first; those that are known already have none. They stay while the text goes on. */
export function useTicks(proposals: readonly ProposedSession[]): Ticks {
  const [ticks, setTicks] = useState<Readonly<Record<string, boolean>>>({})
  const isTicked = ({ sessionId, isLikely, isKnown }: ProposedSession): boolean =>
    !isKnown && (ticks[sessionId] ?? isLikely)
  return {
    isTicked,
    ticked: proposals.filter(isTicked).map(({ sessionId }) => sessionId),
    tick: (sessionId, value) => {
      setTicks((others) => ({ ...others, [sessionId]: value }))
    },
    tickAll: (value) => {
      setTicks(Object.fromEntries(proposals.map(({ sessionId }) => [sessionId, value])))
    },
  }
}
