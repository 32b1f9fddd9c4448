/**
 * The value of the `token` header: the stored token, or a token minted from an app id and key. Only this file opens a
 * secret.
 */
import { decodeJwt, errors, SignJWT } from 'jose'
import { FailureError, invalidInput } from '../../shared/failure.ts'
import type { Authentication } from '../../shared/schemas/profile.ts'
import type { Clock } from '../lib/clock.ts'
import { redactor, rememberMinted, secretsOfRun } from '../lib/redaction.ts'
import type { Redact } from '../lib/redaction.ts'

export interface TokenSource {
  /** Whether Greenroom mints the tokens, which depends on this computer's clock. */
  readonly isMinting: boolean
  /**
   * Returns the header's value. Fails with the failures of the vault, and with `no-token` or `invalid-input` (path
   * `secret`).
   */
  readonly header: () => Promise<string>
  /**
   * Reports that the service rejected this header value. Drops a minted token, so that the next call mints a new token.
   */
  readonly rejected: (token: string) => void
  /** Reports that the service accepted a request with this token. */
  readonly accepted: () => void
  /** This profile's token, its earlier ones, its app key, and all other secrets of this run; only for redaction. */
  readonly secrets: () => readonly string[]
  /** Removes these secrets, and everything that looks like a JWT, from a text. */
  readonly redact: Redact
}

/**
 * Reads the access token or the app key; null without a secret. Called until it returns a secret, which is then kept
 * for the life of the source.
 */
export type ReadSecret = () => Promise<{ readonly open: () => string } | null>

// The operator's clock can be slightly ahead of the service's clock, and `iat` would then be in the future. Public
// clients backdate too (`service-api.md §Token`). `exp` moves by the same amount, so that the lifetime does not change.
const backdateSeconds = 10

// A token is renewed at 80 % of its life: even the shortest life (60 s) then leaves seconds for the start of a slow
// upload.
const renewalShare = 0.8

const maxTokensKnown = 8

/**
 * Does not read or mint anything before the first call of `header`. Calls `onRefused` with true each time the service
 * refuses an access token, or a minted token whose predecessor was refused too; and with false each time it accepts a
 * token.
 */
export function createTokenSource(
  authentication: Authentication,
  secret: ReadSecret,
  { clock, onRefused }: { readonly clock: Clock; readonly onRefused?: ((isRefused: boolean) => void) | undefined },
): TokenSource {
  let opened: string | null = null
  let minted: Awaited<ReturnType<typeof mint>> | null = null
  let rejectedInTurn = 0
  const knownSecrets: string[] = []

  const remember = (value: string): void => {
    if (knownSecrets.includes(value)) return
    knownSecrets.push(value)
    // The first entry is the access token or the app key. Of the minted tokens, only the last few can still appear in
    // answers.
    if (knownSecrets.length > maxTokensKnown) knownSecrets.splice(1, 1)
  }

  const secrets = (): readonly string[] => [...new Set([...knownSecrets, ...secretsOfRun()])]
  const redact: Redact = (text, max) => redactor(secrets())(text, max)

  const open = async (): Promise<string> => {
    if (opened !== null) return opened
    const value = ((await secret())?.open() ?? '').trim()
    if (value === '') throw new FailureError({ kind: 'no-token' })
    remember(value)
    opened = value
    return value
  }

  const current = async (appId: string, lifetimeSeconds: number): Promise<string> => {
    const now = clock.now()
    // After the clock was set back, a token would be used longer than the service accepts it.
    if (minted !== null && now >= minted.mintedAt && now < minted.renewAt) return minted.token
    const fresh = await mint(appId, lifetimeSeconds, { key: await open(), now })
    remember(fresh.token)
    rememberMinted(fresh.token)
    minted = fresh
    return fresh.token
  }

  return {
    isMinting: authentication.kind === 'api-keys',
    header: async (): Promise<string> => {
      if (authentication.kind === 'access-token') return asHeader(await open())
      return current(authentication.appId, authentication.tokenLifetimeSeconds)
    },
    rejected: (token: string): void => {
      const isMinted = authentication.kind === 'api-keys'
      // The rejection of a token that was replaced meanwhile does not concern the current token.
      if (isMinted && minted?.token !== token) return
      minted = null
      rejectedInTurn += 1
      if (!isMinted || rejectedInTurn > 1) onRefused?.(true)
    },
    accepted: (): void => {
      rejectedInTurn = 0
      onRefused?.(false)
    },
    secrets,
    redact,
  }
}

/** Epoch milliseconds of the `exp` of a readable JWT; null for all other tokens, which is a normal state. */
export function tokenExpiresAt(token: string): number | null {
  try {
    const { exp } = decodeJwt(token.trim())
    return exp === undefined || !Number.isFinite(exp) ? null : exp * 1_000
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

// A header allows only visible ASCII; a line break would start a second header.
function asHeader(token: string): string {
  if (/^[\x21-\x7e]+$/.test(token)) return token
  throw invalidInput('secret', 'not usable as a header: only visible ASCII characters, no spaces')
}

/**
 * Uses exactly the claims and header of `service-api.md §Token`: appId, iat and exp in whole seconds; alg and typ.
 * `now`, `mintedAt` and `renewAt` are epoch milliseconds.
 */
async function mint(appId: string, lifetimeSeconds: number, { key, now }: { key: string; now: number }) {
  const iat = Math.floor(now / 1_000) - backdateSeconds
  const token = await new SignJWT({ appId, iat, exp: iat + lifetimeSeconds })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(key))
  return { token, mintedAt: now, renewAt: (iat + lifetimeSeconds * renewalShare) * 1_000 }
}
