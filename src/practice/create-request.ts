import { parseObject } from './envelope.ts'

interface UploadedImage {
  readonly type: 'png' | 'jpeg' | 'webp'
  /** Width and height in pixels; 0 where the header contains no size. */
  readonly width: number
  readonly height: number
  readonly bytes: Buffer
}

/** The fields as received. Source: service-api.md §POST /createAvatar. */
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
const required = ['ttsName', 'conversationId'] as const
const optional = ['coverImage', 'defaultSpeakingLanguage', 'greetings', 'name', 'profile'] as const

function startOfFrame(code: number): boolean {
  return code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc
}

function jpegSize(bytes: Buffer): Pick<UploadedImage, 'width' | 'height'> {
  for (let offset = 2; offset + 9 < bytes.length && bytes[offset] === 0xff;) {
    if (startOfFrame(bytes.readUInt8(offset + 1))) {
      return { height: bytes.readUInt16BE(offset + 5), width: bytes.readUInt16BE(offset + 7) }
    }
    offset += 2 + bytes.readUInt16BE(offset + 2)
  }
  return { width: 0, height: 0 }
}

/** undefined for a file that is not PNG, JPEG or WebP. */
export function imageFacts(bytes: Buffer): Omit<UploadedImage, 'bytes'> | undefined {
  const hasText = (text: string, offset: number) => bytes.toString('latin1', offset, offset + text.length) === text
  if (hasText('\x89PNG\r\n\x1a\n', 0) && bytes.length >= 24) {
    return { type: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  }
  if (hasText('\xff\xd8\xff', 0)) return { type: 'jpeg', ...jpegSize(bytes) }
  return hasText('RIFF', 0) && hasText('WEBP', 8) ? { type: 'webp', width: 0, height: 0 } : undefined
}

/** Returns an error text for an invalid URI. */
function readDataUri(uri: string): UploadedImage | string {
  const comma = Math.max(0, uri.indexOf(','))
  const type = /^data:image\/([a-z0-9.+-]+);base64$/.exec(uri.slice(0, comma))?.[1]
  if (type === undefined) return 'coverImage must be data:image/<type>;base64,<data>'
  const data = uri.slice(comma + 1)
  if (data.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return 'coverImage is not base64'
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length > imageLimitBytes) return 'coverImage is larger than 10 MB'
  const facts = imageFacts(bytes)
  if (facts === undefined) return 'coverImage is not a PNG, JPEG or WebP image'
  if (facts.type !== type.replace(/^jpg$/, 'jpeg')) return `coverImage says ${type} and is ${facts.type}`
  return { ...facts, bytes }
}

/**
 * Returns an error text for an invalid request. `imageAlone`: accepts an image without conversationId, as the vendor's
 * own tool sends it.
 */
export function readCreateRequest(rawBody: string, imageAlone: boolean): CreateRequest | string {
  const body = parseObject(rawBody)
  if (!body) return body === null ? 'request body is not JSON' : 'request body must be a JSON object'
  const odd = optional.find((key) => body[key] !== undefined && typeof body[key] !== 'string')
  if (odd !== undefined) return `${odd} must be a string`
  const text = (key: keyof CreateRequest | 'coverImage') => (typeof body[key] === 'string' ? body[key] : undefined)
  const uri = text('coverImage')
  const mayBeAlone = imageAlone && uri !== undefined
  const blank = required.find((key) => !text(key)?.trim() && !(mayBeAlone && key === 'conversationId'))
  if (blank !== undefined) return `${blank} cannot be empty`
  const image = uri === undefined ? undefined : readDataUri(uri)
  if (typeof image === 'string') return image
  return {
    ttsName: text('ttsName') ?? '',
    conversationId: text('conversationId') ?? '',
    defaultSpeakingLanguage: text('defaultSpeakingLanguage'),
    greetings: text('greetings'),
    name: text('name'),
    profile: text('profile'),
    image,
  }
}
