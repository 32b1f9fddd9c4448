/**
 * Gathers the evidence for a creation, a close or a close run: requests and answers, balances, counts and journal
 * entries.
 */
import { orNotFound } from '../../shared/failure.ts'
import type { AppId, ExchangeId, ProfileId } from '../../shared/ids.ts'
import { closeActions, closeRunActions } from '../../shared/model/activity-actions.ts'
import type { Exchange } from '../../shared/schemas/app.ts'
import type { ActivityEntry, EvidenceSubject } from '../../shared/schemas/activity.ts'
import type { Job, JobBalances } from '../../shared/schemas/avatar.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import { appId as appIdSchema } from '../../shared/schemas/ids.ts'
import type { AppContext } from '../context/app-context.ts'
import { labelOf } from '../context/open-profile.ts'
import { hashedTextOfExchange } from '../service/exchanges.ts'
import { entryOfRow, hashedTextOfRow } from '../store/activity-repository.ts'
import type { ActivityRow } from '../store/activity-repository.ts'
import { spanWidthsMs } from '../store/samples-repository.ts'

/** A text and its SHA-256 in hex: a reader of the file can compute the hash from the text. */
interface HashedText {
  readonly hash: string
  readonly text: string
}

export interface EvidenceExchange extends HashedText {
  readonly exchange: Exchange
  /** How far the service's clock was ahead of this computer's at least and at most; null without a `Date` header. */
  readonly clockAhead: { readonly fromMs: number; readonly toMs: number } | null
  /** The target of the entry that names the exchange, such as the session that was closed. */
  readonly target: string
}

interface EvidenceEntry extends HashedText {
  /** Null for a tampered row that is no longer a valid entry. */
  readonly entry: ActivityEntry | null
}

/** A creation, its balances and its image, which is named by its hash. */
export interface EvidenceCreation {
  readonly job: Job
  readonly balances: JobBalances
}

export interface Evidence {
  readonly kind: 'creation' | 'close' | 'close-all' | 'close-run'
  /**
   * The label and id of the avatar, or of the closed session or application. A close run can have its profile's name.
   */
  readonly name: string
  readonly profile: Pick<Profile, 'name'>
  /** The base addresses of the exchanges: the profile can have a different address since. */
  readonly services: readonly string[]
  readonly savedAt: number
  /** null for a close. */
  readonly creation: EvidenceCreation | null
  /** Oldest first; exchanges that were not kept are missing. */
  readonly exchanges: readonly EvidenceExchange[]
  /**
   * The last reading before the first entry and the first reading after the last, both of the account of that time;
   * null without such a reading.
   */
  readonly account: Readonly<Record<'before' | 'after', AccountReading | null>>
  /**
   * Counts of each application from a minute before to two minutes after, oldest first; of an older close, one for each
   * minute. Empty for a creation, and where no count is kept any more.
   */
  readonly counts: readonly CountReading[]
  readonly entries: readonly EvidenceEntry[]
  /** The newest entry of the whole journal. */
  readonly newest: { readonly id: number; readonly hash: string } | null
}

interface AccountReading {
  readonly at: number
  readonly avatarCreationsLeft: number | null
  readonly durationLeft: number | null
}

interface CountReading {
  readonly appId: AppId
  readonly at: number
  readonly total: number
  readonly yours: number | null
}

export interface EvidenceSources {
  readonly repositories: Pick<AppContext['repositories'], 'activity' | 'accountSamples' | 'spans'>
  readonly readExchange: (id: ExchangeId) => Exchange | undefined
}

type ClosedSubject = Exclude<EvidenceSubject, { readonly kind: 'creation' }>

const minuteMs = 60_000
const accountAfterMs = 10 * minuteMs

/** The header has whole seconds, and the service wrote it at some time during the exchange. */
export function clockAheadOf({
  startedAt,
  durationMs,
  answerHeaders,
}: Pick<Exchange, 'startedAt' | 'durationMs' | 'answerHeaders'>): EvidenceExchange['clockAhead'] {
  const date = Date.parse(answerHeaders['date'] ?? '')
  if (Number.isNaN(date)) return null
  return { fromMs: date - (startedAt + durationMs), toMs: date + 999 - startedAt }
}

function rowsOf(
  { repositories: { activity } }: EvidenceSources,
  profileId: ProfileId,
  subject: ClosedSubject,
): readonly ActivityRow[] {
  if (subject.kind === 'close-run') return activity.rowsOfRun(subject.runId, profileId)
  if (subject.kind === 'entry') {
    const [entry] = activity.read([subject.entryId])
    if (entry?.profileId !== profileId) return []
    const { action, act, facts } = entry
    if (closeRunActions.has(action)) return activity.rowsOfRun(facts.runId ?? '', profileId)
    return closeActions.has(action) && act !== null ? activity.rowsOfAct(act) : []
  }
  const act =
    subject.kind === 'close'
      ? activity.newestAct(profileId, 'session.close', subject.sessionId)
      : activity.newestAct(profileId, 'session.closeAll', subject.appId)
  return act === null ? [] : activity.rowsOfAct(act)
}

