/** Drops two hundred portraits, and measures until every visible preview is drawn and every image is analysed. */
import { copyFile, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { drafts, dropFiles, goToAvatars, mainStall, openProfile, stalls, startApp, startPractice } from './app.mjs'
import { watchMain, watchPage } from './app.mjs'
import { writePicture } from './test-images.mjs'
import { costOfTree } from './processes.mjs'
import { median, spread, table, aimText } from './statistics.mjs'

const few = 20
const many = 200
const portrait = { width: 2160, height: 3840, grain: 60 }

/**
 * `shownMs`: from the drop until all cards on the screen have their previews; `doneMs`: until every image is analysed;
 * `growthMb`: growth of the memory of all processes since before the drop.
 * @typedef {{ shownMs: number, doneMs: number, maxFrameMs: number, slowFrames: number, mainMs: number, growthMb: number }} Drop
 */
/** @typedef {{ few: Drop[], many: Drop[] }} Result */

/** Different portraits from the same picture: some bytes after the picture's end make a different file. */
async function portraitsIn(/** @type {string} */ folder, /** @type {number} */ count) {
  await mkdir(folder, { recursive: true })
  /** @type {string[]} */
  const files = []
  for (let number = 0; number < count; number += 1) {
    const file = join(folder, `portrait-${number}.jpg`)
    // Eight pictures, each many times: drawing two hundred would take longer than measuring them.
    if (number < 8) await writePicture(file, portrait)
    else {
      await copyFile(join(folder, `portrait-${number % 8}.jpg`), file)
      const handle = await open(file, 'a')
      await handle.write(Buffer.from(`portrait ${number}`))
      await handle.close()
    }
    files.push(file)
  }
  return files
}

/** Resolves with the page's clock when all cards on screen have drawn previews. */
function whenShown(/** @type {import('@playwright/test').Page} */ page) {
  return page.waitForFunction(
    () => {
      const list = document.querySelector(
        '[role="list"][aria-label="Drafts"], ul[aria-label="Drafts"], ol[aria-label="Drafts"]',
      )
      const cards = [...(list?.querySelectorAll('li') ?? [])]
      const onScreen = cards.filter((card) => {
        const { top, bottom } = card.getBoundingClientRect()
        return bottom > 0 && top < innerHeight
      })
      const isDrawn = (/** @type {Element} */ card) => {
        const image = card.querySelector('img')
        return image !== null && image.complete && image.naturalWidth > 0
      }
      return onScreen.length > 0 && onScreen.every(isDrawn) && performance.now()
    },
    undefined,
    { timeout: 180_000 },
  )
}

/** Resolves when every draft is analysed, including drafts that are not rendered. */
async function untilAnalysed(/** @type {import('@playwright/test').Page} */ page, /** @type {number} */ count) {
  const waiting = () =>
    page.evaluate(async () => {
      const { value } = await /** @type {any} */ (window).bridge.call('creator.read', {})
      return [value.drafts.length, value.drafts.filter((/** @type {any} */ draft) => draft.analysis === null).length]
    })
  for (let [all, left] = await waiting(); all < count || left > 0; [all, left] = await waiting())
    // Reading two hundred drafts costs the measured program time, so poll rarely while many are left.
    await pause(Math.max(100, 10 * (count - all + left)))
}

async function dropOnce(
  /** @type {import('./app.mjs').Bench} */ bench,
  /** @type {readonly string[]} */ files,
  /** @type {string} */ name,
) {
  const practice = await startPractice(bench.electron, 600_000)
  const { app, page } = await startApp(bench, name)
  const pid = app.process().pid ?? 0
  try {
    await openProfile(page, practice.baseUrl)
    await goToAvatars(page)
    const before = costOfTree(pid).pssMb
    let peak = before
    let isOver = false
    const sampling = (async () => {
      for (; !isOver; await pause(100)) peak = Math.max(peak, costOfTree(pid).pssMb)
    })()
    await watchMain(app)
    await watchPage(page)
    const began = await page.evaluate(() => performance.now())
    await dropFiles(page, files)
    await drafts(page).getByRole('listitem').first().waitFor({ timeout: 60_000 })
    const shown = Number(await (await whenShown(page)).jsonValue())
    await untilAnalysed(page, files.length)
    const done = await page.evaluate(() => performance.now())
    const { maxFrameMs, slowFrames } = await stalls(page)
    const mainMs = await mainStall(app)
    isOver = true
    await sampling
    return { shownMs: shown - began, doneMs: done - began, maxFrameMs, slowFrames, mainMs, growthMb: peak - before }
  } finally {
    await app.close()
    await practice.stop()
  }
}

/** Measures `rounds` drops of each number, in turn, each on a new profile folder. @returns {Promise<Result>} */
export async function measure(/** @type {import('./app.mjs').Bench} */ bench) {
  const folder = join(bench.folder, 'drop')
  const files = await portraitsIn(folder, many)
  /** @type {Result} */
  const result = { few: [], many: [] }
  for (let round = 0; round < bench.rounds; round += 1) {
    result.few.push(await dropOnce(bench, files.slice(0, few), `few-${round}`))
    result.many.push(await dropOnce(bench, files, `many-${round}`))
  }
  await rm(folder, { recursive: true, force: true })
  return result
}

/** The results as a table with an explanation. */
export function report(/** @type {Result} */ { few: some, many: all }) {
  /** @typedef {{ name: string, key: keyof Drop, unit: string, aim?: number }} Row */
  /** @type {readonly Row[]} */
  const rows = [
    { name: 'drop to all previews on screen', key: 'shownMs', unit: 'ms' },
    { name: 'drop to all images analysed', key: 'doneMs', unit: 'ms' },
    { name: 'longest frame', key: 'maxFrameMs', unit: 'ms' },
    { name: 'frames over 50 ms', key: 'slowFrames', unit: '', aim: 0 },
    { name: 'longest stall of main', key: 'mainMs', unit: 'ms', aim: 50 },
    { name: 'memory over the start (peak, PSS)', key: 'growthMb', unit: 'MB' },
  ]
  const lines = rows.map(({ name, key, unit, aim }) => {
    const [one, other] = [some, all].map((drops) => drops.map((drop) => drop[key]))
    const ratio = key === 'slowFrames' ? '' : `${(median(other ?? []) / median(one ?? [])).toFixed(2)} ×`
    const aimed = aim === undefined ? '' : aimText(median(other ?? []), aim, unit)
    return [name, spread(one ?? [], unit), spread(other ?? [], unit), ratio, aimed]
  })
  return `${table(['', `${few} portraits`, `${many} portraits`, 'ratio', 'aim'], lines)}

Portraits of ${portrait.width} × ${portrait.height} pixels (4 MB), dropped by a real drag on an empty profile; medians of ${all.length} rounds. A preview is on screen when its image is decoded and its card is in the window. An image is analysed when its thumbnail and faces are known. Memory should not grow with the number of images: at most two are decoded at the same time.`
}
