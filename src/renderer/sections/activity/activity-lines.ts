/** The lines of the table: acts under their day heading. A batch is one line, and so are similar acts. */
import type { ActivityRow } from '../../../shared/schemas/activity.ts'

/** A batch with its avatars that were accepted or became ready, or similar acts; newest first. */
type Run = readonly [ActivityRow, ...ActivityRow[]]

export type ActivityLine = { readonly key: string } & (
  | { readonly kind: 'day'; readonly at: number }
  | { readonly kind: 'act'; readonly act: ActivityRow; readonly isPart: boolean }
  | { readonly kind: 'bundle'; readonly acts: Run; readonly isOpen: boolean }
)
export type Bundle = Extract<ActivityLine, { readonly kind: 'bundle' }>

const minGrouped = 3

const dayOf = (at: number): string => new Date(at).toDateString()

// Failures and unknown outcomes are never grouped: they must stay visible.
function isAlike(one: ActivityRow, other: ActivityRow): boolean {
  const settled = [one, other].every(({ outcome }) => outcome === 'done' || outcome === 'seen')
  return (
    settled && one.action === other.action && one.profileId === other.profileId && dayOf(one.at) === dayOf(other.at)
  )
}

const batchOf = ({ facts }: ActivityRow) => facts.batchId ?? null

export const isBatch = ({ batch }: ActivityRow): boolean => batch !== null

// The numbers of the batch already include these actions.
const partsOfBatch: ReadonlySet<ActivityRow['action']> = new Set([
  'avatar.accepted',
  'avatar.taskIdEntered',
  'avatar.ready',
])

function runsOf(acts: readonly ActivityRow[]): readonly Run[] {
  const days = new Map(acts.filter(isBatch).map((act) => [batchOf(act), dayOf(act.at)]))
  const isSent = (act: ActivityRow) =>
    partsOfBatch.has(act.action) && batchOf(act) !== null && days.get(batchOf(act)) === dayOf(act.at)
  const sent = Map.groupBy(acts.filter(isSent), batchOf)
  const runs: [ActivityRow, ...ActivityRow[]][] = []
  for (const act of acts.filter((one) => !isSent(one))) {
    const run = runs.at(-1)
    if (isBatch(act)) runs.push([act, ...(sent.get(batchOf(act)) ?? [])])
    else if (run !== undefined && isAlike(run[0], act)) run.push(act)
    else runs.push([act])
  }
  return runs
}

/**
 * Identifies an act while it progresses: a row has the id of its newest entry. An entry without an act has its own key.
 */
export const actKey = ({ id, act }: ActivityRow): string => act ?? String(id)

/** The keys that identify a bundle when acts join it: the key of its batch, or the keys of all similar acts. */
export const keysOf = (acts: Run): readonly string[] => (isBatch(acts[0]) ? acts.slice(0, 1) : acts).map(actKey)

/** Returns the same line for an unchanged act, because a different line draws its row again. */
function keepingLine(make: (act: ActivityRow) => ActivityLine): (act: ActivityRow) => ActivityLine {
  const lines = new WeakMap<ActivityRow, ActivityLine>()
  return (act) => {
    const line = lines.get(act) ?? make(act)
    lines.set(act, line)
    return line
  }
}

// The key of an act that stays when others join, so that the row stays too.
const bundleKey = (run: Run): string => `bundle ${String(keysOf(run).at(-1))}`

const partLine = keepingLine((act) => ({ kind: 'act', key: actKey(act), act, isPart: true }))
// A batch without sent avatars already has the key of the bundle that it becomes.
const loneLine = keepingLine((act) => {
  const key = isBatch(act) ? bundleKey([act]) : actKey(act)
  return { kind: 'act', key, act, isPart: false }
})

/** `opened`: the keys of the bundles when they were opened. A bundle stays open when acts join it at either end. */
export function linesOf(acts: readonly ActivityRow[], opened: ReadonlySet<string>): readonly ActivityLine[] {
  let day = ''
  return runsOf(acts).flatMap((run): readonly ActivityLine[] => {
    const [{ id, at }] = run
    const heads: ActivityLine[] = dayOf(at) === day ? [] : [{ kind: 'day', key: `day ${String(id)}`, at }]
    day = dayOf(at)
    const isBundle = run.length >= (isBatch(run[0]) ? 2 : minGrouped)
    if (!isBundle) return [...heads, ...run.map(loneLine)]
    const isOpen = keysOf(run).some((key) => opened.has(key))
    return [...heads, { kind: 'bundle', key: bundleKey(run), acts: run, isOpen }, ...(isOpen ? run.map(partLine) : [])]
  })
}
