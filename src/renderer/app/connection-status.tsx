import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, RefreshCw } from 'lucide-react'
import { isServiceFailure } from '../../shared/failure.ts'
import type { Failure, FailureKind, ServiceProblem } from '../../shared/failure.ts'
import { balanceHoldsMs } from '../../shared/model/balance-usage.ts'
import type { ExchangeLine } from '../../shared/schemas/app.ts'
import type { Account } from '../../shared/schemas/account.ts'
import type { ProfileView } from '../../shared/schemas/profile.ts'
import type { Concurrency } from '../../shared/schemas/session.ts'
import { read } from '../api/queries.ts'
import { useAppState, useIsTokenRefused, useOpenProfile } from '../api/use-app-state.ts'
import { useCommand } from '../api/use-command.ts'
import { Age, Elapsed, useIsOlder } from '../i18n/age.tsx'
import { useTexts } from '../i18n/use-texts.ts'
import { go, useApplication } from '../state/location-store.ts'
import { Badge, StateDot } from '../ui/badge.tsx'
import type { Tone } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Note, Row, Small, Text } from '../ui/layout.tsx'
import navigation from './app.module.css'
import { LastHour } from './last-hour.tsx'
import { SidePopover } from './side-popover.tsx'

type KeychainProblem = 'keychainLocked' | 'keychainMissing'

interface Connection {
  readonly name:
    | 'none'
    | 'waiting'
    | 'connected'
    | 'silent'
    | 'failing'
    | 'trouble'
    | 'offline'
    | 'token'
    | 'noToken'
    | KeychainProblem
  /** The time of the last contact; null where the state does not depend on it. */
  readonly at: number | null
  /** The text that says what is suspended in this state. */
  readonly hint?: 'suspendedHint' | 'refusedHint' | 'faultHint'
}

/** `failed` is null where the service carried out the request. */
interface Contact {
  readonly at: number
  readonly failed: { readonly kind: string; readonly isAnswered: boolean } | null
}

function failedOf(failure: Failure): Contact['failed'] {
  return { kind: failure.kind, isAnswered: isServiceFailure(failure) && failure.httpStatus !== null }
}

// A read that sent nothing has no exchange; the failure in its figures says why.
function contactOf(figures: Account | Concurrency | undefined): readonly Contact[] {
  if (figures === undefined) return []
  if (figures.failure !== null) return [{ at: figures.failure.at, failed: failedOf(figures.failure.failure) }]
  return figures.latest === null ? [] : [{ at: figures.latest.at, failed: null }]
}

/** The kind of failure that a recorded problem begins with. */
const kindIn = (problem: string): string => problem.split(':', 1)[0] ?? problem

function contactOfExchange({ startedAt, durationMs, httpStatus, problem }: ExchangeLine): Contact {
  const failed = problem === null ? null : { kind: kindIn(problem), isAnswered: httpStatus !== null }
  return { at: startedAt + durationMs, failed }
}

/** The contact nearest to now, because old contacts lie in the future once the clock was set back. */
function lastContactOf(contacts: readonly Contact[]): Contact | undefined {
  const distance = ({ at }: Contact): number => Math.abs(Date.now() - at)
  return contacts.toSorted((one, other) => distance(one) - distance(other))[0]
}

/** Newest first. */
function useExchanges(view: ProfileView | null): readonly ExchangeLine[] | undefined {
  const input = { profileId: view?.profile.id ?? '' }
  return useQuery({ ...read('exchange.recent', input), enabled: view !== null }).data
}

/** The last exchange of any kind, or the last read of the balances or counts; undefined before the first. */
function useLastContact(view: ProfileView | null): Contact | undefined {
  const exchanges = useExchanges(view)?.slice(0, 1) ?? []
  const application = useApplication(view)
  const account = useQuery({ ...read('account.figures', {}), enabled: view !== null }).data
  const counts = useQuery({
    ...read('session.figures', { appId: application?.appId ?? '' }),
    enabled: application !== null,
  }).data
  return lastContactOf([...exchanges.map(contactOfExchange), ...contactOf(account), ...contactOf(counts)])
}

const failures: ReadonlyMap<string, Connection['name']> = new Map<FailureKind, Connection['name']>([
  ['offline', 'offline'],
  ['token-rejected', 'token'],
  ['no-token', 'noToken'],
  ['keychain-locked', 'keychainLocked'],
  ['keychain-missing', 'keychainMissing'],
])

const keychainProblems: Readonly<Partial<Record<ProfileView['secret'], KeychainProblem>>> = {
  'keychain-locked': 'keychainLocked',
  'keychain-missing': 'keychainMissing',
}

function nameOf(contact: Contact | undefined, isOld: boolean): Connection['name'] {
  if (contact === undefined) return 'waiting'
  const { failed } = contact
  if (failed === null) return isOld ? 'silent' : 'connected'
  return failures.get(failed.kind) ?? (failed.isAnswered ? 'failing' : 'trouble')
}

