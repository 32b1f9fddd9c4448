/**
 * Lines on which an image takes longer than an answer may: the upload continues while bytes move, and is abandoned when
 * they stop.
 */
import { describe, expect, it } from 'vitest'
import { commandCertainty } from '../../src/shared/model/command-certainty.ts'
import { sendingMs } from '../../src/main/service/http-exchange.ts'
import { createTestClient, failureOf, plainCreation } from '../support/client.ts'
import { createImage } from '../support/image-file.ts'
import { httpAnswer, startRawServer } from '../support/raw-server.ts'
import type { RawConnection, RawServer } from '../support/raw-server.ts'

const created = httpAnswer('{"success":true,"code":"0","data":{"taskId":"1712345678901234567"}}')
const urlOf = ({ port }: RawServer) => `http://127.0.0.1:${port}/v2`

/** Reads some kilobytes at each tick and answers once the body is complete. */
function throttled(everyMs: number) {
  return ({ socket, received }: RawConnection): void => {
    if (received().endsWith('"}')) {
      socket.end(created)
      return
    }
    socket.pause()
    setTimeout(() => socket.resume(), everyMs)
  }
}

describe('a creation over a slow line', () => {
  it('continues until the service has its last byte, however much the system has buffered', async () => {
    // Small enough for the buffers between the two: the client has written everything long before the service has it.
    const { coverImage } = await createImage('jpeg', 900_000)
    const server = await startRawServer(throttled(40))
    const { client } = createTestClient({ baseUrl: urlOf(server), limits: { creationAnswerMs: 300 } })
    const shares: number[] = []
    const options = { onUpload: (share: number) => void shares.push(share) }
    const creating = client.createAvatar({ ...plainCreation, coverImage }, options)
    await expect(creating).resolves.toMatchObject({ taskId: '1712345678901234567' })
    expect(shares).toEqual(shares.toSorted((one, other) => one - other))
    expect(shares.at(-1)).toBe(1)
    expect(server.connections).toHaveLength(1)
  })

  it('gets time by its size: 6 MB at 55 kB/s fit within it, and a small body gets none', () => {
    const body = 6_000_000
    expect(sendingMs(body)).toBeGreaterThan(body / 55)
    expect(sendingMs(10_000_000)).toBeLessThan(5 * 60_000)
    expect(sendingMs(2_000)).toBe(0)
  })

  it('that stalls is abandoned, and certainly made nothing: part of it was never sent', async () => {
    const { coverImage } = await createImage('jpeg', 15_000_000)
    const server = await startRawServer(({ socket }) => socket.pause())
    const { client } = createTestClient({ baseUrl: urlOf(server), limits: { creationAnswerMs: 300 } })
    const failure = await failureOf(client.createAvatar({ ...plainCreation, coverImage }))
    expect(failure).toMatchObject({ kind: 'timeout', phase: 'upload', timeoutMs: 300, sent: 'maybe' })
    expect(commandCertainty(failure)).toBe('not-done')
  })

  // Would catch a gateway with a body limit, which hangs up on each portrait and stops the queue over unknown outcomes.
  it('whose connection ends certainly made nothing: part of it was never sent', async () => {
    const { coverImage } = await createImage('jpeg', 15_000_000)
    const server = await startRawServer(({ socket }) => socket.resetAndDestroy())
    const { client } = createTestClient({ baseUrl: urlOf(server) })
    const failure = await failureOf(client.createAvatar({ ...plainCreation, coverImage }))
    expect(failure).toMatchObject({ kind: 'connection-reset', phase: 'upload', sent: 'maybe' })
    expect(commandCertainty(failure)).toBe('not-done')
    expect(server.connections).toHaveLength(1)
  })

  it('whose connection ends once the service has everything stays unknown', async () => {
    const { coverImage } = await createImage('jpeg', 3_000_000)
    const server = await startRawServer(({ socket, received }) => {
      if (received().endsWith('"}')) socket.resetAndDestroy()
    })
    const { client } = createTestClient({ baseUrl: urlOf(server) })
    const failure = await failureOf(client.createAvatar({ ...plainCreation, coverImage }))
    expect(failure).toMatchObject({ kind: 'connection-reset', sent: 'maybe' })
    expect(failure).not.toHaveProperty('phase')
    expect(commandCertainty(failure)).toBe('unknown')
  })

  it('whose answer never comes although everything was sent stays unknown', async () => {
    const server = await startRawServer()
    const { client } = createTestClient({ baseUrl: urlOf(server), limits: { creationAnswerMs: 300 } })
    const failure = await failureOf(client.createAvatar(plainCreation))
    expect(failure).toMatchObject({ kind: 'timeout', phase: 'answer', timeoutMs: 300, sent: 'maybe' })
    expect(commandCertainty(failure)).toBe('unknown')
  })
})
