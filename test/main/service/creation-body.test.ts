/** Sending an image: the sent bytes are the confirmed ones, or sending stops. */
import { fstatSync, statSync, truncateSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { creationBody } from '../../../src/main/service/creation-body.ts'
import type { OutgoingBody } from '../../../src/main/service/http-exchange.ts'
import { plainCreation } from '../../support/client.ts'
import { failureOf } from '../../support/failure-of.ts'
import { createImage } from '../../support/image-file.ts'

async function textOf(body: OutgoingBody, onChunk: (givenBytes: number) => void = () => undefined): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of body.stream(onChunk)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

// A system assigns the lowest free descriptor.
const descriptors = Array.from({ length: 1_024 }, (_, descriptor) => descriptor)

/** How often this process has the file open. */
function opened(file: string): number {
  const wanted = statSync(file, { bigint: true })
  const isOpenAs = (descriptor: number): boolean => {
    try {
      const { dev, ino } = fstatSync(descriptor, { bigint: true })
      return dev === wanted.dev && ino === wanted.ino
    } catch (error) {
      return !(error instanceof Error)
    }
  }
  return descriptors.filter(isOpenAs).length
}

describe('an image', () => {
  it('is sent in reported pieces, with the announced length, and its file is closed', async () => {
    const { coverImage, bytes } = await createImage('jpeg', 250_000)
    const body = await creationBody({ ...plainCreation, coverImage })
    expect(opened(coverImage.path)).toBe(0)
    const given: number[] = []
    const openCounts: number[] = []
    const text = await textOf(body, (bytesSoFar) => {
      given.push(bytesSoFar)
      openCounts.push(opened(coverImage.path))
    })
    expect(openCounts).toContain(1)
    // Head, three pieces of the image, tail.
    expect(given).toHaveLength(5)
    expect(given).toEqual(given.toSorted((one, other) => one - other))
    expect(given.at(-1)).toBe(body.bytes)
    expect(Buffer.byteLength(text)).toBe(body.bytes)
    expect(JSON.parse(text)).toMatchObject({ coverImage: `data:image/jpeg;base64,${bytes.toString('base64')}` })
    expect(opened(coverImage.path)).toBe(0)
  })

  // Would catch leftovers of a different portrait in memory that are sent, and paid, in place of the missing bytes.
  it('whose file was truncated meanwhile is not sent to its end', async () => {
    const { coverImage } = await createImage('jpeg', 250_000)
    const body = await creationBody({ ...plainCreation, coverImage })
    truncateSync(coverImage.path, 240_000)
    expect(await failureOf(textOf(body))).toMatchObject({ kind: 'storage', reason: 'other' })
    expect(opened(coverImage.path)).toBe(0)
  })

  it('whose length has changed is detected before sending, and its file is closed', async () => {
    const { coverImage } = await createImage('jpeg', 1_000)
    truncateSync(coverImage.path, 999)
    const making = creationBody({ ...plainCreation, coverImage })
    expect(await failureOf(making)).toMatchObject({ kind: 'storage', reason: 'other' })
    expect(opened(coverImage.path)).toBe(0)
  })
})