const entryOf = (row: ActivityRow): EvidenceEntry => ({
  hash: String(row['hash']),
  text: hashedTextOfRow(row),
  entry: entryOfRow(row),
})

function exchangesOf(
  entries: readonly ActivityEntry[],
  readExchange: EvidenceSources['readExchange'],
): readonly EvidenceExchange[] {
  // The intent names no exchange, and later entries name the same exchange.
  const targets = new Map(
    entries.flatMap(({ facts: { exchangeId }, target }) => (exchangeId ? [[exchangeId, target]] : [])),
  )
  return [...targets]
    .flatMap(([id, target]) => {
      const exchange = readExchange(id)
      return exchange === undefined ? [] : [{ exchange, target }]
    })
    .toSorted((one, other) => one.exchange.startedAt - other.exchange.startedAt)
    .map(({ exchange, target }) => ({
      hash: exchange.id,
      text: hashedTextOfExchange(exchange),
      exchange,
      clockAhead: clockAheadOf(exchange),
      target,
    }))
}

// The last part of the path is the operation, and no argument contains a slash.
const baseUrlOf = ({ url, operation }: Exchange): string => url.slice(0, url.lastIndexOf(`/${operation}`))

const closedAppIdOf = ({ action, target, facts }: ActivityEntry): string | null =>
  action === 'session.closeAll' ? target : (facts.appId ?? null)

/** Counts of the applications that the closes concern, as far as the applications are known. */
function countsOf(
  spans: EvidenceSources['repositories']['spans'],
  profileId: ProfileId,
  { entries, from, to }: { readonly entries: readonly ActivityEntry[]; readonly from: number; readonly to: number },
): readonly CountReading[] {
  const appIds = new Set(entries.flatMap((entry) => closedAppIdOf(entry) ?? []))
  const range = { from: from - minuteMs, to: to + 2 * minuteMs }
  const minutes = { from: Math.floor(range.from / minuteMs) * minuteMs, to: range.to }
  return [...appIds].flatMap((id) => {
    const application = { profileId, appId: appIdSchema.parse(id) }
    const readings = spans.readings(application, range)
    // Readings expire after two days, the last count of each minute after two weeks.
    const kept = readings.length > 0 ? readings : spans.spans(application, spanWidthsMs.minute, minutes)
    return kept.map(({ lastAt, totalLast, yoursLast }) => {
      return { appId: application.appId, at: lastAt, total: totalLast, yours: yoursLast }
    })
  })
}

function kindOf(entries: readonly ActivityEntry[]): Exclude<Evidence['kind'], 'creation'> {
  if (entries.some(({ action }) => closeRunActions.has(action))) return 'close-run'
  return entries.some(({ action }) => action === 'session.closeAll') ? 'close-all' : 'close'
}

/** Failures: not-found where the profile has no such creation or close, storage. */
export function gatherEvidence(
  sources: EvidenceSources,
  profile: Profile,
  about: {
    /** Exactly one of `closed` and `creation` is set. */
    readonly closed: ClosedSubject | null
    readonly creation: EvidenceCreation | null
    readonly now: number
  },
): Evidence {
  const { repositories, readExchange } = sources
  const { activity, accountSamples, spans } = repositories
  const { id: profileId, name } = profile
  const creation = about.creation && { job: about.creation.job, balances: about.creation.balances }
  const rows = [
    ...(creation === null ? [] : activity.rowsOfJob(creation.job.batchId, creation.job.id)),
    ...(about.closed === null ? [] : rowsOf(sources, profileId, about.closed)),
  ]
  const entries = rows.map(entryOf)
  const activityEntries = entries.flatMap(({ entry }) => entry ?? [])
  const first = orNotFound(activityEntries[0] ?? null, creation === null ? 'session' : 'job')
  const last = activityEntries.at(-1) ?? first
  // The confirmation of a batch names the first avatar of the batch.
  const { target } = activityEntries.find(({ facts }) => facts.jobId === creation?.job.id) ?? first
  const exchanges = exchangesOf(activityEntries, readExchange)
  const [next] = accountSamples.between({ profileId, from: last.at, to: last.at + accountAfterMs })

  return {
    kind: creation === null ? kindOf(activityEntries) : 'creation',
    name: [labelOf(profile, target), target].filter((text) => text !== '').join(' · '),
    profile: { name },
    services: [...new Set(exchanges.map(({ exchange }) => baseUrlOf(exchange)))],
    savedAt: about.now,
    creation,
    exchanges,
    account: {
      before: accountSamples.newestOfAccount(profileId, first.at),
      after: next !== undefined && accountSamples.accountSince(profileId, next.at) <= first.at ? next : null,
    },
    counts:
      creation === null ? countsOf(spans, profileId, { entries: activityEntries, from: first.at, to: last.at }) : [],
    entries,
    newest: activity.newestHash(),
  }
}
