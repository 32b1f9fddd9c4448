/** Whose account an access token opens, by its own claims: they are not proved, but a token spends what it says or nothing. */
import { decodeJwt, errors } from 'jose'
import type { SecretAccount } from '../../shared/schemas/profile.ts'

// It is shown: no control or direction marks, and no novel.
const readable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]{1,200}$/u

// A number may have been rounded: two App IDs of 19 digits would read as the same.
function textOf(claim: unknown): string | null {
  return typeof claim === 'string' && claim.trim() !== '' && readable.test(claim) ? claim : null
}

/** Null for any token that is not a readable JWT with an App ID or a subject, which is a normal state. */
export function accountOfToken(token: string): SecretAccount | null {
  try {
    const { appId, sub, iss } = decodeJwt(token.trim())
    const account = { appId: textOf(appId), subject: textOf(sub), issuer: textOf(iss) }
    return account.appId === null && account.subject === null ? null : account
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
