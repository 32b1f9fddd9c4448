/** Watches the rules of one profile, each at each of its applications or at the account. Knows no time of its own. */
import type { AppId } from '../../shared/ids.ts'
import type { Account } from '../../shared/schemas/account.ts'
import type { AlertRule } from '../../shared/schemas/alert.ts'
import { accountValue } from './account-value.ts'
import type { AlertBook, EventPlace } from './alert-book.ts'
import { judgeOf } from './judge.ts'
import { afterRest, newStaleWatch, noteGood, tickStale } from './stale-watch.ts'
import type { StaleWatch } from './stale-watch.ts'
import { newWatch, stepWatch } from './watch.ts'
import type { Reading, Watch } from './watch.ts'

/** A crossing; `value` is the number that did it, null for one without. */
export interface Crossing {
  readonly rule: AlertRule
  readonly appId: AppId | null
  readonly value: number | null
}

/** The watching of one profile. */
export interface Watching {
  readonly sawCalls: (appId: AppId, reading: Reading) => void
  readonly sawAccount: (account: Account) => void
  /** Time passes without data, `tickMs` or so after the last time, at these applications. */
  readonly tick: (appIds: readonly AppId[], now: number) => void
  /** After a rest the time without data begins anew. */
  readonly rested: () => void
  /** What is watched at the places that fit begins anew. */
  readonly forget: (fits: (place: EventPlace) => boolean) => void
}

/** What watching needs: the rules with their open events, and who hears of crossings. */
export interface WatchingDeps {
  readonly book: AlertBook
  readonly raised: (crossing: Crossing) => void
  readonly ended: (place: EventPlace) => void
}

/** A rule at one of its applications; null is the account. */
interface Place {
  readonly rule: AlertRule
  readonly appId: AppId | null
}

/** A watch with its place. */
interface Watched<Kind> {
  readonly place: EventPlace
  readonly watch: Kind
}

function placeOf({ rule, appId }: Place): EventPlace {
  return { ruleId: rule.id, appId }
}

function keyOf({ rule, appId }: Place): string {
  return `${rule.id} ${appId ?? ''}`
}

function isOfAccount({ condition: { kind } }: AlertRule): boolean {
  return kind === 'creations-below' || kind === 'time-to-empty'
}

/** Gives the watching of a profile; what is open in the book counts as raised. */
export function createWatching({ book, raised, ended }: WatchingDeps): Watching {
  const watches = new Map<string, Watched<Watch>>()
  const stale = new Map<string, Watched<StaleWatch>>()

  const step = (at: Place, reading: Reading): void => {
    const { rule, appId } = at
    const capacity = appId === null ? null : (book.settings().capacities[appId] ?? null)
    const judge = judgeOf(rule.condition, capacity)
    if (judge === null) return
    const place = placeOf(at)
    const key = keyOf(at)
    const { watch, change } = stepWatch(watches.get(key)?.watch ?? newWatch(book.active(place)), reading, judge)
    watches.set(key, { place, watch })
    if (change === 'raised') raised({ rule, appId, value: reading.value })
    if (change === 'ended') ended(place)
  }

  const stepStale = (at: Place, next: (before: StaleWatch) => StaleWatch): void => {
    const place = placeOf(at)
    const before = stale.get(keyOf(at))?.watch ?? newStaleWatch(book.active(place) !== null)
    const watch = next(before)
    stale.set(keyOf(at), { place, watch })
    if (watch.isRaised && !before.isRaised) raised({ ...at, value: null })
    if (!watch.isRaised && before.isRaised) ended(place)
  }

  const rulesAt = (appId: AppId): readonly AlertRule[] =>
    book.rules().filter((rule) => rule.isOn && !isOfAccount(rule) && (rule.appId ?? appId) === appId)

  return {
    sawCalls: (appId, reading) => {
      for (const rule of rulesAt(appId)) {
        if (rule.condition.kind === 'stale') stepStale({ rule, appId }, (before) => noteGood(before, reading.at))
        else step({ rule, appId }, reading)
      }
    },
    sawAccount: (account) => {
      const at = account.latest?.at
      if (at === undefined) return
      for (const rule of book.rules()) {
        const value = rule.isOn ? accountValue(rule.condition, account) : null
        if (value !== null) step({ rule, appId: null }, { at, value })
      }
    },
    tick: (appIds, now) => {
      for (const appId of appIds) {
        for (const rule of rulesAt(appId)) {
          if (rule.condition.kind !== 'stale') continue
          const limitMs = rule.condition.minutes * 60_000
          stepStale({ rule, appId }, (before) => tickStale(before, now, limitMs))
        }
      }
    },
    rested: () => {
      for (const [key, { place, watch }] of stale) stale.set(key, { place, watch: afterRest(watch) })
    },
    forget: (fits) => {
      for (const known of [watches, stale]) {
        for (const [key, { place }] of known) if (fits(place)) known.delete(key)
      }
    },
  }
}
