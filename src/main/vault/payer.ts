/** Who pays for what a profile sends, as far as the profile and its secret say it. */
import type { Payer, Profile, ProfileFields, SecretAccount } from '../../shared/schemas/profile.ts'
import { isOtherAccount } from './secret.ts'
import type { Secret } from './secret.ts'

/** Reads the account out of an access token; null for a token that does not say. */
export type ReadAccount = (token: Secret) => SecretAccount | null

/** `token`: null where it is not at hand. */
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

/** True only where both say it: two accounts of which nothing is known may be two. */
function isSameAccount(one: SecretAccount | null, other: SecretAccount | null): boolean {
  if (one === null || other === null) return false
  // Several people may use one App ID, and one person several.
  if (one.appId !== null && other.appId !== null) return one.appId === other.appId
  // Unique within its issuer alone.
  return one.subject !== null && one.subject === other.subject && one.issuer === other.issuer
}

export function isSamePayer(one: Payer, other: Payer): boolean {
  return one.baseUrl === other.baseUrl && one.kind === other.kind && isSameAccount(one.account, other.account)
}

/** With the account that is remembered, where the profile and its secret do not say it themselves. */
export function withAccount(payer: Payer, remembered: Payer | null): Payer {
  const isKnown = payer.account !== null || remembered?.kind !== payer.kind
  return isKnown ? payer : { ...payer, account: remembered.account }
}

/** True where the profile itself names a different address or account than it did; its secret is not asked. */
export function hasMoved(before: Payer, after: Payer): boolean {
  const isOther = before.baseUrl !== after.baseUrl || before.kind !== after.kind
  return isOther || (after.account !== null && !isSameAccount(before.account, after.account))
}

/** A profile that is saved. */
export interface PayerChange {
  /** Of a new profile as after it is saved. */
  readonly before: Payer
  readonly after: Payer
  /** No secret was typed, or the stored one again. */
  readonly keepsSecret: boolean
  /** The same account pays as before, though it may be that nothing else is known of it. */
  readonly isSame: boolean
}

/** `typed`: null where the stored secret stays; `stored`: null where it cannot be read. */
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
  /** null where the stored secret stays. */
  readonly typed: Secret | null
  /** null where it cannot be read. */
  readonly stored: Secret | null
}

/** Answers how to undo what it did, for a profile that could not be written. */
export type BeforeSave = (saved: SavedProfile) => () => void
