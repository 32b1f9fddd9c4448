/**
 * The account of an access token, from its claims. The claims are not verified, but a token with false claims cannot
 * spend.
 */
import { decodeJwt, errors } from 'jose'
import type { SecretAccount } from '../../shared/schemas/profile.ts'

// The text is displayed, so it has no control or direction marks and at most 200 characters.
const readable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]{1,200}$/u

// A number can be rounded by parsing: two App IDs of 19 digits would become equal.
function textOf(claim: unknown): string | null {
  return typeof claim === 'string' && claim.trim() !== '' && readable.test(claim) ? claim : null
}

/** Null for every token that is not a readable JWT with an App ID or a subject, which is a normal state. */
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
