/**
 * The body of createAvatar. The image is opened and measured before anything is sent, so that a file that is gone or has
 * changed is certain not to have cost anything; it is read and becomes base64 chunk by chunk on its way out, always in
 * the same memory: whole images would pile up until they are collected, at three times the time.
 */
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { FailureError } from '../../shared/failure.ts'
import type { ConversationId } from '../../shared/ids.ts'
import { creationFieldNames, creationFieldRows } from '../../shared/model/creation-fields.ts'
import type { CreationFields } from '../../shared/schemas/avatar.ts'
import type { OutgoingBody } from './http-exchange.ts'

/** The kinds of images that createAvatar takes. Source: `service-api.md §Creating avatars`. */
export type SentImageType = 'jpeg' | 'png' | 'webp'

/** An image file that is streamed into the request as a base64 data URI. */
export interface CoverImage {
  readonly path: string
  readonly type: SentImageType
  readonly bytes: number
  /** Of the file, in hex: what is recorded in place of the image. */
  readonly sha256: string
}

/** What createAvatar sends. */
export interface CreateAvatarInput extends CreationFields {
  /** "" only beside an image. */
  readonly conversationId: ConversationId | ''
  readonly coverImage: CoverImage | null
}

// A multiple of 3, so that the chunks' base64 joins without padding; 128 kB of text at a time.
const chunkBytes = 96 * 1_024

/** Gives the body, with its exact length. Fails with `storage` when the image cannot be read as it was described. */
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
    stream: (onChunk) => Readable.from(counted(chunks(parts), onChunk), { objectMode: false }),
    recorded,
  }
}

// Goes on behind a `yield` once the connection has room again: what was given until then is on its way.
async function* counted(parts: AsyncIterable<Buffer>, onChunk: (givenBytes: number) => void): AsyncGenerator<Buffer> {
  let givenBytes = 0
  for await (const part of parts) {
    yield part
    givenBytes += part.byteLength
    onChunk(givenBytes)
  }
}

async function* chunks({ head, image, tail }: Parts): AsyncGenerator<Buffer> {
  yield Buffer.from(head)
  if (image !== null) yield* encoded(image)
  if (tail !== '') yield Buffer.from(tail)
}

// Waiting for each piece lets main do other work: a fast network would take the whole image in one breath.
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

// Opened, not only looked at: a file that may not be read must be found out here as well.
async function sizeOf(path: string): Promise<number> {
  await using file = await open(path)
  return (await file.stat()).size
}

function unreadable(detail: string): FailureError {
  return new FailureError({ kind: 'storage', reason: 'other', detail })
}

/**
 * Gives createAvatar's JSON without its image. Blank fields are left out ("the service will choose"), except a field that is
 * always needed. Source: `service-api.md §POST /createAvatar`.
 */
export function creationJson(fields: CreationFields): string {
  const sent = creationFieldNames.filter((name) => creationFieldRows[name].needed === 'always' || fields[name] !== '')
  return JSON.stringify(Object.fromEntries(sent.map((name) => [creationFieldRows[name].wire, fields[name]])))
}
