/**
 * Makes the media of the practice service. `resources/practice` is committed, so that neither a build nor
 * a test needs this or ffmpeg (Debian's, with libx264). Pictures are drawn from the SVG files there.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { entry, root, run, Stop } from './lib/run.mjs'

const folder = join(root, 'resources/practice')

/** The path of a file to write; creates its folder. */
function target(/** @type {string} */ name) {
  const file = join(folder, name)
  mkdirSync(dirname(file), { recursive: true })
  return file
}

/** A picture of an SVG with its `{words}` filled in. */
function picture(/** @type {string} */ svg, /** @type {Record<string, string | number>} */ words) {
  const text = readFileSync(join(folder, svg), 'utf8')
  return sharp(Buffer.from(text.replaceAll(/\{(\w+)\}/g, (_, word) => String(words[word]))))
}

async function ffmpeg(/** @type {readonly string[]} */ args) {
  const { code, output } = await run(['ffmpeg', '-y', '-loglevel', 'error', ...args])
  if (code !== 0) throw new Stop(output)
}

/** @type {readonly [name: string, hue: number, skin: string, hair: string][]} */
const people = [
  ['receptionist', 205, '#f6d6ba', '#5a3a22'],
  ['bare', 96, '#e0b28c', '#2b2018'],
  ['321486924406853', 330, '#80543c', '#1f1713'],
  ['studio-host', 262, '#ba8460', '#33241a'],
  ['kiosk-guide', 24, '#f6d6ba', '#8a5a2c'],
]

/** @type {readonly [name: string, hue: number, width: number, height: number][]} */
const rooms = [
  ['atrium', 210, 1920, 1080],
  ['zuoyi', 28, 1920, 1080],
  ['lobby', 160, 1080, 1920],
]

/** @type {readonly [name: string, seconds: number, pitch: number][]} */
const sounds = [
  ['opening', 2.6, 190],
  ['waiting', 1.8, 150],
  ['farewell', 1.6, 210],
  ['voice-echo', 2.2, 115],
  ['voice-aria', 2.2, 205],
  ['voice-nova', 2.2, 220],
  ['voice-marin', 2.2, 180],
  ['voice-alloy', 2.2, 140],
  ['voice-guina', 2.2, 195],
]

/** A sound like speech with five syllables a second: harmonics whose strengths change with each syllable. */
function speech(/** @type {number} */ pitch) {
  const harmonics = [1, 2, 3, 4, 5, 6, 8, 11].map(
    (n) => `(0.6+0.4*cos(${n}*floor(t*5)*${pitch}))/${n}*sin(2*PI*${n}*${pitch}*t)`,
  )
  return `0.4*pow(abs(sin(5*PI*t)),0.7)*(${harmonics.join('+')})`
}

await entry(async () => {
  for (const [name, hue, skin, hair] of people) {
    const words = { hue, skin, hair, floor: (hue + 30) % 360, coat: (hue + 150) % 360 }
    await picture('portrait.svg', words)
      .removeAlpha()
      .png({ compressionLevel: 9 })
      .toFile(target(`model/${name}.png`))
  }
  for (const [name, hue, width, height] of rooms)
    await picture('room.svg', { hue, width, height })
      .jpeg()
      .toFile(target(`video-server/jpg/${name}.jpg`))
  for (const [name, seconds, pitch] of sounds) {
    const source = ['-f', 'lavfi', '-i', `aevalsrc=exprs='${speech(pitch)}':s=8000:d=${seconds}`]
    await ffmpeg([...source, '-bitexact', target(`video-server/audio/${name}.wav`)])
  }
  const colours = 'c0=0x181c3a:c1=0x482c52:c2=0xf0b45a:c3=0x281c4a:nb_colors=4'
  const source = ['-f', 'lavfi', '-i', `gradients=s=256x144:r=6:d=2:seed=7:speed=0.05:${colours}`]
  const encoding = ['-c:v', 'libx264', '-profile:v', 'baseline', '-pix_fmt', 'yuv420p', '-g', '6', '-bitexact']
  await ffmpeg([...source, ...encoding, '-movflags', '+faststart', target('video-server/mp4/evening-lights.mp4')])
  return 0
})
