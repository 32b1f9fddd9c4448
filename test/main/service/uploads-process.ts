/**
 * Sends creations with images for the benchmark of uploads: `<client|bare> <address> <token> <count> <image files…>`.
 * `client` is the app's own client; `bare` is the minimum that Node needs to stream a file as base64 into a request.
 * Both send two at a time, each on its own connection, and print as a line of JSON the duration and the rise in memory.
 */
import { createReadStream, statSync } from 'node:fs'
import { request } from 'node:http'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { json } from 'node:stream/consumers'
import { conversationId } from '../../../src/shared/schemas/ids.ts'
import { realClient } from '../creations/real-jobs.ts'

const [way = '', baseUrl = '', token = '', count = '0', ...images] = process.argv.slice(2)
const parallel = 2
const fields = { ttsName: 'Echo', conversationId: '108' }

/** Base64 of the stream, independent of chunk boundaries. */
function base64(): Transform {
  let rest: Buffer = Buffer.alloc(0)
  return new Transform({
    transform: (piece: Buffer, _encoding, done) => {
      const all = rest.byteLength === 0 ? piece : Buffer.concat([rest, piece])
      const whole = all.byteLength - (all.byteLength % 3)
      rest = all.subarray(whole)
      done(null, all.toString('base64', 0, whole))
    },
    flush: (done) => done(null, rest.toString('base64')),
  })
}

async function sendBare(path: string, bytes: number): Promise<void> {
  const head = `${JSON.stringify(fields).slice(0, -1)},"coverImage":"data:image/jpeg;base64,`
  const length = Buffer.byteLength(head) + Math.ceil(bytes / 3) * 4 + 2
  const headers = { token, 'content-type': 'application/json', 'content-length': length }
  const sent = request(`${baseUrl}/createAvatar`, { method: 'POST', agent: false, headers })
  const answer = new Promise<unknown>((resolve, reject) => {
    sent.on('response', (response) => {
      json(response).then(resolve, reject)
    })
    sent.on('error', reject)
  })
  sent.write(head)
  await pipeline(createReadStream(path), base64(), sent, { end: false })
  sent.end('"}')
  await answer
}

const client = realClient({ folder: '', baseUrl, token })

async function sendByClient(path: string, bytes: number): Promise<void> {
  const nothing = { language: '', greeting: '', name: '', profileText: '' }
  const coverImage = { path, type: 'jpeg' as const, bytes, sha256: '' }
  await client.createAvatar({
    ...nothing,
    voice: fields.ttsName,
    conversationId: conversationId.parse(fields.conversationId),
    coverImage,
  })
}

const send = way === 'client' ? sendByClient : sendBare

async function sendAll(total: number): Promise<void> {
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < total) {
      const path = images[next % images.length] ?? ''
      next += 1
      await send(path, statSync(path).size)
    }
  }
  await Promise.all(Array.from({ length: parallel }, worker))
}

const start = process.memoryUsage.rss()
let peak = start
const sampling = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss())
}, 5)
const began = performance.now()
await sendAll(Number(count))
const ms = performance.now() - began
clearInterval(sampling)
process.stdout.write(`${JSON.stringify({ ms, growthMb: (peak - start) / 1e6 })}\n`)
await client.dispose()
