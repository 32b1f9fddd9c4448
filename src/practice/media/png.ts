import { promisify } from 'node:util'
import { crc32 as zlibCrc32, deflate as zlibDeflate } from 'node:zlib'
import { yieldToLoop } from './yield-to-loop.ts'
import { paintStrip } from './canvas.ts'
import type { Picture, Strip } from './canvas.ts'

const deflate = promisify(zlibDeflate)
const stripRows = 64

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.from(`0000${type}`, 'latin1')
  head.writeUInt32BE(data.length, 0)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(zlibCrc32(Buffer.concat([head.subarray(4), data])), 0)
  return Buffer.concat([head, data, check])
}

/** Rows with PNG's filter 2 (difference to the row above), which makes a gradient compress well. */
function filterUp(strip: Strip, above: Uint8Array): Buffer {
  const stride = above.length
  const out = Buffer.alloc(strip.rows * (stride + 1))
  let previous = above
  for (let row = 0; row < strip.rows; row += 1) {
    const current = strip.rgb.subarray(row * stride, (row + 1) * stride)
    const at = row * (stride + 1)
    out[at] = 2
    for (let byte = 0; byte < stride; byte += 1) out[at + 1 + byte] = (current[byte] ?? 0) - (previous[byte] ?? 0)
    previous = current
  }
  return out
}

/** A picture as a PNG file, 8 bits a channel, RGB. */
export async function encodePng(picture: Picture): Promise<Buffer> {
  const { width, height } = picture
  const rows: Buffer[] = []
  let above = new Uint8Array(width * 3)
  for (let row = 0; row < height; row += stripRows) {
    const strip = paintStrip(picture, row, Math.min(stripRows, height - row))
    rows.push(filterUp(strip, above))
    above = strip.rgb.slice(-width * 3)
    await yieldToLoop()
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const data = await deflate(Buffer.concat(rows))
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}
