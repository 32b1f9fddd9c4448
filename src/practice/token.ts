import { createHmac, timingSafeEqual } from 'node:crypto'
import { isRecord } from './json.ts'

/** What opens the practice service: a fixed access token, or a token that the client makes from app id and key. */
export interface PracticeCredentials {
  readonly accessToken: string
  /** 19 digits. */
  readonly appId: string
  /** In the form of a UUID; its UTF-8 bytes are the secret. */
  readonly appKey: string
}

/** A refusal as the envelope carries it. */
export interface Refusal {
  readonly code: string
  readonly text: string
}

/** How far ahead of this clock a token may say it was issued. */
const skewSeconds = 60

const missing: Refusal = { code: '1005', text: 'token is empty' }
const invalid: Refusal = { code: '1006', text: 'token expired or invalid' }
const unknownApp: Refusal = { code: '40001', text: 'invalid appId or secret' }

function sign(content: string, appKey: string): Buffer {
  return createHmac('sha256', Buffer.from(appKey, 'utf8')).update(content).digest()
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

function decode(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return isRecord(value) ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** A token made as a client makes it: HS256, claims exactly appId, iat, exp (service-api.md §Token). Whole seconds. */
export function mintToken(
  credentials: Pick<PracticeCredentials, 'appId' | 'appKey'>,
  times: { readonly issuedAtSeconds: number; readonly lifetimeSeconds: number },
): string {
  const { issuedAtSeconds: iat, lifetimeSeconds } = times
  const claims = { appId: credentials.appId, iat, exp: iat + lifetimeSeconds }
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${content}.${sign(content, credentials.appKey).toString('base64url')}`
}

function hasGoodSignature(content: string, signature: string, appKey: string): boolean {
  const expected = sign(content, appKey)
  const given = Buffer.from(signature, 'base64url')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function hasGoodTimes(claims: Readonly<Record<string, unknown>>, nowSeconds: number): boolean {
  const { iat, exp } = claims
  if (typeof iat !== 'number' || typeof exp !== 'number') return false
  if (!Number.isInteger(iat) || !Number.isInteger(exp)) return false
  return exp > nowSeconds && exp > iat && iat <= nowSeconds + skewSeconds
}

function isExactly(record: Readonly<Record<string, unknown>>, keys: string): boolean {
  return Object.keys(record).sort().join(' ') === keys
}

type Claims = Readonly<Record<string, unknown>>

interface Jwt {
  readonly content: string
  readonly claims: Claims
  readonly signature: string
}

function readJwt(token: string): Jwt | undefined {
  const [, head, body, signature] = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(token) ?? []
  if (head === undefined || body === undefined || signature === undefined) return undefined
  const header = decode(head)
  const claims = decode(body)
  if (header?.['alg'] !== 'HS256' || header['typ'] !== 'JWT') return undefined
  if (claims === undefined || !isExactly(claims, 'appId exp iat')) return undefined
  return { content: `${head}.${body}`, claims, signature }
}

function refuseJwt(token: string, credentials: PracticeCredentials, nowMs: number): Refusal | undefined {
  const jwt = readJwt(token)
  if (jwt === undefined) return invalid
  // The key is looked up by the app id, so an unknown app id is noticed before the signature.
  if (jwt.claims['appId'] !== credentials.appId) return unknownApp
  if (!hasGoodSignature(jwt.content, jwt.signature, credentials.appKey)) return invalid
  return hasGoodTimes(jwt.claims, Math.floor(nowMs / 1000)) ? undefined : invalid
}

/** Why a `token` header is refused, or undefined when it opens the service (service-api.md §Authentication, §Codes). */
export function refuseToken(
  header: string | undefined,
  credentials: PracticeCredentials,
  nowMs: number,
): Refusal | undefined {
  if (header === undefined || header === '' || /^bearer\b/i.test(header)) return missing
  if (header === credentials.accessToken) return undefined
  return refuseJwt(header, credentials, nowMs)
}

/** The refusal of an expired token, for a fault. */
export const expiredToken: Refusal = invalid
