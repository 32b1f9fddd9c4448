/** Names and passwords for proxies: in main's memory, and in the keychain through the vault, under the proxy's host. */
import { createHash } from 'node:crypto'
import type { ProfileId } from '../../shared/ids.ts'
import { profileId } from '../../shared/schemas/ids.ts'
import type { ProxySignInInput } from '../../shared/schemas/profile.ts'
import type { HandlersOf } from '../ipc/handlers.ts'
import type { Log } from '../lib/log.ts'
import { rememberSecret } from '../lib/redaction.ts'
import type { ProxySignIns } from '../service/network.ts'
import { Secret } from '../vault/secret.ts'
import type { SecretScope } from '../vault/secret.ts'
import type { UnfinishedSecrets, Vault } from '../vault/vault.ts'

// The vault stores its entries under ids; a host can have other characters and be longer.
function entryOf(host: string): ProfileId {
  const hash = createHash('sha256').update(host.toLowerCase()).digest('hex')
  return profileId.parse(`proxy-${hash.slice(0, 32)}`)
}

// A stored sign-in is valid only for this proxy, whatever the keychain contains under its entry.
function scopeOf(host: string): SecretScope {
  return { origin: `http://${host.toLowerCase()}`, kind: 'access-token' }
}

/** Reads nothing before a proxy is used. Every later connection uses the sign-in that a person entered. */
export function createProxySignIns(
  vault: Pick<Vault, 'get' | 'replace'>,
  unfinished: Pick<UnfinishedSecrets, 'write'>,
  log: Pick<Log, 'warn'>,
) {
  const secrets = new Map<string, Promise<Secret | null>>()

  // A locked or missing keychain must not prevent an attempt without a sign-in: most proxies want no password.
  const read = async (host: string): Promise<Secret | null> => {
    try {
      return await vault.get(entryOf(host), scopeOf(host))
    } catch (error) {
      log.warn('the sign-in of a proxy could not be read', error)
      // When the keychain is unlocked, the sign-in can be read.
      secrets.delete(host)
      return null
    }
  }

  const signIn = async ({ proxy, user, password, keepIn }: ProxySignInInput): Promise<void> => {
    rememberSecret(password)
    // Uses the header's own format, so that main handles one text and never its parts.
    const secret = new Secret(Buffer.from(`${user}:${password}`).toString('base64'))
    const next = { scope: scopeOf(proxy), secret, keepIn, isFirst: false }
    await vault.replace(entryOf(proxy), next, unfinished.write)
    secrets.set(proxy, Promise.resolve(secret))
  }

  return {
    signIns: {
      find: (host): Promise<Secret | null> => secrets.getOrInsertComputed(host, () => read(host)),
      reject: (host, credentials): void => {
        void secrets.get(host)?.then((secret) => {
          // A person may have signed in again meanwhile.
          if (secret === credentials) secrets.set(host, Promise.resolve(null))
        })
      },
    } satisfies ProxySignIns,
    handlers: { 'proxy.signIn': (input) => signIn(input) } satisfies HandlersOf<'proxy.signIn'>,
  }
}