function useConnection(view: ProfileView | null): Connection {
  const state = useAppState()
  const isTokenRefused = useIsTokenRefused()
  const contact = useLastContact(view)
  const at = contact?.at ?? null
  // The balances are the least frequent read of a profile.
  const isOld = useIsOlder(at, balanceHoldsMs)
  if (view === null) return { name: 'none', at }
  if (state?.isOffline === true) return { name: 'offline', at: null, hint: 'suspendedHint' }
  if (view.secret === 'none') return { name: 'noToken', at: null }
  if (isTokenRefused) return { name: 'token', at, hint: view.profile.kind === 'practice' ? 'faultHint' : 'refusedHint' }
  // A token that was read before the keychain was locked is still sent.
  const name = nameOf(contact, isOld)
  return { name: name === 'connected' ? name : (keychainProblems[view.secret] ?? name), at }
}

const tones: Readonly<Partial<Record<Connection['name'], Tone>>> = {
  connected: 'good',
  silent: 'warn',
  none: 'neutral',
  waiting: 'neutral',
}

// A longer list belongs in the journal.
const maxExchanges = 5

const busyStatuses: ReadonlySet<number | null> = new Set([429, 503])

/** The operation and its problem: "Live count · busy (503)". */
function useExchangeText(): (exchange: ExchangeLine) => string {
  const { t } = useTexts('app')
  const operations: Readonly<Record<string, string>> = t('status.operation', { returnObjects: true })
  return ({ operation, httpStatus, problem }) => {
    const what = operations[operation] ?? operation
    if (problem === null) return what
    // Main writes the kind of the failure first.
    const kind = kindIn(problem) as ServiceProblem['kind']
    const why = t(`status.problem.${kind === 'http' && busyStatuses.has(httpStatus) ? 'busy' : kind}`)
    // The journal shows the reason of a refusal that was answered with 200.
    return httpStatus === null || httpStatus === 200
      ? t('status.failed', { what, why })
      : t('status.failedWith', { what, why, status: httpStatus })
  }
}

function ExchangeRow({ exchange }: { readonly exchange: ExchangeLine }) {
  const { format } = useTexts('app')
  const text = useExchangeText()
  const { durationMs, startedAt, problem } = exchange
  const hasFailed = problem !== null
  return (
    <li className={navigation.exchange}>
      <Row as="span" tone={hasFailed ? 'bad' : 'good'}>
        {hasFailed ? <CircleX size={14} aria-hidden /> : <CircleCheck size={14} aria-hidden />}
      </Row>
      <span>{text(exchange)}</span>
      <Small tabular>{format.duration(durationMs)}</Small>
      <Small tabular>
        <Age at={startedAt} />
      </Small>
    </li>
  )
}

function LastExchanges({ view, onLeave }: { readonly view: ProfileView; readonly onLeave: () => void }) {
  const { t } = useTexts(['app', 'common'])
  const application = useApplication(view)
  const isTokenRefused = useIsTokenRefused()
  const needsSecret = isTokenRefused || view.secret === 'none'
  const exchanges = useExchanges(view)
  const refreshCount = useCommand('session.refresh')
  const refreshAccount = useCommand('account.refresh')
  return (
    <>
      <Row gap={2} justify="between">
        <h2>{t('status.title')}</h2>
        <Row gap={2}>
          <Button
            Icon={RefreshCw}
            busy={refreshCount.isPending || refreshAccount.isPending}
            onClick={() => {
              refreshAccount.mutate({})
              if (application !== null) refreshCount.mutate({ appId: application.appId })
            }}
          >
            {t('common:refresh')}
          </Button>
          {view.profile.kind === 'service' && (
            <Button
              onClick={() => {
                go({ section: 'settings', ...(needsSecret ? { field: 'secret' } : { part: 'profiles' }) })
                onLeave()
              }}
            >
              {t('status.editProfile')}
            </Button>
          )}
        </Row>
      </Row>
      {exchanges?.length === 0 && <Note>{t('status.none')}</Note>}
      <ul>
        {exchanges?.slice(0, maxExchanges).map((exchange) => (
          <ExchangeRow key={exchange.id} exchange={exchange} />
        ))}
      </ul>
      <LastHour profileId={view.profile.id} />
    </>
  )
}

export function ConnectionStatus() {
  const { t } = useTexts('app')
  const view = useOpenProfile()
  const { name, at, hint } = useConnection(view)
  const isDevelopmentRuntime = useAppState()?.isDevelopmentRuntime === true
  return (
    <footer className={navigation.foot}>
      {isDevelopmentRuntime && <Badge tone="warn">{t('developmentRuntime')}</Badge>}
      <Note font="secondary" className={navigation.consequence} role="status">
        {hint && t(hint)}
      </Note>
      <SidePopover
        label={t('status.title')}
        disabled={view === null}
        row={
          <>
            <StateDot tone={tones[name] ?? 'bad'}>
              <Text truncate>{t(`connection.${name}`)}</Text>
            </StateDot>
            {at !== null && (
              <span className={navigation.count}>
                <Elapsed at={at} />
              </span>
            )}
          </>
        }
      >
        {(close) => view !== null && <LastExchanges view={view} onLeave={close} />}
      </SidePopover>
    </footer>
  )
}
