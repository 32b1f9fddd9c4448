/** Generated photographs: light, soft shapes and sensor grain, so that they compress like camera files. */
import { randomFillSync } from 'node:crypto'
import sharp from 'sharp'

/**
 * Writes a JPEG of a size in pixels. `grain` is the sensor's noise, 0 to 255, which determines the size of the file.
 * @param {string} file
 * @param {{ width: number, height: number, grain: number, quality?: number }} picture
 */
export async function writePicture(file, { width, height, grain, quality = 92 }) {
  const coarse = { width: 24, height: Math.round((24 * height) / width), channels: /** @type {const} */ (3) }
  const shapes = sharp(randomFillSync(Buffer.alloc(coarse.width * coarse.height * 3)), { raw: coarse }).resize(
    width,
    height,
    { fit: 'fill', kernel: 'cubic' },
  )
  const { data } = await shapes.raw().toBuffer({ resolveWithObject: true })
  const noise = randomFillSync(Buffer.alloc(data.length))
  for (let at = 0; at < data.length; at += 1)
    data[at] = ((data[at] ?? 0) * (255 - grain) + (noise[at] ?? 0) * grain) / 255
  await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toFile(file)
}
