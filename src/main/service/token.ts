/** The value of the `token` header, as it is or minted from an app id and key. The only file that opens a secret. */
import { decodeJwt, errors, SignJWT } from 'jose'
import { FailureError, invalidInput } from '../../shared/failure.ts'
import type { Authentication } from '../../shared/schemas/profile.ts'
import type { Clock } from '../lib/clock.ts'
import { redactor, rememberMinted, secretsOfRun } from '../lib/redaction.ts'
import type { Redact } from '../lib/redaction.ts'

export interface TokenSource {
  /** Whether tokens are made here, by this computer's clock. */
  readonly isMinting: boolean
  /** The header's value. Fails as the vault does, and with `no-token` or `invalid-input` (path `secret`). */
  readonly header: () => Promise<string>
  /** The service rejected this value of the header: a minted token is dropped, so that the next call mints anew. */
  readonly rejected: (token: string) => void
  /** The service answered a request with this token. */
  readonly accepted: () => void
  /** This profile's token, its earlier ones, its app key, and all other secrets of this run; for redaction alone. */
  readonly secrets: () => readonly string[]
  /** Takes these secrets out of a text, and what looks like a JWT. */
  readonly redact: Redact
}

/** The access token or the app key; null when there is none. Asked until it answers, then kept for the source's life. */
export type ReadSecret = () => Promise<{ readonly open: () => string } | null>

// The operator's clock may be a little ahead of the service's, which would then read an `iat` in the future. Public
// clients do the same (`service-api.md §Token`); `exp` moves with it, so that the lifetime stays as set.
const backdateSeconds = 10

// At 80 % of its life a token is renewed: even the shortest (60 s) then has seconds left for a slow upload's start.
const renewalShare = 0.8

const maxTokensKnown = 8

/**
 * Nothing is read or minted before the first call of `header`. `onRefused` hears, each time, that the service refused what
 * this source can give (an access token, or also the token that was minted after a refused one), and that it accepted one.
 */
export function createTokenSource(
  authentication: Authentication,
  secret: ReadSecret,
  { clock, onRefused }: { readonly clock: Clock; readonly onRefused?: ((isRefused: boolean) => void) | undefined },
): TokenSource {
  let opened: string | null = null
  let minted: Awaited<ReturnType<typeof mint>> | null = null
  let rejectedInTurn = 0
  const known: string[] = []

  const remember = (value: string): void => {
    if (known.includes(value)) return
    known.push(value)
    // The first is the access token or the app key itself; of minted tokens the last few may still turn up.
    if (known.length > maxTokensKnown) known.splice(1, 1)
  }

  const secrets = (): readonly string[] => [...new Set([...known, ...secretsOfRun()])]
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
    // A clock set back would make a token live longer than the service lets it.
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
      // What a call brings that began before the renewal says nothing of the token that is sent by now.
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

/** Epoch milliseconds of the `exp` of a readable JWT; null for any other token, which is a normal state. */
export function tokenExpiresAt(token: string): number | null {
  try {
    const { exp } = decodeJwt(token.trim())
    return exp === undefined || !Number.isFinite(exp) ? null : exp * 1_000
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

// Anything else than visible ASCII cannot stand in a header; a line break in it would be another header.
function asHeader(token: string): string {
  if (/^[\x21-\x7e]+$/.test(token)) return token
  throw invalidInput('secret', 'not usable as a header: only visible ASCII characters, no spaces')
}

/**
 * Claims and header exactly as `service-api.md §Token`: appId, iat and exp in whole seconds; alg and typ. `now`, `mintedAt`
 * and `renewAt` are epoch milliseconds.
 */
async function mint(appId: string, lifetimeSeconds: number, { key, now }: { key: string; now: number }) {
  const iat = Math.floor(now / 1_000) - backdateSeconds
  const token = await new SignJWT({ appId, iat, exp: iat + lifetimeSeconds })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(key))
  return { token, mintedAt: now, renewAt: (iat + lifetimeSeconds * renewalShare) * 1_000 }
}
