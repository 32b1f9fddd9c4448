import { createRandom } from '../random.ts'
import { yieldToLoop } from './yield-to-loop.ts'
import type { Frame } from './h264.ts'
import { encodeMp4 } from './mp4.ts'
import { paintStrip } from './canvas.ts'
import type { Picture } from './canvas.ts'
import { hsl } from './pictures.ts'

const [width, height, frameCount, framesPerSecond] = [256, 144, 12, 6]

interface Light {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly hue: number
  readonly phase: number
}

function makeLights(): readonly Light[] {
  const random = createRandom(7)
  return Array.from({ length: 14 }, () => ({
    x: random.integer(0, width),
    y: random.integer(20, height - 20),
    radius: random.integer(5, 18),
    hue: random.integer(20, 60),
    phase: random.next(),
  }))
}

function pictureAt(lights: readonly Light[], share: number): Picture {
  return {
    width,
    height,
    top: [24, 28, 58],
    bottom: [72, 44, 82],
    shapes: lights.map((light) => {
      const swing = Math.sin((share + light.phase) * 2 * Math.PI)
      return {
        form: 'ellipse',
        x: light.x + swing * 8,
        y: light.y,
        halfWidth: light.radius,
        halfHeight: light.radius,
        colour: hsl(light.hue, 0.8, 0.7),
        opacity: 0.5 + swing * 0.25,
        fade: 6,
      }
    }),
  }
}

const luma = (r: number, g: number, b: number) => 16 + 0.257 * r + 0.504 * g + 0.098 * b
const blue = (r: number, g: number, b: number) => 128 - 0.148 * r - 0.291 * g + 0.439 * b
const red = (r: number, g: number, b: number) => 128 + 0.439 * r - 0.368 * g - 0.071 * b

/** One plane in video range, taking every `step`-th pixel of every `step`-th row. */
function plane(rgb: Uint8Array, step: 1 | 2, value: (r: number, g: number, b: number) => number): Uint8Array {
  const columns = width / step
  return Uint8Array.from({ length: columns * (height / step) }, (_, index) => {
    const at = (Math.floor(index / columns) * step * width + (index % columns) * step) * 3
    return Math.round(value(rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0))
  })
}

function toFrame(picture: Picture): Frame {
  const { rgb } = paintStrip(picture, 0, height)
  return { width, height, luma: plane(rgb, 1, luma), blue: plane(rgb, 2, blue), red: plane(rgb, 2, red) }
}

/** A two-second loop of drifting lights as an MP4 file, 256×144. */
export async function encodeEveningLights(): Promise<Buffer> {
  const lights = makeLights()
  const frames: Frame[] = []
  for (let index = 0; index < frameCount; index += 1) {
    frames.push(toFrame(pictureAt(lights, index / frameCount)))
    await yieldToLoop()
  }
  return encodeMp4(frames, framesPerSecond)
}
