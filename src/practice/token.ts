import { createHmac, timingSafeEqual } from 'node:crypto'
import { parseObject } from './envelope.ts'
import type { Refusal } from './envelope.ts'

/** The service accepts a fixed access token, or a token that the client mints from app id and key. */
export interface PracticeCredentials {
  readonly accessToken: string
  /** 19 digits. */
  readonly appId: string
  /** A UUID; its UTF-8 bytes are the secret. */
  readonly appKey: string
}

const skewSeconds = 60

const missing: Refusal = { code: '1005', text: 'token is empty' }
/** Also the answer of a fault for any token. */
export const invalidToken: Refusal = { code: '1006', text: 'token expired or invalid' }
const unknownApp: Refusal = { code: '40001', text: 'invalid appId or secret' }

function sign(content: string, appKey: string): Buffer {
  return createHmac('sha256', Buffer.from(appKey, 'utf8')).update(content).digest()
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

const decode = (part: string) => parseObject(Buffer.from(part, 'base64url').toString('utf8'))

/**
 * Mints a token as a client does: HS256, with exactly the claims appId, iat and exp (service-api.md §Token), in whole
 * seconds.
 */
export function mintToken(
  credentials: Pick<PracticeCredentials, 'appId' | 'appKey'>,
  times: { readonly issuedAtSeconds: number; readonly lifetimeSeconds: number },
): string {
  const { issuedAtSeconds: iat, lifetimeSeconds } = times
  const claims = { appId: credentials.appId, iat, exp: iat + lifetimeSeconds }
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${content}.${sign(content, credentials.appKey).toString('base64url')}`
}

function claimsOf(token: string): Readonly<Record<string, unknown>> | undefined {
  const [, head = '', body = ''] = /^([\w-]+)\.([\w-]+)\.[\w-]+$/.exec(token) ?? []
  const header = decode(head)
  const claims = decode(body)
  if (!claims || header?.['alg'] !== 'HS256' || header['typ'] !== 'JWT') return undefined
  return Object.keys(claims).sort().join(' ') === 'appId exp iat' ? claims : undefined
}

function hasGoodSignature(token: string, appKey: string): boolean {
  const dot = token.lastIndexOf('.')
  const expected = sign(token.slice(0, dot), appKey)
  const signature = Buffer.from(token.slice(dot + 1), 'base64url')
  return signature.length === expected.length && timingSafeEqual(signature, expected)
}

function hasGoodTimes(claims: Readonly<Record<string, unknown>>, nowSeconds: number): boolean {
  const { iat, exp } = claims
  if (typeof iat !== 'number' || typeof exp !== 'number') return false
  if (!Number.isInteger(iat) || !Number.isInteger(exp)) return false
  return exp > nowSeconds && exp > iat && iat <= nowSeconds + skewSeconds
}

function refuseJwt(token: string, credentials: PracticeCredentials, nowMs: number): Refusal | undefined {
  const claims = claimsOf(token)
  if (claims === undefined) return invalidToken
  // The app id selects the key, so an unknown app id is detected before the signature.
  if (claims['appId'] !== credentials.appId) return unknownApp
  if (!hasGoodSignature(token, credentials.appKey)) return invalidToken
  return hasGoodTimes(claims, Math.floor(nowMs / 1000)) ? undefined : invalidToken
}

/** Why a `token` header is refused; undefined when it is accepted (service-api.md §Authentication, §Codes). */
export function refuseToken(
  header: string | undefined,
  credentials: PracticeCredentials,
  nowMs: number,
): Refusal | undefined {
  if (header === undefined || header === '' || /^bearer\b/i.test(header)) return missing
  return header === credentials.accessToken ? undefined : refuseJwt(header, credentials, nowMs)
}
