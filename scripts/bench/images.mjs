/** Crops a 24-megapixel JPEG to 16:9, scales it to 2048 px and encodes it again: in the window, and with sharp. */
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import {
  drafts,
  dropFiles,
  goToAvatars,
  mainStall,
  openProfile,
  stalls,
  startApp,
  startPractice,
  watchMain,
  watchPage,
} from './app.mjs'
import { writePicture } from './test-images.mjs'
import { median, spread, table, aimText } from './statistics.mjs'

const original = { width: 6000, height: 4000 }
// The product's result, which sharp must produce too.
const made = { width: 2048, height: 1152 }
const cropped = { left: 0, top: 312, width: 6000, height: 3375 }

/** @typedef {{ ms: number, taskMs: number, mainMs: number }} Edit */
/** @typedef {{ app: Edit[], sharp: number[], fileBytes: number }} Result */

/** Runs an edit and measures it. The clock runs in the page, from the click to the changed card. */
async function measureEdit(
  /** @type {import('@playwright/test').ElectronApplication} */ app,
  /** @type {import('@playwright/test').Page} */ page,
) {
  const card = drafts(page).getByRole('listitem').first()
  const words = `${made.width} × ${made.height}`
  await card.evaluate((element, wanted) => {
    const times = { clicked: 0, changed: 0 }
    // The last click selects the menu item.
    addEventListener('click', () => (times.clicked = performance.now()), { capture: true })
    new MutationObserver(() => {
      if (element.textContent.replaceAll(/[\u2009,]/g, '').includes(wanted)) times.changed ||= performance.now()
    }).observe(element, { subtree: true, childList: true, characterData: true })
    Object.assign(window, { benchTimes: times })
  }, words)
  await watchPage(page)
  await watchMain(app)
  await page.getByRole('button', { name: 'Crop 1 draft' }).click()
  await page.getByRole('menuitem', { name: 'Crop to 16:9' }).click()
  await page.waitForFunction(() => /** @type {any} */ (window).benchTimes.changed > 0, undefined, { polling: 100 })
  const { maxTaskMs } = await stalls(page)
  const mainMs = await mainStall(app)
  const ms = await page.evaluate(() => {
    const { clicked, changed } = /** @type {any} */ (window).benchTimes
    return Number(changed - clicked)
  })
  return { ms, taskMs: maxTaskMs, mainMs }
}

async function sharpOnce(/** @type {string} */ file, /** @type {string} */ target) {
  const began = performance.now()
  await sharp(file)
    .autoOrient()
    .extract(cropped)
    .resize(made.width, made.height, { fit: 'fill' })
    .jpeg({ quality: 95 })
    .toFile(target)
  return performance.now() - began
}

/** Measures `rounds` edits of each, in turn. @returns {Promise<Result>} */
export async function measure(/** @type {import('./app.mjs').Bench} */ bench) {
  const folder = join(bench.folder, 'images')
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'camera.jpg')
  await writePicture(file, { ...original, grain: 60, quality: 95 })
  const practice = await startPractice(bench.electron, 600_000)
  const { app, page } = await startApp(bench, 'images-profile')
  /** @type {Result} */
  const result = { app: [], sharp: [], fileBytes: (await stat(file)).size }
  try {
    await openProfile(page, practice.baseUrl)
    await goToAvatars(page)
    for (let round = -1; round < bench.rounds; round += 1) {
      const sharpMs = await sharpOnce(file, join(folder, 'sharp.jpg'))
      await dropFiles(page, [file])
      const card = drafts(page).getByRole('listitem').first()
      await page.getByRole('button', { name: 'Downscale' }).click({ timeout: 60_000 })
      await card
        .filter({ hasText: '1,365' })
        .or(card.filter({ hasText: '1365' }))
        .first()
        .waitFor({ timeout: 60_000 })
      const edit = await measureEdit(app, page)
      await card.getByRole('button', { name: 'Remove' }).click()
      await card.waitFor({ state: 'detached' })
      // The first round warms up code, workers and files for both.
      if (round < 0) continue
      result.sharp.push(sharpMs)
      result.app.push(edit)
    }
    return result
  } finally {
    await app.close()
    await practice.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The results as a table with an explanation. */
export function report(/** @type {Result} */ { app, sharp: bare, fileBytes }) {
  const times = app.map(({ ms }) => ms)
  const ratio = median(times) / median(bare)
  const row = (/** @type {string} */ name, /** @type {'taskMs' | 'mainMs'} */ key, /** @type {number} */ aim) => {
    const values = app.map((edit) => edit[key])
    return [name, spread(values, 'ms'), '', '', aimText(median(values), aim, 'ms')]
  }
  const rows = [
    [
      'click to changed card',
      spread(times, 'ms'),
      spread(bare, 'ms'),
      `${ratio.toFixed(2)} ×`,
      aimText(ratio, 1.5, '×'),
    ],
    row('longest stall of the page', 'taskMs', 16),
    row('longest stall of main', 'mainMs', 50),
  ]
  return `${table(['', 'in the window', 'sharp', 'ratio', 'aim'], rows)}

A JPEG of ${original.width} × ${original.height} pixels (${(fileBytes / 1e6).toFixed(0)} MB), cropped to 16:9, scaled to ${made.width} × ${made.height} and encoded with quality 95; medians of ${app.length} rounds, in turn. In the window the measured edit is **Crop to 16:9** above the cards, for a draft that was downscaled before, from the click until its card shows the new size: reading the original, decoding, cropping, scaling and encoding in a worker, a new thumbnail, and main’s check, hash and durable write. Sharp reads a file and writes a file, with as many threads as the machine has processors. A stall is the longest time in which the thread could not begin a task; up to 4 ms of it belong to the measuring.`
}
