/** The way to services and their media: secrets, network, clients, and the practice service on this computer. */
import path from 'node:path'
import type { ProfileId } from '../../shared/ids.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import { createClients } from './clients.ts'
import type { Clients, ClientsDeps } from './clients.ts'
import type { Clock } from '../lib/clock.ts'
import { createPracticeHost } from '../desktop/practice.ts'
import type { PracticeHost } from '../desktop/practice.ts'
import type { Log } from '../lib/log.ts'
import { createMediaFetcher } from '../media/fetch-media.ts'
import type { FetchMedia } from '../media/fetch-media.ts'
import { isLinkLocal, lookupOf, systemResolve } from '../media/public-address.ts'
import { createMediaStore } from '../media/media-store.ts'
import type { MediaStore } from '../media/media-store.ts'
import { hostRule } from '../policy/host-rule.ts'
import type { MayAsk } from '../policy/host-rule.ts'
import { createProfileRules } from '../policy/profile-rules.ts'
import type { ProfileRules } from '../policy/profile-rules.ts'
import type { ActivePolicy } from '../policy/read-policy.ts'
import { unboundScopes } from '../vault/secret-rules.ts'
import { defaultServiceLimits } from '../service/client.ts'
import { createExchanges } from '../service/exchanges.ts'
import type { Exchanges } from '../service/exchanges.ts'
import type { ParseOnWorker } from '../service/parse-dispatch.ts'
import { createNetwork, systemCertificates } from '../service/network.ts'
import type { Settings } from '../store/settings.ts'
import { createKeychain } from '../vault/keychain.ts'
import { createVault } from '../vault/vault.ts'
import type { Vault } from '../vault/vault.ts'

/** The way. */
export interface ServiceStack {
  readonly vault: Vault
  readonly exchanges: Exchanges
  readonly clients: Clients
  readonly fetchMedia: FetchMedia
  readonly media: MediaStore
  readonly practice: PracticeHost
  readonly rules: ProfileRules
}

export interface ServiceStackDeps {
  readonly dataFolder: string
  readonly settings: Pick<Settings, 'read'>
  readonly policy: ActivePolicy
  readonly clock: Clock
  readonly log: Log
  /** A number from 0 to below 1. */
  readonly random: () => number
  readonly randomId: () => string
  /** The system's proxies for an address. */
  readonly resolveProxy: (url: string) => Promise<string>
  readonly findProfile: (id: ProfileId) => Profile | null
  readonly parseOnWorker: ParseOnWorker
  readonly isOffline: ClientsDeps['isOffline']
  /** Hears, each time, whether the service refuses the token of a profile. */
  readonly onToken: ClientsDeps['onToken']
  /** The keychain has become usable by itself. */
  readonly onKeychainBack: () => void
}

const withoutLinkLocal = lookupOf(systemResolve, (address) => !isLinkLocal(address))

/** Builds the way; nothing is asked, read or connected before somebody goes it. */
export function createServiceStack(deps: ServiceStackDeps): ServiceStack {
  const { dataFolder, settings, policy, clock, log, random, randomId, resolveProxy, findProfile, parseOnWorker } = deps
  const keychain = createKeychain({ clock, log, onRecovered: deps.onKeychainBack })
  const { allowedHosts, sessionOnlySecrets } = policy
  const vault = createVault({ keychain, log, sessionOnlySecrets, unbound: () => unboundScopes(settings.read()) })
  const exchanges = createExchanges({ newId: randomId })
  const ways = { resolveProxy, certificates: systemCertificates }
  const practice = createPracticeHost({ folder: path.join(dataFolder, 'practice'), clock, log })
  const isListed = hostRule(allowedHosts)
  // The practice service is a part of the program: nothing leaves this computer.
  const isAllowed: MayAsk = (url) => isListed(url) || url.origin === practice.running()?.origin
  const rules = createProfileRules(policy, isAllowed)
  const fetchMedia = createMediaFetcher({ ...ways, isAllowed, clock })
  return {
    vault,
    exchanges,
    clients: createClients({
      ...{ vault, exchanges, clock, log, random, findProfile, parseOnWorker, rules },
      onToken: deps.onToken,
      network: createNetwork({ ...ways, connectMs: defaultServiceLimits.connectMs, lookup: withoutLinkLocal }),
      isOffline: deps.isOffline,
      isPracticeRunning: () => practice.running() !== null,
    }),
    fetchMedia,
    media: createMediaStore({ fetchMedia, clock }),
    practice,
    rules,
  }
}
