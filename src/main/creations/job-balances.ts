import type { Evidence, Job, JobBalances } from '../../shared/schemas/avatar.ts'
import type { Repositories } from '../store/repositories.ts'

// The balance is read within seconds of an answer; a much later reading shows nothing about this creation.
const maxWaitMs = 60_000

const none: JobBalances = { before: null, after: null, othersSent: 0 }

/** The balance before and after a creation, from readings that exist anyway. Failures: storage. */
export function jobBalances(
  refunds: Pick<Repositories['refunds'], 'balanceAfter' | 'othersSent'>,
  { id: but, profileId, evidence }: Job,
): JobBalances {
  const nextAfter = ({ balanceBefore, endedAt }: Evidence): JobBalances['after'] => {
    if (endedAt === null) return null
    const from = Math.max(endedAt, (balanceBefore?.at ?? 0) + 1)
    return refunds.balanceAfter({ profileId, from, to: endedAt + maxWaitMs })
  }
  if (evidence === null) return none
  const before = evidence.balanceBefore
  const after = evidence.balanceAfter ?? nextAfter(evidence)
  if (before === null || after === null) return { before, after, othersSent: 0 }
  return { before, after, othersSent: refunds.othersSent({ profileId, from: before.at, to: after.at, but }) }
}
