/**
 * The body of createAvatar. The image is read before anything is sent, so that a file that is gone or has changed is
 * certain not to have cost anything; it becomes base64 chunk by chunk on its way out, never one big string.
 */
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { FailureError } from '../../shared/failure.ts'
import type { OutgoingBody } from './request.ts'
import type { CoverImage, CreateAvatarInput } from './service-client.ts'
import { creationJson } from './wire.ts'

// A multiple of 3, so that the chunks' base64 joins without padding; 256 kB of text at a time.
const chunkBytes = 192 * 1_024

/** Gives the body, with its exact length. Fails with `storage` when the image cannot be read as it was described. */
export async function creationBody(input: CreateAvatarInput): Promise<OutgoingBody> {
  const fields = creationJson(input)
  if (input.coverImage === null) return body({ head: fields, image: null, tail: '' }, fields)
  const { coverImage } = input
  const image = await readImage(coverImage)
  const described = JSON.stringify({ coverImage: `[image/${coverImage.type}, ${image.byteLength} bytes]` })
  return body(
    {
      head: `${fields.slice(0, -1)},"coverImage":"data:image/${coverImage.type};base64,`,
      image,
      tail: '"}',
    },
    `${fields.slice(0, -1)},${described.slice(1)}`,
  )
}

interface Parts {
  readonly head: string
  readonly image: Buffer | null
  readonly tail: string
}

function body(parts: Parts, recorded: string): OutgoingBody {
  const base64Bytes = Math.ceil((parts.image?.byteLength ?? 0) / 3) * 4
  return {
    contentType: 'application/json',
    bytes: Buffer.byteLength(parts.head) + base64Bytes + Buffer.byteLength(parts.tail),
    stream: (onChunk) => Readable.from(chunks(parts, onChunk), { objectMode: false }),
    recorded,
  }
}

async function* chunks({ head, image, tail }: Parts, onChunk: () => void): AsyncGenerator<Buffer> {
  yield Buffer.from(head)
  for (let start = 0; image !== null && start < image.byteLength; start += chunkBytes) {
    onChunk()
    // Lets main do other work between chunks: a fast network would take the whole image in one breath.
    await setImmediate()
    yield Buffer.from(image.toString('base64', start, start + chunkBytes), 'latin1')
  }
  if (tail !== '') yield Buffer.from(tail)
}

async function readImage({ path, bytes }: CoverImage): Promise<Buffer> {
  const image = await readFile(path).catch((error: unknown) => {
    throw unreadable(error instanceof Error ? error.message : String(error))
  })
  if (image.byteLength !== bytes) throw unreadable(`the image has ${image.byteLength} bytes instead of ${bytes}`)
  return image
}

function unreadable(detail: string): FailureError {
  return new FailureError({ kind: 'storage', reason: 'other', detail })
}
