/**
 * A separate process for `keychain.test.ts`: performs the steps in its arguments against the real keychain of its
 * environment and prints one JSON line for each. Secrets are named `<profile>=<text>` and only compared, never printed.
 */
import { spawnSync } from 'node:child_process'
import { writeSync } from 'node:fs'
import { systemClock } from '../../../src/main/lib/clock.ts'
import { createKeychain } from '../../../src/main/vault/keychain.ts'
import { scopeOf, Secret } from '../../../src/main/vault/secret.ts'
import { createVault } from '../../../src/main/vault/vault.ts'
import type { KeepIn } from '../../../src/main/vault/vault.ts'
import { FailureError } from '../../../src/shared/failure.ts'
import { profileId } from '../../../src/shared/schemas/ids.ts'
import { keepSecret, unfinishedSecrets } from '../../support/unfinished-secrets.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => 'none' }
const recovered = (): undefined => undefined
const key = profileId.parse('lobby')
const scope = scopeOf({ baseUrl: 'https://service.example/v2', authentication: { kind: 'access-token' } })
const elsewhere = { ...scope, origin: 'https://elsewhere.example' }
const keychain = createKeychain({ clock: systemClock, log, onRecovered: recovered })
const unfinished = unfinishedSecrets()
const vault = createVault({ keychain, log, unfinished })
const text = 'eyJ.a-secret.of-the-lobby'

const keep = (keepIn: KeepIn) => keepSecret({ vault, unfinished }, key, { scope, secret: new Secret(text), keepIn })

const steps: Readonly<Record<string, () => Promise<unknown>>> = {
  state: () => vault.state(),
  keep: async () => (await keep('keychain'), 'kept'),
  session: async () => (await keep('session'), 'kept'),
  get: async () => {
    const secret = await vault.get(key, scope)
    return secret === null ? null : secret.open() === text ? 'the secret' : 'another'
  },
  elsewhere: () => vault.get(key, elsewhere),
  whereabouts: () => vault.whereabouts(key, scope),
  delete: async () => (await vault.delete(key), 'deleted'),
  lock: () => Promise.resolve(spawnSync('bash', ['-c', process.env['LOCK_COMMAND'] ?? 'false']).status),
  pending: () => Promise.resolve(vault.hasPendingCall()),
}

for (const name of process.argv.slice(2)) {
  const answer = await steps[name]?.().catch((error: unknown) => {
    if (error instanceof FailureError) return error.failure.kind
    throw error
  })
  writeSync(1, `${JSON.stringify({ step: name, answer })}\n`)
}
// A call that never returns prevents even process.exit from ending the process.
if (vault.hasPendingCall()) process.kill(process.pid, 'SIGKILL')
