import { imageFacts } from './image-facts.ts'
import type { ImageFacts } from './image-facts.ts'
import { isRecord } from './json.ts'
import type { Refusal } from './token.ts'

/** An image that came with a creation. */
export interface UploadedImage extends ImageFacts {
  readonly bytes: Buffer
}

/** The fields of a creation as they came; a field left out is undefined (service-api.md §POST /createAvatar). */
export interface CreateRequest {
  readonly ttsName: string
  readonly conversationId: string
  readonly defaultSpeakingLanguage: string | undefined
  readonly greetings: string | undefined
  readonly name: string | undefined
  readonly profile: string | undefined
  readonly image: UploadedImage | undefined
}

const imageLimitBytes = 10 * 1024 * 1024
const optional = ['coverImage', 'defaultSpeakingLanguage', 'greetings', 'name', 'profile'] as const

const bad = (text: string): Refusal => ({ code: '-1', text })

/** Says whether a value is a refusal and not a result. */
export function isRefusal(value: object): value is Refusal {
  return 'code' in value && 'text' in value
}

interface Body {
  readonly fields: Readonly<Record<string, unknown>>
}

function parseBody(body: string): Body | Refusal {
  try {
    const value: unknown = JSON.parse(body)
    return isRecord(value) ? { fields: value } : bad('request body must be a JSON object')
  } catch (error) {
    if (error instanceof SyntaxError) return bad('request body is not JSON')
    throw error
  }
}

const isBase64 = (text: string): boolean => text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)

/** Reads `data:image/<type>;base64,<data>`: the data must decode to an image of just that type. */
function readDataUri(uri: string): UploadedImage | Refusal {
  const comma = uri.indexOf(',')
  const type = /^data:image\/([a-z0-9.+-]+);base64$/.exec(uri.slice(0, Math.max(0, comma)))?.[1]
  if (type === undefined) return bad('coverImage must be data:image/<type>;base64,<data>')
  const data = uri.slice(comma + 1)
  if (!isBase64(data)) return bad('coverImage is not base64')
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length > imageLimitBytes) return bad('coverImage is larger than 10 MB')
  const facts = imageFacts(bytes)
  if (facts === undefined) return bad('coverImage is not a PNG, JPEG or WebP image')
  if (facts.type !== type.replace(/^jpg$/, 'jpeg')) return bad(`coverImage says ${type} and is ${facts.type}`)
  return { ...facts, bytes }
}

function readImage(value: string | undefined): UploadedImage | Refusal | undefined {
  return value === undefined ? undefined : readDataUri(value)
}

function required(body: Readonly<Record<string, unknown>>, key: string): Refusal | undefined {
  return typeof body[key] === 'string' && body[key].trim() !== '' ? undefined : bad(`${key} cannot be empty`)
}

function text(body: Readonly<Record<string, unknown>>, key: string): string | undefined {
  const value = body[key]
  return typeof value === 'string' ? value : undefined
}

function checkFields(body: Readonly<Record<string, unknown>>, needsConversation: boolean): Refusal | undefined {
  const wrong = optional.find((key) => body[key] !== undefined && typeof body[key] !== 'string')
  if (wrong !== undefined) return bad(`${wrong} must be a string`)
  return required(body, 'ttsName') ?? (needsConversation ? required(body, 'conversationId') : undefined)
}

/**
 * The creation that a request body asks for, or the refusal it gets.
 * `imageAlone` accepts an image without conversationId, as the vendor's own tool sends it.
 */
export function readCreateRequest(rawBody: string, imageAlone: boolean): CreateRequest | Refusal {
  const parsed = parseBody(rawBody)
  if (isRefusal(parsed)) return parsed
  const body = parsed.fields
  const wrong = checkFields(body, !(imageAlone && body['coverImage'] !== undefined))
  if (wrong !== undefined) return wrong
  const image = readImage(text(body, 'coverImage'))
  if (image !== undefined && isRefusal(image)) return image
  return {
    ttsName: text(body, 'ttsName') ?? '',
    conversationId: text(body, 'conversationId') ?? '',
    defaultSpeakingLanguage: text(body, 'defaultSpeakingLanguage'),
    greetings: text(body, 'greetings'),
    name: text(body, 'name'),
    profile: text(body, 'profile'),
    image,
  }
}
