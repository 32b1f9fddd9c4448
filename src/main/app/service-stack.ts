/** The connection to services and their media: secrets, network, clients, and the practice service on this computer. */
import path from 'node:path'
import { app, session } from 'electron'
import { createClients } from './clients.ts'
import { createProxySignIns } from './proxy-sign-ins.ts'
import type { ProgramContext } from './app-context.ts'
import type { ActiveProfilesOwner } from '../workspaces/active-profiles.ts'
import { createPracticeHost } from '../desktop/practice.ts'
import { createBudgetedFetch } from '../media/fetch-budget.ts'
import { createMediaFetcher } from '../media/fetch-media.ts'
import { logged } from '../lib/log.ts'
import { isLinkLocal, lookupOf, systemResolve } from '../lib/public-address.ts'
import { createMediaStore } from '../media/media-store.ts'
import { createProfileRules } from '../policy/profile-rules.ts'
import { hostRule } from '../policy/read-policy.ts'
import type { MayAsk } from '../policy/read-policy.ts'
import { defaultServiceLimits } from '../service/client.ts'
import { createExchanges, hashOfExchange } from '../service/exchanges.ts'
import { createLastHour } from '../service/last-hour.ts'
import { createNetwork, systemCertificates } from '../service/network.ts'
import { createShapeWatch } from '../service/shape-watch.ts'
import { createKeychain } from '../vault/keychain.ts'
import { createVault } from '../vault/vault.ts'

const withoutLinkLocal = lookupOf(systemResolve, (address) => !isLinkLocal(address))

export type ServiceStack = ReturnType<typeof createServiceStack>

/** Requests, reads and connects nothing before first use. */
export function createServiceStack(
  context: ProgramContext,
  activeProfiles: Pick<ActiveProfilesOwner, 'setTokenRefused' | 'isOffline'>,
) {
  const { dataFolder, settings, policy, clock, log, events, repositories } = context
  const keychain = createKeychain({
    clock,
    log,
    onRecovered: () => void events.emit('keychainBack'),
    witness: {
      isWritten: () => settings.read().isKeychainProved === true,
      written: () => {
        settings.write({ isKeychainProved: true }).catch((error: unknown) => {
          log.warn('a locked keychain will be asked more than once', error)
        })
      },
    },
  })
  const { allowedHosts, sessionOnlySecrets } = policy
  const unfinished = { read: () => settings.read().unfinishedSecrets ?? {}, write: settings.write }
  const vault = createVault({
    keychain,
    log,
    sessionOnlySecrets,
    unfinished,
  })
  const exchanges = createExchanges(hashOfExchange, {
    onRecorded: () => context.emit('exchange.added', {}),
    kept: {
      add: (id, exchange) =>
        logged(log, `exchange ${exchange.id} could not be stored`, () => repositories.exchanges.add(id, exchange)),
      find: repositories.exchanges.find,
    },
  })
  const lastHour = createLastHour(clock)
  const shapes = createShapeWatch({
    repository: repositories.shapes,
    clock,
    log,
    findProfile: context.findProfile,
    onChanged: (id) => void events.emit('answersChanged', id),
  })
  const proxies = createProxySignIns(vault, unfinished, log)
  const ways = {
    resolveProxy: (url: string) => session.defaultSession.resolveProxy(url),
    certificates: systemCertificates,
    proxySignIns: proxies.signIns,
  }
  const practice = createPracticeHost(context, {
    folder: path.join(dataFolder, 'practice'),
    media: path.join(app.getAppPath(), 'out/main/practice'),
  })
  const isListed = hostRule(allowedHosts)
  // The practice service is part of the program: nothing leaves this computer.
  const isAllowed: MayAsk = (url) => isListed(url) || url.origin === practice.running()?.origin
  const rules = createProfileRules(policy, isAllowed)
  const network = createNetwork(ways, { connectMs: defaultServiceLimits.connectMs, lookup: withoutLinkLocal })
  const fetchMedia = createBudgetedFetch(createMediaFetcher(ways, clock, { isAllowed }), clock)
  return {
    vault,
    exchanges,
    lastHour,
    shapes,
    clients: createClients(
      context,
      { vault, exchanges, network, rules, shapes, lastHour },
      {
        onToken: activeProfiles.setTokenRefused,
        isOffline: activeProfiles.isOffline,
        isPracticeRunning: () => practice.running() !== null,
        hasStoredAnswers: (id) => repositories.accountSamples.newest(id, Infinity) !== null,
      },
    ),
    network,
    proxyHandlers: proxies.handlers,
    fetchMedia,
    media: createMediaStore(fetchMedia, clock),
    practice,
    rules,
  }
}
