/**
 * `npm run icons`: draws every picture of `resources/icons` from the SVG files there. The pictures are committed, so
 * that neither a start nor a package needs this script; `-- --check`, which a test runs, compares them with their
 * sources.
 */
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import { entry, root } from './lib/run.mjs'

const folder = join(root, 'resources/icons')
const source = (/** @type {string} */ name) => readFile(join(folder, `${name}.svg`), 'utf8')

/** A PNG of an SVG, `size` pixels wide. @returns {Buffer} */
const draw = (/** @type {string} */ svg, /** @type {number} */ size) =>
  new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng()

const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024]
const inIco = [16, 24, 32, 48, 64, 128, 256]
// Apple's names for PNG of these sizes, with the names for high-density screens first. The names for 16 and 32 (icp4,
// icp5) are left out: macOS draws a program's own icon wrongly from them, and correctly from a larger picture.
const inIcns = [
  ['ic11', 32],
  ['ic12', 64],
  ['ic13', 256],
  ['ic14', 512],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
]

const states = ['idle', 'live', 'alert', 'paused']
// macOS colours a template automatically. On other systems the panel is light or dark, which Linux does not report, so
// each picture must be visible on both.
const grounds = [
  { suffix: 'Template', colour: '#000', alert: '#000', scales: [1, 2] },
  { suffix: '-light', colour: '#0f8f7b', alert: '#d63a2f', scales: [1, 1.5, 2, 3] },
  { suffix: '-dark', colour: '#3fbfa8', alert: '#f2665c', scales: [1, 1.5, 2, 3] },
]
const traySide = 16

// Three by five pixels, row by row; the plus means "more".
/** @type {Readonly<Record<string, string>>} */
const glyphs = {
  1: '010110010010111',
  2: '111001111100111',
  3: '111001111001111',
  4: '101101111001001',
  5: '111100111001111',
  6: '111100111101111',
  7: '111001010010010',
  8: '111101111101111',
  9: '111101111001111',
  '+': '000010111010000',
}

/** A white number on a red disc, which Windows shows over the program's taskbar button. */
function badge(/** @type {string} */ text) {
  const dot = text.length === 1 ? 6 : 5
  const left = 24 - (text.length * 4 - 1) * (dot / 2)
  const dots = [...text].flatMap((character, place) =>
    [...(glyphs[character] ?? '')].flatMap((bit, index) => {
      const x = left + (place * 4 + (index % 3)) * dot
      const y = 24 + (Math.floor(index / 3) - 2.5) * dot
      return bit === '1' ? [`<rect x="${x}" y="${y}" width="${dot}" height="${dot}"/>`] : []
    }),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><circle cx="24" cy="24" r="24" fill="#c82820"/><g fill="#fff">${dots.join('')}</g></svg>`
}

/** An ICO: a directory, then the PNG files. */
function ico(/** @type {readonly { size: number, png: Buffer }[]} */ pictures) {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let at = head.length
  for (const [index, { size, png }] of pictures.entries()) {
    const row = 6 + 16 * index
    // 0 means 256.
    head.writeUInt8(size % 256, row)
    head.writeUInt8(size % 256, row + 1)
    head.writeUInt16LE(1, row + 4)
    head.writeUInt16LE(32, row + 6)
    head.writeUInt32LE(png.length, row + 8)
    head.writeUInt32LE(at, row + 12)
    at += png.length
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)])
}

/** An ICNS: parts with a name, a length and a PNG. */
function icns(/** @type {readonly { name: string, png: Buffer }[]} */ pictures) {
  const piece = (/** @type {string} */ name, /** @type {Buffer} */ content) => {
    const head = Buffer.alloc(8)
    head.write(name, 'latin1')
    head.writeUInt32BE(content.length + 8, 4)
    return Buffer.concat([head, content])
  }
  return piece('icns', Buffer.concat(pictures.map(({ name, png }) => piece(name, png))))
}

const scaled = (/** @type {string} */ name, /** @type {number} */ scale) =>
  `${name}${scale === 1 ? '' : `@${scale}x`}.png`

/**
 * Every picture by its path inside `resources/icons`.
 * @returns {Promise<Map<string, Buffer>>}
 */
async function drawIcons() {
  const [icon, small] = [await source('icon'), await source('icon-small')]
  const png = (/** @type {number} */ size) => draw(size > 32 ? icon : small, size)
  const files = new Map(sizes.map((size) => [`icon-${size}.png`, png(size)]))
  files.set('icon.ico', ico(inIco.map((size) => ({ size, png: png(size) }))))
  files.set('icon.icns', icns(inIcns.map(([name, size]) => ({ name: String(name), png: png(Number(size)) }))))
  for (const state of states) {
    const tray = await source(`tray-${state}`)
    for (const { suffix, colour, alert, scales } of grounds) {
      const coloured = tray.replaceAll('currentColor', colour).replaceAll('var(--alert)', alert)
      for (const scale of scales)
        files.set(`tray/${scaled(`${state}${suffix}`, scale)}`, draw(coloured, traySide * scale))
    }
  }
  for (const text of [...'123456789', '9+'])
    for (const scale of [1, 2])
      files.set(`badge/${scaled(text.replace('+', 'plus'), scale)}`, draw(badge(text), traySide * scale))
  return files
}

/** @param {Map<string, Buffer>} files */
async function write(files) {
  for (const made of ['tray', 'badge']) await rm(join(folder, made), { recursive: true, force: true })
  for (const [name, bytes] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), bytes)
  }
  console.log(`${files.size} pictures in resources/icons`)
  return 0
}

/** Reports pictures that differ from their SVG or have none. @param {Map<string, Buffer>} files */
async function check(files) {
  const existing = (await readdir(folder, { recursive: true })).filter((name) => /\.(png|ico|icns)$/.test(name))
  const wrong = existing.filter((name) => !files.has(name.replaceAll('\\', '/')))
  for (const [name, bytes] of files) {
    const same = existsSync(join(folder, name)) && bytes.equals(await readFile(join(folder, name)))
    if (!same) wrong.push(name)
  }
  for (const name of wrong) console.log(`${name} is not what its SVG makes: run npm run icons`)
  return wrong.length === 0 ? 0 : 1
}

await entry(async () => (process.argv.includes('--check') ? check : write)(await drawIcons()))
