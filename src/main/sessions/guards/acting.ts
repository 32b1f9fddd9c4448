/** What a guarded rule does by itself when its countdown ends: it looks once more at everything, and only then begins. */
import { FailureError, refusal } from '../../../shared/failure.ts'
import type { AppId, SessionId } from '../../../shared/ids.ts'
import type { GuardProposal, GuardRule } from '../../../shared/schemas/guard.ts'
import type { ConcurrencySample } from '../../../shared/schemas/session.ts'
import type { NewActivity } from '../../activity/journal.ts'
import type { OpenProfile } from '../../open-profile.ts'
import type { GuardsRepository } from '../../store/guards-repository.ts'
import { createUnderWay } from '../../under-way.ts'
import type { CloseMany } from '../close-many.ts'
import type { Permission } from '../close-run.ts'
import type { CloseTarget, ClosingDeps } from '../confirmation.ts'
import { countWithin } from '../count-within.ts'
import { freshCountMs, isDue, isInTime } from './picture.ts'
import type { Picture } from './picture.ts'
import type { Proposals } from './proposals.ts'
import type { Rules } from './rules.ts'

/** A proposal whose time has come, with the rule and the profile as they were then. */
export interface DueProposal {
  readonly open: OpenProfile
  readonly rules: Rules
  readonly rule: GuardRule
  readonly proposal: GuardProposal
}

/** Acting alone. */
export interface Acting {
  /** Whether a rule may act by itself: it says so, the operator allowed it here, and the profile is `open`. */
  readonly mayAct: (of: Pick<DueProposal, 'open' | 'rules'>, rule: GuardRule) => boolean
  readonly begin: (due: DueProposal) => void
  readonly has: (proposalId: string) => boolean
  /** The proposal itself; refuses with not-pending when it is carried out by the rule already. */
  readonly free: (proposal: GuardProposal) => GuardProposal
  readonly ended: () => Promise<void>
}

/** What acting alone needs. */
export interface ActingDeps extends Pick<ClosingDeps, 'current' | 'monitor' | 'known' | 'journal' | 'clock' | 'log'> {
  readonly repository: GuardsRepository
  readonly closeMany: Pick<CloseMany, 'begin' | 'isRunning'>
  readonly proposals: Proposals
  readonly counts: Map<AppId, ConcurrencySample>
  readonly picture: (oldestCountMs: number) => Picture
  readonly isPaused: () => boolean
  readonly entry: (
    open: OpenProfile,
    proposal: GuardProposal,
    rest: Pick<NewActivity, 'action' | 'outcome' | 'facts'>,
  ) => NewActivity
}

const countLimitMs = 5_000
const longestLookMs = 15_000

/** Gives acting alone. */
export function createActing(deps: ActingDeps): Acting {
  const { current, monitor, known, journal, clock, log, repository, closeMany, proposals, counts, picture } = deps
  const acting = new Set<string>()
  const underWay = createUnderWay()

  const mayAct = ({ open, rules }: Pick<DueProposal, 'open' | 'rules'>, rule: GuardRule): boolean => {
    const isStill = rules.find(rule.id) === rule && rule.isOn && rule.actsAlone && rules.allowsActing()
    const now = current()
    const isSame = now !== null && now.profile.id === open.profile.id && now.client === open.client
    return isStill && isSame && now.profile.protection === 'open' && !deps.isPaused()
  }

  /** Reads the counts anew; one that cannot be had is not known, and its sessions are let be. */
  const count = async ({ open, proposal }: DueProposal): Promise<void> => {
    const appIds = [...new Set(proposal.sessions.flatMap(({ appId }) => appId ?? []))]
    const read = async (appId: AppId): Promise<void> => {
      const sample = await countWithin({ monitor, clock, request: { open, appId }, limitMs: countLimitMs })
      if (sample === null) counts.delete(appId)
      else counts.set(appId, sample)
    }
    await Promise.all(appIds.map(read))
  }

  const stillDue = ({ open, rule, proposal }: DueProposal): CloseTarget[] => {
    const now = picture(freshCountMs)
    const { id } = open.profile
    const tried = repository.tried(
      id,
      proposal.sessions.map(({ sessionId }) => sessionId),
    )
    return proposal.sessions.flatMap(({ sessionId }) => {
      const row = known.find(id, sessionId)
      const isStill = row !== null && !tried.has(sessionId) && isDue(rule, row, now)
      return isStill ? [{ sessionId, appId: row.appId }] : []
    })
  }

  const permit = (due: DueProposal, { sessionId, appId }: CloseTarget): Permission => {
    if (!mayAct(due, due.rule) || !isInTime(due.rule, clock.now())) return 'end'
    const row = known.find(due.open.profile.id, sessionId)
    // The operator marked it as ended, closed it, took it away or gave it to another application meanwhile.
    const isAsProposed = row !== null && row.endedAt === null && row.lastAction === null && row.appId === appId
    return isAsProposed ? 'go' : 'skip'
  }

  const carryOut = (due: DueProposal): void => {
    const { open, rule, proposal } = due
    const targets = stillDue(due)
    if (!mayAct(due, rule)) proposals.end(proposal.id, 'rule')
    else if (targets.length === 0) proposals.end(proposal.id, 'gone')
    else if (closeMany.isRunning()) proposals.end(proposal.id, 'busy')
    else {
      journal.note(
        deps.entry(open, proposal, { action: 'guard.acted', outcome: 'done', facts: { closing: targets.length } }),
      )
      proposals.end(proposal.id, 'acted')
      const targetOf = new Map(targets.map((target): [SessionId, CloseTarget] => [target.sessionId, target]))
      closeMany.begin({
        open,
        targets,
        by: 'rule',
        permit: (sessionId) => {
          const target = targetOf.get(sessionId)
          return target === undefined ? 'skip' : permit(due, target)
        },
        facts: { ruleId: rule.id, proposalId: proposal.id },
      })
    }
  }

  const act = async (due: DueProposal): Promise<void> => {
    const { id } = due.proposal
    const startedAt = clock.now()
    try {
      await count(due)
      const tookMs = clock.now() - startedAt
      // Cancelled, or over for another reason, while the counts were read.
      if (proposals.find(id) === null) return
      if (tookMs < 0 || tookMs > longestLookMs) proposals.end(id, 'clock')
      else carryOut(due)
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      // Nothing was sent: what cannot be written down is not done.
      log.error(`the guarded rule ${due.rule.id} could not act`, error)
      proposals.end(id, 'lapsed')
    }
  }

  return {
    mayAct,
    begin: (due) => {
      const { id } = due.proposal
      acting.add(id)
      underWay
        .run(() => act(due))
        .catch((error: unknown) => {
          log.error(`the guarded rule ${due.rule.id}`, error)
          proposals.end(id, 'lapsed')
        })
        .finally(() => acting.delete(id))
    },
    has: (id) => acting.has(id),
    free: (proposal) => {
      if (acting.has(proposal.id)) throw refusal('not-pending')
      return proposal
    },
    ended: underWay.ended,
  }
}
