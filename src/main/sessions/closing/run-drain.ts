import type { CloseOutcome, CloseRun } from '../../../shared/schemas/session.ts'
import type { OpenProfile } from '../../context/open-profile.ts'
import type { DrainWatches } from './drain-watch.ts'

/** The run, and how a change of it is kept and told. */
interface Published {
  readonly run: () => CloseRun
  readonly publish: (change: Partial<CloseRun>) => void
}

/** Where the count of a run's application may still fall to, by its last answered session; null where nothing is known. */
function stillFalling(items: CloseRun['items']) {
  const answered = items.flatMap(({ outcome }) => (outcome !== null && outcome.answer !== null ? [outcome] : []))
  const last = answered.at(-1)
  const appId = last?.appId ?? null
  if (last === undefined || appId === null) return null
  const ofApp = answered.filter((outcome) => outcome.appId === appId)
  const before = ofApp[0]?.countBefore?.total
  if (before === undefined) return null
  const expected = Math.max(0, before - ofApp.length)
  const isFallen = last.countAfter !== null && last.countAfter.total <= expected
  return isFallen ? null : { appId, expected, sessionId: last.sessionId }
}

/** Has the count read on after a run where it may still fall; its last answered session tells of it. */
export function readOn(watches: DrainWatches, open: OpenProfile, { run, publish }: Published): void {
  const falling = stillFalling(run().items)
  if (falling === null) return
  const { appId, expected, sessionId } = falling
  const changed = (change: Partial<CloseOutcome>): void =>
    publish({
      items: run().items.map((item) =>
        item.sessionId === sessionId && item.outcome !== null
          ? { ...item, outcome: { ...item.outcome, ...change } }
          : item,
      ),
    })
  changed({ counting: true })
  watches.start({
    ...{ open, appId, maxMs: 30_000, readMs: 2_000, endsAtPause: true },
    hasDrained: (total) => total <= expected,
    seen: (countAfter) => changed({ countAfter }),
    ended: () => changed({ counting: false }),
  })
}
