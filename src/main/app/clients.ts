/** One service client per profile, created on first use and dropped when the profile or its secret changes. */
import type { OutputOf } from '../../shared/contract.ts'
import { FailureError, isServiceFailure, refusal } from '../../shared/failure.ts'
import type { Failure } from '../../shared/failure.ts'
import type { ProfileId } from '../../shared/ids.ts'
import type { Profile, ProfileFields } from '../../shared/schemas/profile.ts'
import type { AppContext } from '../context/app-context.ts'
import type { OpenProfile } from '../context/open-profile.ts'
import { logged } from '../lib/log.ts'
import type { ProfileRules } from '../policy/profile-rules.ts'
import { createServiceClient } from '../service/client.ts'
import type { AnswerMemory, AnswerShapes } from '../service/client.ts'
import type { Exchanges, RawExchange } from '../service/exchanges.ts'
import type { CallEnds, LastHour } from '../service/last-hour.ts'
import type { Network } from '../service/network.ts'
import type { ShapeWatch } from '../service/shape-watch.ts'
import type { CallOptions, ServiceClient } from '../service/operations.ts'
import { createTokenSource } from '../service/token.ts'
import type { ReadSecret } from '../service/token.ts'
import type { Secret } from '../vault/secret.ts'
import { scopeOf } from '../vault/secret.ts'
import type { Vault } from '../vault/vault.ts'

interface ServiceParts {
  readonly vault: Vault
  readonly exchanges: Pick<Exchanges, 'record'>
  readonly network: Network
  readonly rules: Pick<ProfileRules, 'assertMayTalk'>
  readonly shapes: Pick<ShapeWatch, 'of'>
  readonly lastHour: Pick<LastHour, 'of'>
}

interface Availability {
  /** True while a service cannot be reached because there is no network. */
  readonly isOffline: (service: Pick<ProfileFields, 'baseUrl'>) => boolean
  readonly isPracticeRunning: () => boolean
  /** Called at each answer with whether the service refuses the token of a profile; not for a dropped client. */
  readonly onToken: (id: ProfileId, isRefused: boolean) => void
  /** Whether any answer from the profile's service is stored. */
  readonly hasStoredAnswers?: (id: ProfileId) => boolean
}

interface ClientOptions {
  /** Additional facts for the record of each exchange. */
  readonly noted: Partial<RawExchange>
  readonly onRefused?: (isRefused: boolean) => void
  /** Missing for fields that are only tested. */
  readonly shapes?: AnswerShapes
  /** Missing for these too. */
  readonly ends?: CallEnds
}

// A declined request has the service's own format. In any other answer, code and message can be any JSON of any host.
function withoutText(failure: Failure): Failure {
  if (!isServiceFailure(failure) || failure.kind === 'declined') return failure
  // Any host can reject a token by status alone.
  const hasTokenCode = failure.kind === 'token-rejected' && failure.httpStatus !== 401
  return hasTokenCode ? failure : { ...failure, code: null, message: null }
}

/** Before the first call of a client, nothing is connected and no secret is read. */
export function createClients(
  { clock, random, findProfile, log }: Pick<AppContext, 'clock' | 'random' | 'findProfile' | 'log'>,
  { vault, exchanges, network, rules, shapes, lastHour }: ServiceParts,
  { isOffline, isPracticeRunning, onToken, hasStoredAnswers = () => false }: Availability,
) {
  const cached = new Map<ProfileId, OpenProfile>()
  const answeredUrls = new Set<string>()
  // Stored answers came from the address that the profile had when this run began.
  const firstUrls = new Map<ProfileId, string>()

  const answeredAt = ({ baseUrl }: ProfileFields, id?: ProfileId): AnswerMemory => ({
    has: () => {
      if (answeredUrls.has(baseUrl)) return true
      return id !== undefined && firstUrls.get(id) === baseUrl && hasStoredAnswers(id)
    },
    add: () => void answeredUrls.add(baseUrl),
  })

  const clientOn = (fields: ProfileFields, secret: ReadSecret, options: ClientOptions): ServiceClient => {
    const { noted, onRefused, shapes, ends } = options
    // Settings can be edited by hand: an address that nobody agreed to, or that is not allowed, receives no secret.
    const permitted: ReadSecret = async () => {
      rules.assertMayTalk(fields)
      return secret()
    }
    const token = createTokenSource(fields.authentication, permitted, { clock, onRefused })
    return createServiceClient(
      {
        baseUrl: fields.baseUrl,
        token,
        isOffline: () => isOffline(fields),
        answered: answeredAt(fields, noted.profileId),
      },
      {
        exchanges: { record: (raw, redact) => exchanges.record({ ...raw, ...noted }, redact) },
        network,
        clock,
        random,
        shapes,
        ends,
      },
    )
  }

  // A failing listener must not turn the outcome of a just answered command into unknown.
  const notify = (id: ProfileId, isRefused: boolean): void =>
    logged(log, 'a refused or accepted token could not be announced', () => onToken(id, isRefused))

  /** Returns profile and client, the same object until either changes. */
  const open = (profile: Profile): OpenProfile => {
    const cachedProfile = cached.get(profile.id)
    if (cachedProfile?.profile === profile) return cachedProfile
    void cachedProfile?.client.dispose()
    firstUrls.getOrInsert(profile.id, profile.baseUrl)
    const openProfile: OpenProfile = {
      profile,
      client: clientOn(profile, () => vault.get(profile.id, scopeOf(profile)), {
        noted: { profileId: profile.id },
        shapes: shapes.of(profile),
        ends: lastHour.of(profile),
        onRefused: (isRefused) => {
          if (cached.get(profile.id) === openProfile) notify(profile.id, isRefused)
        },
      }),
    }
    cached.set(profile.id, openProfile)
    return openProfile
  }

  return {
    open,
    /**
     * The client of a profile; refuses with no-profile, and with practice-stopped while the practice service does not
     * run.
     */
    forId: (id: ProfileId): Promise<ServiceClient> => {
      const profile = findProfile(id)
      if (profile === null) return Promise.reject(refusal('no-profile'))
      if (profile.kind === 'practice' && !isPracticeRunning()) return Promise.reject(refusal('practice-stopped'))
      return Promise.resolve(open(profile).client)
    },
    /**
     * Reads queryAccount with fields and a secret that need not be saved. Stores nothing, not even the answer's text:
     * any host can be tested, and a script in the page must not read the answers of hosts inside the network.
     */
    test: async (
      fields: ProfileFields,
      secret: Secret,
      options: CallOptions = {},
    ): Promise<OutputOf<'profile.test'>> => {
      const client = clientOn(fields, () => Promise.resolve(secret), { noted: { isAnswerStored: false } })
      // The system time might be changed meanwhile.
      const began = performance.now()
      try {
        const account = await client.queryAccount(options)
        return { account, tookMs: Math.round(performance.now() - began) }
      } catch (error) {
        throw error instanceof FailureError ? new FailureError(withoutText(error.failure)) : error
      } finally {
        await client.dispose()
      }
    },
    /**
     * Drops the client of a profile whose settings or secret changed: its reads are aborted, its commands run to
     * completion.
     */
    forget: (id: ProfileId): void => {
      void cached.get(id)?.client.dispose()
      cached.delete(id)
      notify(id, false)
    },
    /** Retries work that is suspended because the service refused the profile's token. */
    tryToken: (id: ProfileId): void => notify(id, false),
    dispose: (): void => {
      for (const { client } of cached.values()) void client.dispose()
      cached.clear()
    },
  }
}
