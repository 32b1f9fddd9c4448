/** Bounds connection tests: any host can be tested, so a script in the page could search a network by them. */
import type { OutputOf } from '../../shared/contract.ts'
import { FailureError, refusal } from '../../shared/failure.ts'
import type { ProfileId } from '../../shared/ids.ts'
import type { Profile, ProfileInput } from '../../shared/schemas/profile.ts'
import { createExchangeFact } from '../context/journal.ts'
import { assertSecretStays, scopeOf, typedSecret } from '../vault/secret.ts'
import type { ProfileParts, ProfilesContext } from './profile-parts.ts'

const maxPerMinute = 10
const minuteMs = 60_000

/**
 * Tries a profile's fields as given and stores nothing; one at a time, in all windows, and ten a minute. Failures: the
 * service's, no-token, invalid-input, keychain-*, and `test-limit` for more, when nothing is sent.
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
      if (error instanceof FailureError) journal.noteAfter({ ...entry, outcome: 'failed', failure: error.failure })
      throw error
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
