/** What the table draws: the acts under the head of their day, and acts that are alike in one line. */
import type { ActivityRow } from '../../../shared/schemas/activity.ts'

/** Acts that are alike, newest first. */
type Run = readonly [ActivityRow, ...ActivityRow[]]

export type ActivityLine = { readonly key: string } & (
  | { readonly kind: 'day'; readonly at: number }
  | { readonly kind: 'act'; readonly act: ActivityRow; readonly isPart: boolean }
  | { readonly kind: 'bundle'; readonly acts: Run; readonly isOpen: boolean }
)
export type Bundle = Extract<ActivityLine, { readonly kind: 'bundle' }>

const minGrouped = 3

const dayOf = (at: number): string => new Date(at).toDateString()

// What failed or is not known stands by itself: it must not be out of sight.
function isAlike(one: ActivityRow, other: ActivityRow): boolean {
  const settled = [one, other].every(({ outcome }) => outcome === 'done' || outcome === 'seen')
  return (
    settled && one.action === other.action && one.profileId === other.profileId && dayOf(one.at) === dayOf(other.at)
  )
}

function runsOf(acts: readonly ActivityRow[]): readonly Run[] {
  const runs: [ActivityRow, ...ActivityRow[]][] = []
  for (const act of acts) {
    const run = runs.at(-1)
    if (run !== undefined && isAlike(run[0], act)) run.push(act)
    else runs.push([act])
  }
  return runs
}

/** The id of its first entry, which stays: an act goes on under the id of its newest. */
export const startOf = ({ id, earlier }: ActivityRow): number => earlier.at(-1)?.id ?? id

/** `opened`: starts of the acts that were in a bundle when it was opened. It stays open as acts join it at either end. */
export function linesOf(acts: readonly ActivityRow[], opened: ReadonlySet<number>): readonly ActivityLine[] {
  let day = ''
  return runsOf(acts).flatMap((run): readonly ActivityLine[] => {
    const [{ id, at }] = run
    const heads: ActivityLine[] = dayOf(at) === day ? [] : [{ kind: 'day', key: `day ${String(id)}`, at }]
    day = dayOf(at)
    const isBundle = run.length >= minGrouped
    const key = `bundle ${String(run.map(startOf).at(-1))}`
    const isOpen = run.some((act) => opened.has(startOf(act)))
    const each = run.map((act): ActivityLine => ({ kind: 'act', key: String(startOf(act)), act, isPart: isBundle }))
    if (!isBundle) return [...heads, ...each]
    return [...heads, { kind: 'bundle', key, acts: run, isOpen }, ...(isOpen ? each : [])]
  })
}
