/**
 * The body of createAvatar. The image file is opened and its size is checked before anything is sent, so that a missing
 * or changed file certainly costs nothing. The image is read and encoded as base64 chunk by chunk during the upload, in
 * one reused buffer: whole images would occupy memory until garbage collection and take three times as long.
 */
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { FailureError } from '../../shared/failure.ts'
import type { ConversationId } from '../../shared/ids.ts'
import { creationFieldNames, creationFieldRows } from '../../shared/model/creation-fields.ts'
import type { CreationFields } from '../../shared/schemas/avatar.ts'
import type { OutgoingBody } from './http-exchange.ts'

/** The image types that createAvatar accepts. Source: `service-api.md §Creating avatars`. */
export type SentImageType = 'jpeg' | 'png' | 'webp'

/** An image file that is streamed into the request as a base64 data URI. */
export interface CoverImage {
  readonly path: string
  readonly type: SentImageType
  readonly bytes: number
  /** Hash of the file in hex, recorded instead of the image. */
  readonly sha256: string
}

/** The input of createAvatar. */
export interface CreateAvatarInput extends CreationFields {
  /** "" only together with an image. */
  readonly conversationId: ConversationId | ''
  readonly coverImage: CoverImage | null
}

// A multiple of 3, so that base64 chunks join without padding; a chunk becomes 128 kB of text.
const chunkBytes = 96 * 1_024

/**
 * Returns the body with its exact length. Fails with `storage` when the image is unreadable or its size has changed.
 */
export async function creationBody(input: CreateAvatarInput): Promise<OutgoingBody> {
  const fields = creationJson(input)
  if (input.coverImage === null) return body({ head: fields, image: null, tail: '' }, fields)
  const { coverImage } = input
  await assertReadable(coverImage)
  const described = JSON.stringify({
    coverImage: `[image/${coverImage.type}, ${coverImage.bytes} bytes, SHA-256 ${coverImage.sha256}]`,
  })
  return body(
    {
      head: `${fields.slice(0, -1)},"coverImage":"data:image/${coverImage.type};base64,`,
      image: coverImage,
      tail: '"}',
    },
    `${fields.slice(0, -1)},${described.slice(1)}`,
  )
}

interface Parts {
  readonly head: string
  readonly image: CoverImage | null
  readonly tail: string
}

function body(parts: Parts, recorded: string): OutgoingBody {
  const base64Bytes = Math.ceil((parts.image?.bytes ?? 0) / 3) * 4
  return {
    contentType: 'application/json',
    bytes: Buffer.byteLength(parts.head) + base64Bytes + Buffer.byteLength(parts.tail),
    stream: (onChunk) => Readable.from(countingBytes(chunks(parts), onChunk), { objectMode: false }),
    recorded,
  }
}

// Continues after a `yield` when the connection has room again; by then the yielded part was written to the connection.
async function* countingBytes(
  parts: AsyncIterable<Buffer>,
  onChunk: (writtenBytes: number) => void,
): AsyncGenerator<Buffer> {
  let writtenBytes = 0
  for await (const part of parts) {
    yield part
    writtenBytes += part.byteLength
    onChunk(writtenBytes)
  }
}

async function* chunks({ head, image, tail }: Parts): AsyncGenerator<Buffer> {
  yield Buffer.from(head)
  if (image !== null) yield* encoded(image)
  if (tail !== '') yield Buffer.from(tail)
}

// Awaiting each piece lets main do other work, because a fast network would accept the whole image without a pause.
async function* encoded({ path, bytes }: CoverImage): AsyncGenerator<Buffer> {
  await using file = await open(path)
  const piece = Buffer.allocUnsafe(chunkBytes)
  for (let start = 0; start < bytes; start += chunkBytes) {
    const length = Math.min(chunkBytes, bytes - start)
    const { bytesRead } = await file.read(piece, 0, length, start)
    if (bytesRead < length) throw unreadable(`the image ended after ${start + bytesRead} of ${bytes} bytes`)
    yield Buffer.from(piece.toString('base64', 0, length), 'latin1')
  }
}

async function assertReadable({ path, bytes }: CoverImage): Promise<void> {
  const size = await sizeOf(path).catch((error: unknown) => {
    throw unreadable(error instanceof Error ? error.message : String(error))
  })
  if (size !== bytes) throw unreadable(`the image has ${size} bytes instead of ${bytes}`)
}

// Opens the file instead of only reading its metadata, to detect a missing read permission here.
async function sizeOf(path: string): Promise<number> {
  await using file = await open(path)
  return (await file.stat()).size
}

function unreadable(detail: string): FailureError {
  return new FailureError({ kind: 'storage', reason: 'other', detail })
}

/**
 * The JSON of createAvatar without the image. Blank fields are omitted ("the service will choose"), except fields that
 * are always needed. Source: `service-api.md §POST /createAvatar`.
 */
export function creationJson(fields: CreationFields): string {
  const sentFields = creationFieldNames.filter(
    (name) => creationFieldRows[name].needed === 'always' || fields[name] !== '',
  )
  return JSON.stringify(Object.fromEntries(sentFields.map((name) => [creationFieldRows[name].wire, fields[name]])))
}
