/** The Avatars section as an operator finds it: by role and name. */
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { callBridge } from './bridge.ts'
import { goTo } from './settings-page.ts'

/** What a test types into the shared fields. */
export interface SharedEntry {
  readonly voice: string
  readonly conversationId: string
  readonly name?: string
}

/** Adds image files through the file chooser. */
export async function chooseImages(page: Page, files: readonly string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose images' }).first().click()
  await (await chooser).setFiles([...files])
  // Main takes a few at a time: many files take longer than the usual wait.
  const timeout = Math.max(10_000, files.length * 1_500)
  await expect(drafts(page).getByRole('listitem')).toHaveCount(files.length, { timeout })
}

/** The list of draft cards. */
export function drafts(page: Page): Locator {
  return page.getByRole('list', { name: 'Drafts' })
}

/** Adds a draft without an image. */
export async function addWithoutImage(page: Page): Promise<void> {
  const count = await drafts(page).getByRole('listitem').count()
  await page.getByRole('button', { name: 'Without image' }).click()
  await expect(drafts(page).getByRole('listitem')).toHaveCount(count + 1)
}

/** The shared conversation that avatars are made from. */
export function conversationIdField(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Conversation ID', exact: true })
}

/** Types the shared fields; there are none without a draft. */
export async function fillShared(page: Page, entry: SharedEntry): Promise<void> {
  await page.getByRole('combobox', { name: 'Voice', exact: true }).fill(entry.voice)
  await conversationIdField(page).fill(entry.conversationId)
  if (entry.name !== undefined) await page.getByRole('textbox', { name: 'Name', exact: true }).fill(entry.name)
}

/** Opens the confirmation. */
export async function openConfirmation(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Create \d+ avatars?$/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm creation' })
  await dialog.waitFor()
  return dialog
}

/** Confirms the creation of all drafts. */
export async function confirmDrafts(page: Page): Promise<void> {
  const dialog = await openConfirmation(page)
  await dialog.getByRole('button', { name: /^Create/ }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** Takes one portrait from the file chooser to a confirmed job. */
export async function createOne(page: Page, file: string, entry: SharedEntry): Promise<void> {
  await goTo(page, 'Avatars')
  await chooseImages(page, [file])
  await fillShared(page, entry)
  await confirmDrafts(page)
}

/** The rows of the queue, without the heading row. */
export function queueRows(page: Page): Locator {
  return page
    .getByRole('table', { name: 'Avatar queue' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
}

/** The details of a job, beside the rows: a click on its row opens them. */
export async function openDetails(page: Page, row: Locator): Promise<Locator> {
  await row.getByRole('cell').nth(1).click()
  return page.getByRole('complementary', { name: 'Avatar details' })
}

/** Chooses in the menu of a row. */
export async function chooseInRow(row: Locator, item: string): Promise<void> {
  await row.getByRole('button', { name: /^More for/ }).click()
  await row.page().getByRole('menuitem', { name: item }).click()
}

/** Chooses in the queue's menu: an order, or the export. */
export async function chooseInQueue(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More for Queue' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Pauses the queue while no avatar waits: the page offers the pause only while one does. */
export async function pauseQueue(page: Page): Promise<void> {
  // Main requires a press just before.
  await page.getByRole('heading', { name: 'Avatars', exact: true }).click()
  await callBridge(page, 'queue.setPaused', { paused: true })
  await page.getByRole('button', { name: 'Resume queue' }).waitFor()
}

/** Files or folders dragged over the window, as a file manager does. */
export interface Drag {
  /** One more move; a system sends moves as long as the drag lasts. */
  readonly over: () => Promise<void>
  /** Drops the files. */
  readonly drop: () => Promise<void>
}

async function middleOf(element: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await element.boundingBox()
  if (box === null) throw new Error('what is dropped on is not shown')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Starts a real drag of files or folders into the window: to its middle, or to the middle of `onto`. */
export async function dragFiles(page: Page, files: readonly string[], onto?: Locator): Promise<Drag> {
  const point = onto === undefined ? { x: 500, y: 400 } : await middleOf(onto)
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [...files], dragOperationsMask: 1 }
  const send = async (type: 'dragEnter' | 'dragOver' | 'drop'): Promise<void> => {
    await session.send('Input.dispatchDragEvent', { type, ...point, data })
  }
  await send('dragEnter')
  await send('dragOver')
  return {
    over: () => send('dragOver'),
    drop: async () => {
      await send('drop')
      await session.detach()
    },
  }
}
