/** Measures two hundred creations with images of 4 MB: with the app's client, and with minimal Node code. */
import { mkdir, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { root, run } from '../lib/run.mjs'
import { writePicture } from './test-images.mjs'
import { median, spread, table, aimText } from './statistics.mjs'

const count = 200
const ways = /** @type {const} */ (['client', 'bare'])

/** @typedef {{ ms: number, growthMb: number }} Sending */
/** @typedef {{ client: Sending[], bare: Sending[], imageMb: number }} Result */

/** A service that accepts everything without reading it. */
function startSink() {
  const server = createServer((request, response) => {
    let bytes = 0
    request.on('data', (/** @type {Buffer} */ piece) => (bytes += piece.length))
    request.on('end', () => {
      response.setHeader('content-type', 'application/json')
      response.end('{"code":"0","msg":"ok","success":true,"data":{"taskId":"1712345678901234567"}}')
      if (bytes !== Number(request.headers['content-length'])) throw new Error(`${bytes} bytes came`)
    })
  })
  return new Promise((settle) => {
    server.listen(0, '127.0.0.1', () => settle(server))
  })
}

/** Measures `rounds` runs of each, in turn, each in its own process. @returns {Promise<Result>} */
export async function measure(/** @type {import('./app.mjs').Bench} */ { electron, folder, rounds }) {
  const images = join(folder, 'uploads')
  await mkdir(images, { recursive: true })
  const files = [0, 1, 2, 3].map((number) => join(images, `${number}.jpg`))
  for (const file of files) await writePicture(file, { width: 2560, height: 1700, grain: 150, quality: 96 })
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size))
  const server = await startSink()
  const address = `http://127.0.0.1:${server.address().port}`
  const script = join(root, 'test/main/service/uploads-process.ts')
  /** @type {Result} */
  const result = { client: [], bare: [], imageMb: sizes.reduce((sum, size) => sum + size, 0) / sizes.length / 1e6 }
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const way of round % 2 === 0 ? ways : ways.toReversed()) {
        const command = [electron, script, way, address, 'bench', String(count), ...files]
        const { code, output } = await run(command, { env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } })
        if (code !== 0) throw new Error(output)
        result[way].push(JSON.parse(output))
      }
    }
    return result
  } finally {
    server.close()
    await rm(images, { recursive: true, force: true })
  }
}

/** The results as a table with an explanation. */
export function report(/** @type {Result} */ { client, bare, imageMb }) {
  const times = client.map(({ ms }) => ms)
  const bareTimes = bare.map(({ ms }) => ms)
  const ratio = median(times) / median(bareTimes)
  const growth = client.map(({ growthMb }) => growthMb)
  const rows = [
    [
      ...['all sent and answered', spread(times, 'ms'), spread(bareTimes, 'ms')],
      ...[`${ratio.toFixed(2)} ×`, aimText(ratio, 1.3, '×')],
    ],
    [
      ...['memory over the start (peak, RSS)', spread(growth, 'MB')],
      ...[
        spread(
          bare.map(({ growthMb }) => growthMb),
          'MB',
        ),
        '',
        aimText(median(growth), 64, 'MB'),
      ],
    ],
  ]
  return `${table(['', 'the app’s client', 'bare loop', 'ratio', 'aim'], rows)}

${count} creations with an image of ${imageMb.toFixed(1)} MB each, to a local server that accepts everything; medians of ${client.length} rounds, each in a separate process on the app’s runtime. The bare loop is \`node:http\`, a file stream and a base64 transform. Both send two at a time, each on its own connection. The client also checks the image’s size before it sends anything, records the exchange without its secrets, enforces its time limit, and validates the answer with its schema.`
}
