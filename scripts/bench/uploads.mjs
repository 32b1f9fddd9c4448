/** Two hundred creations with images of 4 MB: by the app's client, and by the least that Node needs for it. */
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

/** A service that takes everything and reads nothing of it. */
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

/** Measures `rounds` sendings of each, in turn, each in a process of its own. @returns {Promise<Result>} */
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

/** What was measured, as a table and what it means. */
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

${count} creations with an image of ${imageMb.toFixed(1)} MB each, to a local server that takes everything; medians of ${client.length} rounds, each in a process of its own on the app’s runtime. The bare loop is \`node:http\`, a file stream and a base64 transform. Both send two at a time, each on a connection of its own. The client also checks the image’s size before anything leaves, records the exchange without its secrets, watches its time limit, and reads the answer by its schema.`
}
