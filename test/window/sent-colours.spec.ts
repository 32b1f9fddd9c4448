// Portraits from files to the service: the received images are upright, without metadata, and have their file's
// intended colours.
import { writeFile, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from '../support/app.ts'
import { colourDifferences, spread } from '../support/colour-difference.ts'
import { codedPicture, isoBox, mediaFile } from '../support/hostile/other-files.ts'
import { chunk, pngFile } from '../support/hostile/png-file.ts'
import { greyProfile, rgbProfile, rgbSpaces } from '../support/icc-profile.ts'
import { confirmDrafts, chooseImages, fillShared } from './pages/avatars-page.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'

// Analysing and sending two dozen portraits takes longer than the usual wait.
const hangMs = 40_000

// The shape of an image that is sent without a crop.
const size = { width: 640, height: 360 }
const columns = 6
const rows = 4

const spaces = {
  srgb: rgbProfile(rgbSpaces.srgb),
  displayP3: rgbProfile(rgbSpaces.displayP3),
  adobeRgb: rgbProfile(rgbSpaces.adobeRgb),
  proPhoto: rgbProfile(rgbSpaces.proPhoto),
  grey: greyProfile({ gamma: 2.2 }),
}

type Space = keyof typeof spaces

interface Portrait {
  readonly name: string
  readonly bytes: Uint8Array
  /** The colours of its patches in sRGB, according to its profile. */
  readonly meant: readonly (readonly number[])[]
}

/** The middle of each patch. */
async function patchesOf(picture: Uint8Array, ignoreIcc = false): Promise<readonly (readonly number[])[]> {
  const { data, info } = await sharp(picture, { ignoreIcc })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Array.from({ length: columns * rows }, (_, n) => {
    const x = Math.floor((((n % columns) + 0.5) * info.width) / columns)
    const y = Math.floor(((Math.floor(n / columns) + 0.5) * info.height) / rows)
    const at = (y * info.width + x) * info.channels
    return [...data.subarray(at, at + 3)]
  })
}

/** Patches whose values differ from portrait to portrait, so that no two portraits are the same picture. */
function tagged(seed: number, space: Space): Uint8Array<ArrayBuffer> {
  const isGrey = space === 'grey'
  const patch = (n: number): readonly number[] => {
    const grey = 30 + ((n * 37 + seed * 11) % 200)
    return isGrey ? [grey] : [grey, 40 + ((n * 53 + seed * 7) % 180), 50 + ((n * 71 + seed * 5) % 170)]
  }
  return pngFile({
    ...size,
    colourType: isGrey ? 0 : 2,
    row: (y) =>
      Array.from({ length: size.width }, (_, x) =>
        patch(Math.floor((x * columns) / size.width) + columns * Math.floor((y * rows) / size.height)),
      ).flat(),
    before: [chunk('iCCP', 'x\0\0', deflateSync(spaces[space]))],
  })
}

async function portraitsOf(): Promise<readonly Portrait[]> {
  const made: Portrait[] = []
  const add = (name: string, bytes: Uint8Array, meant: Portrait['meant']) => made.push({ name, bytes, meant })
  for (const [at, space] of (Object.keys(spaces) as Space[]).entries()) {
    const png = tagged(at, space)
    const meant = await patchesOf(png)
    const withProfile = () => sharp(png).keepIccProfile()
    // Names with different stems: the sent image is found by the stem.
    const name = (type: string) => `${space}-${type}.${type}`
    add(name('png'), png, meant)
    add(name('jpg'), await withProfile().jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer(), meant)
    add(name('webp'), await withProfile().webp({ quality: 95 }).toBuffer(), meant)
    if (space !== 'grey')
      add(name('avif'), await withProfile().avif({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer(), meant)
  }
  const plain = await sharp(tagged(40, 'srgb')).png().toBuffer()
  add('plain.gif', await sharp(plain).gif().toBuffer(), await patchesOf(plain))
  return made
}

/** HEIC from the fixture, with the same 24 patches: one for each colour space, and code points. */
async function heicPortraits(): Promise<readonly Portrait[]> {
  const fixture = (name: string) => readFile(path.join(import.meta.dirname, '../fixtures', name))
  const { configuration, data } = codedPicture(await fixture('patches.heic'), 'hvcC')
  const plain = await sharp(await fixture('patches.png'))
    .removeAlpha()
    .raw()
    .toBuffer()
  const row = (y: number): number[] => [...plain.subarray(y * 192 * 3, (y + 1) * 192 * 3)]
  const made: Portrait[] = []
  for (const space of ['srgb', 'displayP3', 'adobeRgb', 'proPhoto'] as const) {
    const properties = [configuration, isoBox('colr', 'prof', spaces[space])]
    const picture = { brands: ['heic', 'mif1', 'heic'], width: 192, height: 96, item: { type: 'hvc1', data } }
    const profile = chunk('iCCP', 'x\0\0', deflateSync(spaces[space]))
    const meant = await patchesOf(pngFile({ width: 192, height: 96, row, before: [profile] }))
    made.push({ name: `${space}-heic.heic`, bytes: mediaFile({ ...picture, properties }), meant })
  }
  return made
}

test(
  'portraits of six formats and five colour spaces arrive in sRGB',
  { tag: '@extended' },
  async ({ shared, double }, testInfo) => {
    const { page } = shared
    const portraits = [...(await portraitsOf()), ...(await heicPortraits())]
    const folder = testInfo.outputPath('portraits')
    await mkdir(folder, { recursive: true })
    for (const { name, bytes } of portraits) await writeFile(path.join(folder, name), bytes)
    await saveProfile(page, double.profile())
    await goTo(page, 'Avatars')
    await chooseImages(
      page,
      portraits.map(({ name }) => path.join(folder, name)),
    )
    const preparing = page.getByText(/^Preparing \d+$/)
    await expect(preparing).toBeVisible()
    await expect(preparing).toBeHidden({ timeout: hangMs })
    await fillShared(page, { voice: 'Aria', conversationId: '108', name: '{filename}' })
    await confirmDrafts(page)
    const requests = () => double.service.control.requests('createAvatar')
    await expect.poll(() => requests().length, { timeout: hangMs }).toBe(portraits.length)

    const bodies = requests().map(
      ({ body }) => JSON.parse(body) as { readonly name: string; readonly coverImage: string },
    )
    expect(bodies).toHaveLength(portraits.length)
    for (const { name, meant } of portraits) {
      const body = bodies.find((sent) => sent.name === path.parse(name).name)
      const image = Buffer.from((body?.coverImage ?? '').replace(/^data:[^,]*,/, ''), 'base64')
      const { exif, xmp, format } = await sharp(image).metadata()
      expect.soft({ exif, xmp }, name).toEqual({ exif: undefined, xmp: undefined })
      expect.soft(['jpeg', 'png'], name).toContain(format)
      // Whether or not the receiver honours profiles.
      for (const ignoresProfile of [false, true]) {
        const { mean, most } = spread(colourDifferences(await patchesOf(image, ignoresProfile), meant))
        expect.soft(mean, name).toBeLessThan(1)
        expect.soft(most, name).toBeLessThan(3)
      }
    }
  },
)
