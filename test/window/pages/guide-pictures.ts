/**
 * The pictures of the documents, taken from a furnished window; `GREENROOM_SCREENSHOT=1` writes them into the work
 * tree.
 */
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { dismissToasts } from './prepared-app.ts'
import type { Stage } from './screens.ts'
import { alertSwitch, openCloseAll, showTab } from './sessions-page.ts'
import { goTo } from './settings-page.ts'
import { recheckSystem } from './time.ts'

const documents = path.join(import.meta.dirname, '../../../docs')
const guide = path.join(documents, 'guide')

interface Scene {
  readonly name: string
  readonly show: (page: Page) => Promise<void>
  /** Leaves the window in the state that the next scene expects. */
  readonly leave?: (page: Page) => Promise<void>
}

const escape = (page: Page): Promise<void> => page.keyboard.press('Escape')

const scenes: readonly Scene[] = [
  { name: 'drafts', show: (page) => goTo(page, 'Avatars') },
  {
    name: 'confirm-creation',
    show: async (page) => {
      await page.getByRole('button', { name: 'Create 2 avatars' }).click()
      await expect(page.getByRole('dialog', { name: 'Confirm creation' })).toBeVisible()
    },
    leave: escape,
  },
  { name: 'conversation', show: (page) => goTo(page, 'Conversations') },
  { name: 'live', show: (page) => goTo(page, 'Sessions') },
  {
    name: 'close-all',
    show: async (page) => {
      await openCloseAll(page)
    },
    leave: escape,
  },
  {
    name: 'rules',
    show: async (page) => {
      await showTab(page, 'Rules')
      await alertSwitch(page, 'Calls at or above').check()
      await alertSwitch(page, 'Drop to zero').check()
    },
    leave: async (page) => {
      await alertSwitch(page, 'Calls at or above').uncheck()
      await alertSwitch(page, 'Drop to zero').uncheck()
      await showTab(page, 'Live')
    },
  },
  {
    name: 'profile',
    show: async (page) => {
      await goTo(page, 'Settings')
      await expect(page.getByRole('form', { name: 'Profile' })).toBeVisible()
    },
  },
]

/** Writes pictures into the work tree on demand only, so that a test run leaves nothing to commit. */
function placeOf(folder: string, pictureFile: (name: string) => string): (name: string) => string {
  return process.env['GREENROOM_SCREENSHOT'] === '1' ? (name) => path.join(folder, name) : pictureFile
}

/** Takes the README's picture: of the same size as the stored one, and of a furnished window. */
export async function writeReadmePicture({ app, page }: Stage, pictureFile: (name: string) => string): Promise<void> {
  await recheckSystem(app)
  await expect(page.getByRole('link', { name: 'Sessions', exact: true })).toContainText('live')
  await page.setViewportSize({ width: 1280, height: 960 })
  await goTo(page, 'Avatars')
  await page.getByRole('heading', { level: 1 }).evaluate((heading) => heading.scrollIntoView({ block: 'end' }))
  await dismissToasts(page)
  const there = readFileSync(path.join(documents, 'screenshot.png'))
  const taken = await page.screenshot({
    path: placeOf(documents, pictureFile)('screenshot.png'),
    animations: 'disabled',
  })
  // Every PNG has width and height at this position. A picture of an empty window has a tenth of the bytes.
  expect(taken.subarray(16, 24)).toEqual(there.subarray(16, 24))
  expect(taken.byteLength).toBeGreaterThan(there.byteLength / 2)
}

/** Takes each picture; the guide has to show all of them and no other. */
export async function writeGuidePictures({ page }: Stage, pictureFile: (name: string) => string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 })
  const folder = placeOf(guide, pictureFile)
  await dismissToasts(page)
  for (const { name, show, leave } of scenes) {
    await show(page)
    await page.screenshot({ path: folder(`${name}.png`), animations: 'disabled' })
    await leave?.(page)
  }
  const files = readdirSync(guide)
  const shown = files
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => [...readFileSync(path.join(guide, file), 'utf8').matchAll(/\]\(([\w-]+)\.png\)/g)])
  const names = scenes.map(({ name }) => name).sort()
  expect(shown.map(([, name]) => name).sort()).toEqual(names)
  expect(files.filter((file) => file.endsWith('.png')).sort()).toEqual(names.map((name) => `${name}.png`))
}
