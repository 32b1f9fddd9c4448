/** Limits connection tests: any host can be tested, so a script in the page could use them to scan a network. */
import type { OutputOf } from '../../shared/contract.ts'
import { FailureError, isServiceFailure, refusal } from '../../shared/failure.ts'
import type { ServiceFailure } from '../../shared/failure.ts'
import type { ProfileId } from '../../shared/ids.ts'
import type { Profile, ProfileFields, ProfileInput } from '../../shared/schemas/profile.ts'
import { createExchangeFact } from '../context/journal.ts'
import { operationNames } from '../service/operations.ts'
import { assertSecretStays, scopeOf, typedSecret } from '../vault/secret.ts'
import type { Secret } from '../vault/secret.ts'
import type { ProfileParts, ProfilesContext } from './profile-parts.ts'

const maxPerMinute = 10
const minuteMs = 60_000

// Known paths of services of this kind.
const knownPaths = ['/openapi/v2', '/duix-openapi-v2/sdk/v2']

/** Addresses that this one might stand for: all on its own host, so that the secret may be sent to them. */
function suggestedAddresses(baseUrl: string): readonly string[] {
  const { origin, pathname } = new URL(baseUrl)
  const path = pathname.replace(/\/+$/, '')
  // The address of an operation, as the service's documentation shows it.
  const operation = operationNames.find((name) => path.endsWith(`/${name}`))
  if (operation !== undefined) return [`${origin}${path.slice(0, -operation.length - 1)}`]
  const completions = knownPaths.filter((knownPath) => knownPath.startsWith(`${path}/`))
  return [...new Set([...completions, `${path}/v2`])].map((completed) => `${origin}${completed}`)
}

// A refusal in the service's own format comes from the service; any host can return a status alone.
function isOfService(failure: ServiceFailure): boolean {
  const { kind, code } = failure
  return kind === 'declined' || kind === 'no-content' || (kind === 'token-rejected' && code !== null)
}

/**
 * Tries a profile's fields without storing anything; one test at a time across all windows, and ten a minute. Failures:
 * the service's, no-token, invalid-input, keychain-*, and `test-limit` above these limits, when nothing is sent. When
 * something other than the service answered, the addresses that this one might stand for are tried too.
 */
export function createConnectionTest(
  { journal, clock }: ProfilesContext,
  { rules, vault, testConnection }: ProfileParts,
  find: (id: ProfileId) => Profile,
) {
  let isRunning = false
  let startedAt: readonly number[] = []

  const secretFor = async (input: ProfileInput) => {
    const before = input.id === null ? null : find(input.id)
    if (before !== null) await assertSecretStays(before, input, vault)
    const typed = typedSecret(input.secret)
    const secret = typed ?? (before === null ? null : await vault.get(before.id, scopeOf(input.fields)))
    if (secret === null) throw new FailureError({ kind: 'no-token' })
    return secret
  }

  const answersAt = async (fields: ProfileFields, secret: Secret): Promise<boolean> => {
    try {
      await testConnection(fields, secret, {})
      return true
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      return isServiceFailure(error.failure) && isOfService(error.failure)
    }
  }

  /** Adds the address where the service was found to the failure of a test. */
  const withFoundAddress = async (
    failed: FailureError,
    fields: ProfileFields,
    secret: Secret,
  ): Promise<FailureError> => {
    const { failure } = failed
    if (!isServiceFailure(failure) || failure.hints?.lacksVersion !== true) return failed
    for (const baseUrl of suggestedAddresses(fields.baseUrl)) {
      if (await answersAt({ ...fields, baseUrl }, secret)) {
        return new FailureError({ ...failure, hints: { ...failure.hints, foundBaseUrl: baseUrl } })
      }
    }
    return failed
  }

  const test = async (input: ProfileInput): Promise<OutputOf<'profile.test'>> => {
    rules.assertMayTalk(input.fields)
    const secret = await secretFor(input)
    const { name } = input.fields
    const entry = { profile: { id: input.id, name }, action: 'profile.tested', target: name } as const
    const exchange = createExchangeFact()
    try {
      const answer = await testConnection(input.fields, secret, exchange)
      journal.noteAfter({ ...entry, outcome: 'done', facts: exchange.facts() })
      return answer
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      journal.noteAfter({ ...entry, outcome: 'failed', failure: error.failure })
      throw await withFoundAddress(error, input.fields, secret)
    }
  }

  return async (input: ProfileInput): Promise<OutputOf<'profile.test'>> => {
    const now = clock.now()
    startedAt = startedAt.filter((at) => Math.abs(now - at) < minuteMs)
    if (isRunning || startedAt.length >= maxPerMinute) throw refusal('test-limit')
    isRunning = true
    startedAt = [...startedAt, now]
    try {
      return await test(input)
    } finally {
      isRunning = false
    }
  }
}
