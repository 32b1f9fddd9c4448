/** The account that pays for a profile's requests, as far as the profile and its secret name it. */
import type { Payer, Profile, ProfileFields, SecretAccount } from '../../shared/schemas/profile.ts'
import { isOtherAccount } from './secret.ts'
import type { Secret } from './secret.ts'

/** Reads the account from an access token; null for a token without an account. */
export type ReadAccount = (token: Secret) => SecretAccount | null

/** `token`: null when the token is not available. */
export function payerOf(
  { baseUrl, authentication }: Pick<ProfileFields, 'baseUrl' | 'authentication'>,
  token: Secret | null,
  readAccount: ReadAccount,
): Payer {
  const { kind } = authentication
  if (kind === 'api-keys')
    return { baseUrl, kind, account: { appId: authentication.appId, subject: null, issuer: null } }
  return { baseUrl, kind, account: token === null ? null : readAccount(token) }
}

/** True only when both accounts are known and equal: two unknown accounts can be different. */
function isSameAccount(one: SecretAccount | null, other: SecretAccount | null): boolean {
  if (one === null || other === null) return false
  // Several people can share an App ID, and one person can use several App IDs.
  if (one.appId !== null && other.appId !== null) return one.appId === other.appId
  // A subject is unique only within its issuer.
  return one.subject !== null && one.subject === other.subject && one.issuer === other.issuer
}

export function isSamePayer(one: Payer, other: Payer): boolean {
  return one.baseUrl === other.baseUrl && one.kind === other.kind && isSameAccount(one.account, other.account)
}

/** Adds the remembered account when the profile and its secret do not name an account. */
export function withAccount(payer: Payer, remembered: Payer | null): Payer {
  const isKnown = payer.account !== null || remembered?.kind !== payer.kind
  return isKnown ? payer : { ...payer, account: remembered.account }
}

/** True when the profile's own fields name a different address or account; the secret is not read. */
export function hasMoved(before: Payer, after: Payer): boolean {
  const isOther = before.baseUrl !== after.baseUrl || before.kind !== after.kind
  return isOther || (after.account !== null && !isSameAccount(before.account, after.account))
}

/** The payers before and after a profile is saved. */
export interface PayerChange {
  /** The payer before the save; for a new profile the payer after the save. */
  readonly before: Payer
  readonly after: Payer
  /** No secret was typed, or the stored secret was typed again. */
  readonly keepsSecret: boolean
  /** The same account pays as before, even if the account itself is unknown. */
  readonly isSame: boolean
}

/** `typed`: null when the stored secret stays; `stored`: null when the stored secret is unreadable. */
export function payerChange(
  { before, after }: { readonly before: Profile | null; readonly after: ProfileFields },
  { typed, stored }: { readonly typed: Secret | null; readonly stored: Secret | null },
  readAccount: ReadAccount,
): PayerChange {
  const keepsSecret = typed === null || (stored !== null && typed.equals(stored))
  return {
    before: before === null ? payerOf(after, typed, readAccount) : payerOf(before, stored, readAccount),
    after: payerOf(after, typed ?? stored, readAccount),
    keepsSecret,
    isSame: before === null || (keepsSecret && !isOtherAccount(before, after)),
  }
}

/** A profile that is about to be written. */
export interface SavedProfile {
  /** null for a new profile. */
  readonly before: Profile | null
  readonly after: Profile
  /** null when the stored secret stays. */
  readonly typed: Secret | null
  /** null when the stored secret is unreadable. */
  readonly stored: Secret | null
}

/** Runs before a profile is written. Returns a function that undoes the effect if the profile cannot be written. */
export type BeforeSave = (saved: SavedProfile) => () => void
